/** Chooses the mailer: SMTP where configured, else the local mailbox, which can be shown. */
import type { Env } from '../env.ts';
import type { Mailer } from './mail.ts';
import { type LocalMailbox, localMailbox } from './mailbox.ts';
import { smtpMailer } from './smtp.ts';

export function createMailer(env: Env, dataPath: string): { mailer: Mailer; mailbox?: LocalMailbox } {
  if (env.SMTP_URL) return { mailer: smtpMailer(env.SMTP_URL, env.MAIL_FROM) };
  const mailbox = localMailbox(dataPath);
  return { mailer: mailbox, mailbox };
}
