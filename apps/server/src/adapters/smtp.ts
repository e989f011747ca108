import { createTransport } from 'nodemailer';
import { type Mailer, MailRefused } from './mail.ts';
import { urlHost } from './urlHost.ts';

/** Sends mail over pooled SMTP connections; `url` as nodemailer takes it, e.g. `smtps://user:pass@host:465`. */
export function smtpMailer(url: string, from: string): Mailer {
  const target = new URL(url);
  const transport = createTransport({
    pool: true,
    maxConnections: 3,
    host: urlHost(target),
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
  // The part of a Message-ID that makes it ours: the sender's domain.
  const host = /@([^\s<>@]+)>?$/.exec(from)?.[1] ?? 'localhost';
  return {
    send: async ({ unsubscribeUrl, ...mail }, id) => {
      try {
        await transport.sendMail({
          ...mail,
          attachments: mail.attachments?.map((attachment) => ({ ...attachment, encoding: 'base64' })),
          from,
          // As an object the address is one recipient, whatever it holds; as text it would be parsed for several.
          to: { name: '', address: mail.to },
          messageId: `<${id}@${host}>`,
          ...(unsubscribeUrl && {
            headers: {
              'List-Unsubscribe': `<${unsubscribeUrl}>`,
              'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
            },
          }),
        });
      } catch (error) {
        throw isForGood(error as Refusal) ? new MailRefused('refused', { cause: error }) : error;
      }
    },
    close: () => transport.close(),
  };
}

/** An error of nodemailer: its own code, the command that failed and the server's answer to it. */
interface Refusal {
  code?: string;
  command?: string;
  responseCode?: number;
}

/**
 * Tests for what no retry can mend: an address that is none, or a mail server that refuses the recipient or the mail
 * itself for good (5xx, RFC 5321, 4.2.1). A refused sender is a setting that somebody can correct meanwhile.
 */
const isForGood = ({ code = '', command, responseCode = 0 }: Refusal): boolean =>
  ['EENVELOPE', 'EMESSAGE'].includes(code) &&
  (command === 'API' || (command !== 'MAIL FROM' && responseCode >= 500 && responseCode !== 503));
