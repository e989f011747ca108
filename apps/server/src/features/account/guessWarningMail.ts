/** Writes the mail that says that somebody tries passwords. */
import type { Language } from '@kontor/contract/text/language';
import type { Mail } from '../../adapters/mail.ts';
import { layOut } from '../../adapters/mailLayout.ts';
import type { Env } from '../../env.ts';

interface Words {
  subject: string;
  title: string;
  paragraphs: string[];
  footer: (host: string) => string;
}

const words: Record<Language, Words> = {
  en: {
    subject: 'Somebody is trying passwords on your Kontor account',
    title: 'Somebody is trying passwords on your account',
    paragraphs: [
      'Wrong passwords were entered for your account more often than happens by mistake. Kontor therefore makes devices that are new to your account wait. You can sign in as always where you signed in within the last year: your browsers and devices of that time, twenty at most, are known.',
      'If that was you: wait a quarter of an hour, or use one of those devices.',
      'If that was somebody else, you need not do anything: guessing a good password at this pace is hopeless. If yours is short, or if you use it elsewhere too, change it on one of your devices, under Account and Security.',
      'You get this mail once a day at most. Nobody from Kontor will ever ask you for your password.',
    ],
    footer: (host) => `Sent by Kontor at ${host}, because of attempts to sign in with this address.`,
  },
  de: {
    subject: 'Jemand probiert Passwörter an Ihrem Kontor-Konto',
    title: 'Jemand probiert Passwörter an Ihrem Konto',
    paragraphs: [
      'Für Ihr Konto wurden öfter falsche Passwörter eingegeben, als aus Versehen geschieht. Kontor lässt Geräte, die Ihrem Konto neu sind, deshalb warten. Wo Sie im letzten Jahr angemeldet waren, können Sie sich wie immer anmelden: Ihre Geräte und Browser aus dieser Zeit, höchstens zwanzig, sind bekannt.',
      'Wenn Sie das waren: Warten Sie eine Viertelstunde, oder nehmen Sie eines dieser Geräte.',
      'Wenn es jemand anderes war, müssen Sie nichts tun: Ein gutes Passwort lässt sich so nicht erraten. Ist Ihres kurz, oder verwenden Sie es auch anderswo, ändern Sie es auf einem Ihrer Geräte unter Konto und Sicherheit.',
      'Sie bekommen diese E-Mail höchstens einmal am Tag. Niemand von Kontor wird Sie je nach Ihrem Passwort fragen.',
    ],
    footer: (host) => `Gesendet von Kontor auf ${host}, wegen Anmeldeversuchen mit dieser Adresse.`,
  },
};

export function guessWarningMail(env: Pick<Env, 'PUBLIC_URL'>, language: Language, to: string): Mail {
  const { subject, title, paragraphs, footer } = words[language];
  return {
    to,
    subject,
    ...layOut({ language, title, paragraphs, footer: footer(new URL(env.PUBLIC_URL).host) }),
  };
}
