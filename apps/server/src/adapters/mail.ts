/** Sends mail: by SMTP where configured, else into the local mailbox. */
export interface Mail {
  to: string;
  subject: string;
  text: string;
  html: string;
}

export interface Mailer {
  /**
   * Sends a mail. `id`: a UUID that stays the same when it is sent again, so that who gets it twice can tell. Resolves
   * when the mail was accepted.
   * @throws MailRefused where sending it again would not help; any other error otherwise
   */
  send(mail: Mail, id: string): Promise<void>;
  close(): void;
}

/** Thrown where a mail server refuses the mail or its address for good. */
export class MailRefused extends Error {
  override name = 'MailRefused';
}
