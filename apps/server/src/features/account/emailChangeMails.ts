/** Writes the mails of a change of address: to the new one a code, or that it has an account; and word to the old one. */
import type { Language } from '@kontor/contract/text/language';
import type { Mail } from '../../adapters/mail.ts';
import { layOut } from '../../adapters/mailLayout.ts';
import type { Env } from '../../env.ts';
import type { CodeWords } from '../../mailedCode.ts';

export const emailChangeWords: CodeWords = {
  en: {
    subject: (code) => `${code} is your Kontor code`,
    title: 'Confirm your new e-mail address',
    paragraphs: [
      'Enter this code in the window where you changed your address. It is valid for 15 minutes.',
      'If you did not ask for it, do nothing: without this code nothing changes. Never pass it on.',
    ],
  },
  de: {
    subject: (code) => `${code} ist Ihr Kontor-Code`,
    title: 'Bestätigen Sie Ihre neue E-Mail-Adresse',
    paragraphs: [
      'Geben Sie diesen Code in dem Fenster ein, in dem Sie Ihre Adresse geändert haben. Er gilt 15 Minuten.',
      'Wenn Sie das nicht waren, tun Sie nichts: Ohne diesen Code ändert sich nichts. Geben Sie ihn nie weiter.',
    ],
  },
};

interface Words {
  subject: string;
  title: string;
  paragraphs: (email: string) => string[];
  footer: (host: string) => string;
}

const changedWords: Record<Language, Words> = {
  en: {
    subject: 'Your Kontor account has another e-mail address',
    title: 'Your account has another e-mail address',
    paragraphs: (email) => [
      `From now on you sign in to Kontor with ${email} instead of this address, with the same password. All other devices were signed out.`,
      'If that was not you, somebody knows your password and used a device of yours. Call the admin of your workspace at once: they can switch the account’s access off.',
    ],
    footer: (host) => `Sent by Kontor at ${host}, because this was the address of an account there.`,
  },
  de: {
    subject: 'Ihr Kontor-Konto hat eine andere E-Mail-Adresse',
    title: 'Ihr Konto hat eine andere E-Mail-Adresse',
    paragraphs: (email) => [
      `Ab jetzt melden Sie sich bei Kontor mit ${email} statt mit dieser Adresse an, mit demselben Passwort. Alle anderen Geräte wurden abgemeldet.`,
      'Wenn Sie das nicht waren, kennt jemand Ihr Passwort und hat eines Ihrer Geräte benutzt. Rufen Sie sofort den Admin Ihres Arbeitsbereichs an: Er kann Ihren Zugang sperren.',
    ],
    footer: (host) => `Gesendet von Kontor auf ${host}, weil dies die Adresse eines Kontos dort war.`,
  },
};

const takenWords: Record<Language, Words> = {
  en: {
    subject: 'You have a Kontor account with this address',
    title: 'An account with this email already exists',
    paragraphs: (email) => [
      `Somebody who is signed in to another Kontor account wants to give that account your address, ${email}. It has an account already, so nothing was changed, and nobody was told that it has one.`,
      'If that was you: sign in with this address instead. If you want to use it for the other account, delete this one first, or give it another address. If it was not you, there is nothing to do.',
    ],
    footer: (host) => `Sent by Kontor at ${host}, because this address was entered there.`,
  },
  de: {
    subject: 'Sie haben ein Kontor-Konto mit dieser Adresse',
    title: 'Zu dieser E-Mail-Adresse gibt es bereits ein Konto',
    paragraphs: (email) => [
      `Jemand, der mit einem anderen Kontor-Konto angemeldet ist, möchte diesem Ihre Adresse ${email} geben. Sie hat schon ein Konto. Darum wurde nichts geändert, und niemand hat erfahren, dass sie eines hat.`,
      'Wenn Sie das waren: Melden Sie sich mit dieser Adresse an. Wenn Sie sie für das andere Konto verwenden möchten, löschen Sie zuerst dieses, oder geben Sie ihm eine andere Adresse. Wenn Sie es nicht waren, müssen Sie nichts tun.',
    ],
    footer: (host) => `Gesendet von Kontor auf ${host}, weil diese Adresse dort eingegeben wurde.`,
  },
};

type Host = Pick<Env, 'PUBLIC_URL'>;

/** Tells the old address (`to`) which one the account has now. */
export const emailChangedMail = (env: Host, language: Language, to: string, email: string): Mail =>
  mailOf(env, language, { to, email, words: changedWords });

/** Tells an address which somebody wants for another account that it has one. */
export const emailTakenMail = (env: Host, language: Language, to: string): Mail =>
  mailOf(env, language, { to, email: to, words: takenWords });

function mailOf(
  env: Host,
  language: Language,
  { to, email, words }: { to: string; email: string; words: Record<Language, Words> },
): Mail {
  const { subject, title, paragraphs, footer } = words[language];
  const host = new URL(env.PUBLIC_URL).host;
  return { to, subject, ...layOut({ language, title, paragraphs: paragraphs(email), footer: footer(host) }) };
}
