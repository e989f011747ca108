/** Sends mail: by SMTP where configured, else into the local mailbox. */
import { dayMs } from '@kontor/contract/time/day';
export interface Mail {
  to: string;
  subject: string;
  text: string;
  html: string;
  /** The workspaces that it names: it is deleted with the first of them that goes, where it is kept. */
  workspaceIds?: string[];
  attachments?: MailAttachment[];
  /** Where a POST without a session ends mails like this one (RFC 8058). */
  unsubscribeUrl?: string;
}

export interface MailAttachment {
  filename: string;
  contentType: string;
  /** base64. */
  content: string;
}

export interface Mailer {
  /**
   * Sends a mail; resolves when it was accepted. `id`: a UUID that stays the same when the mail is sent again, so that
   * duplicates can be told.
   * @throws MailRefused where sending it again would not help
   */
  send(mail: Mail, id: string): Promise<void>;
  close(): void;
}

/** Thrown where a mail server refuses the mail or its address for good. */
export class MailRefused extends Error {
  override name = 'MailRefused';
}

/** Longest time for which a mail is of use, in ms: that of an invoice. */
export const longestMailMs = 7 * dayMs;
