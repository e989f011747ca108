/** Texts of the mail with the six digits of a sign-up. */
import type { CodeWords } from '../../mailedCode.ts';

export const verificationWords: CodeWords = {
  en: {
    subject: (code) => `${code} is your Kontor code`,
    title: 'Confirm your e-mail address',
    paragraphs: [
      'Enter this code in the window where you registered. It is valid for 15 minutes.',
      'If you did not register just now, do nothing: without this code no account is created. Never pass it on.',
    ],
  },
  de: {
    subject: (code) => `${code} ist Ihr Kontor-Code`,
    title: 'Bestätigen Sie Ihre E-Mail-Adresse',
    paragraphs: [
      'Geben Sie diesen Code in dem Fenster ein, in dem Sie sich registriert haben. Er gilt 15 Minuten.',
      'Wenn nicht Sie sich soeben registriert haben, tun Sie nichts: Ohne diesen Code entsteht kein Konto. Geben Sie ihn nie weiter.',
    ],
  },
};
