/** Codes of six digits that prove a mailbox: how they are made, how long they are valid, and their mail. */
import { randomInt } from 'node:crypto';
import type { Language } from '@kontor/contract/text/language';
import type { Mail } from './adapters/mail.ts';
import { layOut } from './adapters/mailLayout.ts';
import type { Env } from './env.ts';

/** Validity of a code, in ms; the mails say it in words. */
export const codeMs = 15 * 60_000;
/** Tries per code. */
export const codeTries = 5;

export const newCode = (): string => String(randomInt(1_000_000)).padStart(6, '0');

/** Texts of a mail with a code, in each language. */
export type CodeWords = Record<
  Language,
  { subject: (code: string) => string; title: string; paragraphs: string[] }
>;

const footers: Record<Language, (host: string) => string> = {
  en: (host) => `Sent by Kontor at ${host}, because this address was entered there.`,
  de: (host) => `Gesendet von Kontor auf ${host}, weil diese Adresse dort eingegeben wurde.`,
};

export function codeMail(
  words: CodeWords,
  env: Pick<Env, 'PUBLIC_URL'>,
  language: Language,
  to: string,
  code: string,
): Mail {
  const { subject, title, paragraphs } = words[language];
  const footer = footers[language](new URL(env.PUBLIC_URL).host);
  return { to, subject: subject(code), ...layOut({ language, title, code, paragraphs, footer }) };
}
