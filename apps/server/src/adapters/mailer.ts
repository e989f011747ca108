/** Chooses the mailer: SMTP where configured, else the local mailbox. */
import type { Env } from '../env.ts';
import type { Mailer } from './mail.ts';
import { localMailbox } from './mailbox.ts';
import { smtpMailer } from './smtp.ts';

export const createMailer = (env: Env, dataPath: string): Mailer =>
  env.SMTP_URL ? smtpMailer(env.SMTP_URL, env.MAIL_FROM) : localMailbox(dataPath);
