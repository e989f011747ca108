/** Sends mail: by SMTP where configured, else into the local mailbox. */
export interface Mail {
  to: string;
  subject: string;
  text: string;
  html: string;
}

export interface Mailer {
  /** Resolves when the mail was accepted; rejects when it was not. */
  send(mail: Mail): Promise<void>;
  close(): void;
}
