/** Texts of the mail with the six digits for a forgotten password. */
import type { CodeWords } from '../../mailedCode.ts';

export const recoveryWords: CodeWords = {
  en: {
    subject: (code) => `${code} is your Kontor recovery code`,
    title: 'Set a new password',
    paragraphs: [
      'Enter this code in the window where you asked for it. It is valid for 15 minutes.',
      'Afterwards your workspaces stay locked until your recovery kit, another device of yours or an admin unlocks them.',
      'If you did not ask for it, do nothing: your password stays as it is. Never pass this code on.',
    ],
  },
  de: {
    subject: (code) => `${code} ist Ihr Kontor-Wiederherstellungscode`,
    title: 'Setzen Sie ein neues Passwort',
    paragraphs: [
      'Geben Sie diesen Code in dem Fenster ein, in dem Sie ihn angefordert haben. Er gilt 15 Minuten.',
      'Danach bleiben Ihre Arbeitsbereiche gesperrt, bis Ihr Wiederherstellungsblatt, ein anderes Ihrer Geräte oder ein Admin sie entsperrt.',
      'Wenn Sie ihn nicht angefordert haben, tun Sie nichts: Ihr Passwort bleibt, wie es ist. Geben Sie diesen Code nie weiter.',
    ],
  },
};
