import { createTransport } from 'nodemailer';
import type { Mailer } from './mail.ts';

/** Sends mail over pooled SMTP connections; `url` as nodemailer takes it, e.g. `smtps://user:pass@host:465`. */
export function smtpMailer(url: string, from: string): Mailer {
  const target = new URL(url);
  const transport = createTransport({
    pool: true,
    maxConnections: 3,
    host: target.hostname,
    port: Number(target.port) || (target.protocol === 'smtps:' ? 465 : 587),
    secure: target.protocol === 'smtps:',
    ...(target.username && {
      auth: { user: decodeURIComponent(target.username), pass: decodeURIComponent(target.password) },
    }),
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 20_000,
    // A mail's text never names a file or an address to fetch.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    send: async (mail) => {
      // As an object the address is one recipient, whatever it holds; as text it would be parsed for several.
      await transport.sendMail({ ...mail, from, to: { name: '', address: mail.to } });
    },
    close: () => transport.close(),
  };
}
