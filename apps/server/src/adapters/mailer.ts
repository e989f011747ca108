/** Chooses the mailer: SMTP where configured, else the local mailbox, which can be shown. */
import type { Env } from '../env.ts';
import type { Mailer } from './mail.ts';
import { type LocalMailbox, localMailbox } from './mailbox.ts';

/** Opens it; the library for SMTP is loaded where it is used. */
export async function createMailer(
  env: Env,
  dataPath: string,
): Promise<{ mailer: Mailer; mailbox?: LocalMailbox }> {
  if (env.SMTP_URL) {
    const { smtpMailer } = await import('./smtp.ts');
    return { mailer: smtpMailer(env.SMTP_URL, env.MAIL_FROM) };
  }
  const mailbox = localMailbox(dataPath);
  return { mailer: mailbox, mailbox };
}
