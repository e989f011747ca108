/** Writes the mail with the one-time password of an invited person. Their language is not known yet, so it has both. */
import type { Mail } from '../../adapters/mail.ts';
import { layOut } from '../../adapters/mailLayout.ts';
import type { Env } from '../../env.ts';

const paragraphs = [
  'Enter this one-time password where you signed in, and choose a password of your own there. It is valid for one hour.',
  'If you did not try to sign in, do nothing. Never pass it on.',
  'Geben Sie dieses Einmalpasswort dort ein, wo Sie sich angemeldet haben, und wählen Sie dann ein eigenes Passwort. Es gilt eine Stunde.',
  'Wenn Sie sich nicht anmelden wollten, tun Sie nichts. Geben Sie es nie weiter.',
];

export function oneTimePasswordMail(env: Pick<Env, 'PUBLIC_URL'>, to: string, oneTimePassword: string): Mail {
  const { host } = new URL(env.PUBLIC_URL);
  return {
    to,
    // Not in the subject: lists and notifications show that to whoever looks over a shoulder.
    subject: 'Your password for Kontor / Ihr Passwort für Kontor',
    ...layOut({
      language: 'en',
      title: 'Your one-time password / Ihr Einmalpasswort',
      code: oneTimePassword,
      paragraphs,
      footer: `Kontor, ${host}`,
    }),
  };
}
