/** Writes the mail that says how much waits for somebody: the workspace's name, counts and a link. */
import type { Language } from '@kontor/contract/text/language';
import type { Mail } from '../../adapters/mail.ts';
import { layOut, nameInMail } from '../../adapters/mailLayout.ts';
import type { Env } from '../../env.ts';

interface Words {
  items: (count: number) => string;
  explained: string;
  open: string;
  footer: (unsubscribeUrl: string) => string;
}

const words: Record<Language, Words> = {
  en: {
    items: (count) => (count === 1 ? '1 item for you' : `${count} items for you`),
    explained: 'What it is only your own device can read. Open Kontor to see it.',
    open: 'Open Kontor',
    footer: (url) => `Choose which e-mails you get in Kontor, under Account. No more such e-mails: ${url}`,
  },
  de: {
    items: (count) => (count === 1 ? '1 Neuigkeit für Sie' : `${count} Neuigkeiten für Sie`),
    explained: 'Was es ist, kann nur Ihr eigenes Gerät lesen. Öffnen Sie Kontor, um es zu sehen.',
    open: 'Kontor öffnen',
    footer: (url) =>
      `Welche E-Mails Sie bekommen, wählen Sie in Kontor unter Konto. Keine solchen E-Mails mehr: ${url}`,
  },
};

export interface Digest {
  workspaceId: string;
  workspaceName: string;
  count: number;
  email: string;
  language: Language;
  /** Customers' users have no bell: they are led to what is shared with them. */
  isCustomer: boolean;
}

export function digestMail(
  { PUBLIC_URL }: Pick<Env, 'PUBLIC_URL'>,
  digest: Digest,
  unsubscribeUrl: string,
): Mail {
  const { workspaceId, workspaceName, count, email, language, isCustomer } = digest;
  const { items, explained, open, footer } = words[language];
  const title = `${nameInMail(workspaceName)}: ${items(count)}`;
  return {
    to: email,
    subject: title,
    unsubscribeUrl,
    workspaceIds: [workspaceId],
    ...layOut({
      language,
      title,
      paragraphs: [explained],
      footer: footer(unsubscribeUrl),
      links: [
        { label: open, url: `${PUBLIC_URL}/${workspaceId}/${isCustomer ? 'dashboard' : 'notifications'}` },
      ],
    }),
  };
}
