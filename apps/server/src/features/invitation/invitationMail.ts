/** Writes the mail about an invitation. Whoever reads it can sign in or register, and nothing more. */
import type { Language } from '@kontor/contract/text/language';
import type { Mail } from '../../adapters/mail.ts';
import { layOut, nameInMail } from '../../adapters/mailLayout.ts';
import { longDayText } from '../../dayText.ts';
import type { Env } from '../../env.ts';

interface Facts {
  /** Name of the workspace, as its admins typed it. */
  workspace: string;
  expiresAt: Date;
}

interface Words {
  subject: (workspace: string) => string;
  title: string;
  paragraphs: (workspace: string, day: string) => string[];
  button: string;
  footer: (host: string) => string;
}

const en: Words = {
  subject: (workspace) => `Invitation to ${workspace}`,
  title: 'You are invited',
  paragraphs: (workspace, day) => [
    `You are invited to the workspace “${workspace}”. The invitation is valid until ${day}.`,
    'Whoever invited you will send you a personal link in another way. Open that link: it lets you in at once.',
    'Without it, sign in or register with this e-mail address here. An admin then lets you in.',
  ],
  button: 'Sign in or register',
  footer: (host) => `Sent by Kontor at ${host}, because somebody there entered this address.`,
};

const de = {
  subject: (workspace) => `Einladung zu ${workspace}`,
  title: 'Sie sind eingeladen',
  paragraphs: (workspace, day) => [
    `Sie sind in den Arbeitsbereich „${workspace}“ eingeladen. Die Einladung gilt bis zum ${day}.`,
    'Wer Sie eingeladen hat, schickt Ihnen auf anderem Weg einen persönlichen Link. Öffnen Sie diesen: Damit haben Sie sofort Zugang.',
    'Ohne den Link melden Sie sich hier mit dieser E-Mail-Adresse an oder registrieren sich. Ein Admin lässt Sie dann ein.',
  ],
  button: 'Anmelden oder registrieren',
  footer: (host) => `Gesendet von Kontor auf ${host}, weil jemand dort diese Adresse eingegeben hat.`,
} satisfies Words;

const words: Record<Language, Words> = { en, de };

export function invitationMail(
  env: Pick<Env, 'PUBLIC_URL'>,
  language: Language,
  to: string,
  { workspace, expiresAt }: Facts,
): Mail {
  const { subject, title, paragraphs, button, footer } = words[language];
  const name = nameInMail(workspace);
  // The name as it is, which the page shows; without its dots no program takes it for a link of its own.
  const at = new URLSearchParams({ at: workspace }).toString().replaceAll('.', '%2E');
  // In the fragment, so that the address is in no server's log.
  const url = new URL(`/join#${new URLSearchParams({ to })}&${at}`, env.PUBLIC_URL).href;
  return {
    to,
    subject: subject(name),
    ...layOut({
      language,
      title,
      paragraphs: paragraphs(name, longDayText(expiresAt, language)),
      links: [{ label: button, url }],
      footer: footer(new URL(env.PUBLIC_URL).host),
    }),
  };
}
