/** A real SMTP server for tests, which accepts the password `geheim:1` alone. */
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';

export interface Received {
  from: string;
  to: string[];
  raw: Buffer;
  user: string | undefined;
}

/** An answer of the server that refuses a mail. */
export interface Refusal {
  code: number;
  /** The step that fails: the address, or the mail itself. */
  at: 'recipient' | 'data';
}

export interface TestSmtpServer {
  received: Received[];
  /** Returns the number of mails so far, refused ones included. */
  attempts(): number;
  /** Refuses all mails like this, or none without an argument. */
  refuse(refusal?: Refusal): void;
  /** Delays the acceptance of mails by so many ms. */
  delay(ms: number): void;
  /** Returns a URL with the user `kontor`. */
  url(password?: string): string;
  close(): Promise<void>;
}

/** Starts the server; `port`: the one of an earlier server, `host`: the address that it listens on. */
export async function startSmtpServer(port = 0, host = '127.0.0.1'): Promise<TestSmtpServer> {
  const received: Received[] = [];
  let refusal: Refusal | undefined;
  let attempts = 0;
  let waitMs = 0;
  const refused = (at: Refusal['at']) =>
    refusal?.at === at ? Object.assign(new Error('not now'), { responseCode: refusal.code }) : null;
  const server = new SMTPServer({
    allowInsecureAuth: true,
    disabledCommands: ['STARTTLS'],
    onAuth: (auth, _session, done) =>
      auth.password === 'geheim:1' ? done(null, { user: auth.username }) : done(new Error('wrong password')),
    onRcptTo: (_address, _session, done) => {
      attempts++;
      done(refused('recipient'));
    },
    onData: (stream, session, done) => {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const error = refused('data');
        if (error) return done(error);
        const { mailFrom, rcptTo } = session.envelope;
        const mail = {
          from: mailFrom ? mailFrom.address : '',
          to: rcptTo.map((recipient) => recipient.address),
          raw: Buffer.concat(chunks),
          user: session.user,
        };
        setTimeout(() => {
          received.push(mail);
          done();
        }, waitMs);
      });
    },
  });
  // A client that goes away, or comes with a wrong password, is no error of the server's.
  server.on('error', () => {});
  await new Promise<void>((resolve) => server.listen(port, host, resolve));
  const address = server.server.address() as AddressInfo;
  return {
    received,
    attempts: () => attempts,
    refuse: (next) => {
      refusal = next;
    },
    delay: (ms) => {
      waitMs = ms;
    },
    url: (password = 'geheim:1') => {
      const shown = host.includes(':') ? `[${host}]` : host;
      return `smtp://kontor:${encodeURIComponent(password)}@${shown}:${address.port}`;
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
