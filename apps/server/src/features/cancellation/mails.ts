/** The mails about a cancellation: the links, and the confirmation that § 312k BGB wants at once. */
import type { Language } from '@kontor/contract/text/language';
import type { Mail } from '../../adapters/mail.ts';
import { layOut, nameInMail } from '../../adapters/mailLayout.ts';
import { longDayText, longMomentText } from '../../dayText.ts';
import type { Env } from '../../env.ts';

const en = {
  linkTitle: 'Cancel a subscription',
  linkParagraphs: [
    'Somebody wants to cancel a subscription and gave this address.',
    'Below is a link for each workspace whose subscription this address may cancel. Open the right one to see what that means and to confirm it. Links are valid for 24 hours. As long as nothing is confirmed, nothing changes.',
  ],
  linkLabel: (workspace: string) => `Go on to cancelling the subscription of “${workspace}”`,
  doneSubject: (workspace: string) => `The subscription of ${workspace} is cancelled`,
  doneTitle: 'Your cancellation',
  doneParagraphs: (workspace: string, at: string, end: string, readOnlyFrom: string | null) => [
    `We received the cancellation of the subscription of the workspace “${workspace}” on ${at}.`,
    `The subscription ends on ${end}. ${
      readOnlyFrom === null
        ? 'Until then everything works as before.'
        : `As long as a payment is missing, the workspace can only be read as of ${readOnlyFrom}.`
    } An admin can take the cancellation back in the settings.`,
  ],
  footer: (host: string) => `Sent by Kontor at ${host}.`,
};

const de = {
  linkTitle: 'Abonnement kündigen',
  linkParagraphs: [
    'Jemand möchte ein Abonnement kündigen und hat diese Adresse angegeben.',
    'Unten steht ein Link für jeden Arbeitsbereich, dessen Abonnement diese Adresse kündigen darf. Öffnen Sie den richtigen, um zu sehen, was das bedeutet, und um es zu bestätigen. Links gelten 24 Stunden. Solange nichts bestätigt ist, ändert sich nichts.',
  ],
  linkLabel: (workspace) => `Weiter zur Kündigung des Abonnements von „${workspace}“`,
  doneSubject: (workspace) => `Das Abonnement von ${workspace} ist gekündigt`,
  doneTitle: 'Ihre Kündigung',
  doneParagraphs: (workspace, at, end, readOnlyFrom) => [
    `Die Kündigung des Abonnements des Arbeitsbereichs „${workspace}“ ist am ${at} bei uns eingegangen.`,
    `Das Abonnement endet am ${end}. ${
      readOnlyFrom === null
        ? 'Bis dahin funktioniert alles wie bisher.'
        : `Solange eine Zahlung fehlt, kann der Arbeitsbereich ab dem ${readOnlyFrom} nur gelesen werden.`
    } Ein Admin kann die Kündigung in den Einstellungen zurücknehmen.`,
  ],
  footer: (host) => `Gesendet von Kontor auf ${host}.`,
} satisfies typeof en;

const words = { en, de };

const hostOf = ({ PUBLIC_URL }: Pick<Env, 'PUBLIC_URL'>) => new URL(PUBLIC_URL).host;

/** Writes the mail with the links. Each secret stands in the fragment, so that it is in no server's log. */
export function linksMail(
  env: Pick<Env, 'PUBLIC_URL'>,
  language: Language,
  to: string,
  links: { workspace: string; token: string }[],
): Mail {
  const { linkTitle, linkParagraphs, linkLabel, footer } = words[language];
  return {
    to,
    subject: linkTitle,
    ...layOut({
      language,
      title: linkTitle,
      paragraphs: linkParagraphs,
      links: links.map(({ workspace, token }) => ({
        label: linkLabel(nameInMail(workspace)),
        url: new URL(`/cancel#${token}`, env.PUBLIC_URL).href,
      })),
      footer: footer(hostOf(env)),
    }),
  };
}

/** Writes the confirmation: what was cancelled, when that arrived, and when it ends. */
export function doneMail(
  env: Pick<Env, 'PUBLIC_URL'>,
  language: Language,
  {
    to,
    workspace,
    at,
    endsAt,
    readOnlyFrom,
  }: { to: string; workspace: string; at: Date; endsAt: Date; readOnlyFrom: Date | null },
): Mail {
  const { doneSubject, doneTitle, doneParagraphs, footer } = words[language];
  const name = nameInMail(workspace);
  return {
    to,
    subject: doneSubject(name),
    ...layOut({
      language,
      title: doneTitle,
      paragraphs: doneParagraphs(
        name,
        longMomentText(at, language),
        longDayText(endsAt, language),
        readOnlyFrom && longDayText(readOnlyFrom, language),
      ),
      footer: footer(hostOf(env)),
    }),
  };
}
