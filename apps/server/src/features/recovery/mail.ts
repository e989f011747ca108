/** The mail that carries the six digits of a forgotten password. */
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
  subject: (code) => `${code} is your Kontor recovery code`,
  title: 'Set a new password',
  paragraphs: [
    'Enter this code in the window where you asked for it. It is valid for 15 minutes.',
    'Afterwards your workspaces stay locked until your recovery kit, another device of yours or an admin unlocks them.',
    'If you did not ask for it, do nothing: your password stays as it is. Never pass this code on.',
  ],
  footer: (host) => `Sent by Kontor at ${host}, because this address was entered there.`,
};

const de = {
  subject: (code) => `${code} ist Ihr Kontor-Wiederherstellungscode`,
  title: 'Setzen Sie ein neues Passwort',
  paragraphs: [
    'Geben Sie diesen Code in dem Fenster ein, in dem Sie ihn angefordert haben. Er gilt 15 Minuten.',
    'Danach bleiben Ihre Arbeitsbereiche gesperrt, bis Ihr Wiederherstellungsblatt, ein anderes Ihrer Geräte oder ein Admin sie freigibt.',
    'Wenn Sie ihn nicht angefordert haben, tun Sie nichts: Ihr Passwort bleibt, wie es ist. Geben Sie diesen Code nie weiter.',
  ],
  footer: (host) => `Gesendet von Kontor auf ${host}, weil diese Adresse dort eingegeben wurde.`,
} satisfies Words;

const words: Record<Language, Words> = { en, de };

export function recoveryMail(
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
