import type { AddressInfo } from 'node:net';
import PostalMime from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { afterEach, describe, expect, it } from 'vitest';
import type { Mailer } from './mail.ts';
import { smtpMailer } from './smtp.ts';

interface Received {
  from: string;
  to: string[];
  raw: Buffer;
  user: string | undefined;
}

const opened: (() => void)[] = [];
afterEach(() => {
  for (const close of opened.splice(0)) close();
});

/** Starts a real SMTP server that accepts the password `geheim:1` alone, and a mailer that talks to it. */
async function mailServer(password = 'geheim:1'): Promise<{ received: Received[]; mailer: Mailer }> {
  const received: Received[] = [];
  const server = new SMTPServer({
    allowInsecureAuth: true,
    disabledCommands: ['STARTTLS'],
    onAuth: (auth, _session, done) =>
      auth.password === 'geheim:1' ? done(null, { user: auth.username }) : done(new Error('wrong password')),
    onData: (stream, session, done) => {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const { mailFrom, rcptTo } = session.envelope;
        received.push({
          from: mailFrom ? mailFrom.address : '',
          to: rcptTo.map((recipient) => recipient.address),
          raw: Buffer.concat(chunks),
          user: session.user,
        });
        done();
      });
    },
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.server.address() as AddressInfo;
  const url = `smtp://kontor:${encodeURIComponent(password)}@127.0.0.1:${port}`;
  const mailer = smtpMailer(url, 'Kontor <kontor@example.org>');
  opened.push(() => {
    mailer.close();
    server.close();
  });
  return { received, mailer };
}

const mail = { to: 'jana@example.org', subject: 'Grüße 042137', text: 'Über uns\n', html: '<p>Über uns</p>' };

describe('smtpMailer', () => {
  it('delivers text and html with umlauts, signed in', async () => {
    const { received, mailer } = await mailServer();
    await mailer.send(mail);
    await mailer.send({ ...mail, to: 'olaf@example.org' });
    expect(received.map(({ from, to, user }) => ({ from, to, user }))).toEqual([
      { from: 'kontor@example.org', to: ['jana@example.org'], user: 'kontor' },
      { from: 'kontor@example.org', to: ['olaf@example.org'], user: 'kontor' },
    ]);
    const parsed = await PostalMime.parse(received[0]!.raw);
    expect(parsed).toMatchObject({
      subject: mail.subject,
      from: { name: 'Kontor', address: 'kontor@example.org' },
    });
    expect(parsed.text?.trim()).toBe('Über uns');
    expect(parsed.html?.trim()).toBe('<p>Über uns</p>');
  });

  it('rejects when the server does not take the mail', async () => {
    const { received, mailer } = await mailServer('wrong');
    await expect(mailer.send(mail)).rejects.toThrow();
    expect(received).toEqual([]);
  });

  it('puts nothing of an address into another header', async () => {
    const { received, mailer } = await mailServer();
    await mailer
      .send({ ...mail, to: 'jana@example.org\r\nBcc: eve@example.org', subject: 'a\r\nX-Evil: 1' })
      .catch(() => {});
    for (const { to, raw } of received) {
      expect(to).not.toContain('eve@example.org');
      expect(raw.toString()).not.toMatch(/^(X-Evil|Bcc):/im);
    }
  });
});
