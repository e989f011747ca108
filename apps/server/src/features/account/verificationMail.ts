/** The mail that carries the six digits of a sign-up. */
import type { Language } from '@kontor/contract/account';
import type { Mail } from '../../adapters/mail.ts';
import { layOut } from '../../adapters/mailLayout.ts';
import type { Env } from '../../env.ts';

interface Words {
  subject: (code: string) => string;
  title: string;
  paragraphs: string[];
  footer: (host: string) => string;
}

const en: Words = {
  subject: (code) => `${code} is your Kontor code`,
  title: 'Confirm your e-mail address',
  paragraphs: [
    'Enter this code in the window where you registered. It is valid for 15 minutes.',
    'If you did not register just now, do nothing: without this code no account comes into being. Never pass it on.',
  ],
  footer: (host) => `Sent by Kontor at ${host}, because this address was entered there.`,
};

const de = {
  subject: (code) => `${code} ist Ihr Kontor-Code`,
  title: 'Bestätigen Sie Ihre E-Mail-Adresse',
  paragraphs: [
    'Geben Sie diesen Code in dem Fenster ein, in dem Sie sich registriert haben. Er gilt 15 Minuten.',
    'Wenn Sie sich nicht eben registriert haben, tun Sie nichts: Ohne diesen Code entsteht kein Konto. Geben Sie ihn nie weiter.',
  ],
  footer: (host) => `Gesendet von Kontor auf ${host}, weil diese Adresse dort eingegeben wurde.`,
} satisfies Words;

const words: Record<Language, Words> = { en, de };

export function verificationMail(
  env: Pick<Env, 'PUBLIC_URL'>,
  language: Language,
  to: string,
  code: string,
): Mail {
  const { subject, title, paragraphs, footer } = words[language];
  const { host } = new URL(env.PUBLIC_URL);
  return {
    to,
    subject: subject(code),
    ...layOut({ language, title, code, paragraphs, footer: footer(host) }),
  };
}
