import { networkInterfaces } from 'node:os';
import PostalMime from 'postal-mime';
import { afterEach, describe, expect, it } from 'vitest';
import { startSmtpServer, type TestSmtpServer } from '../testing/smtpServer.ts';
import { type Mailer, MailRefused } from './mail.ts';
import { smtpMailer } from './smtp.ts';

const opened: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const close of opened.splice(0).reverse()) await close();
});

/** Starts an SMTP server, and a mailer that talks to it. */
async function mailServer(
  password?: string,
  host?: string,
): Promise<{ server: TestSmtpServer; mailer: Mailer }> {
  const server = await startSmtpServer(0, host);
  const mailer = smtpMailer(server.url(password), 'Kontor <kontor@example.org>');
  opened.push(
    () => server.close(),
    () => mailer.close(),
  );
  return { server, mailer };
}

const id = '019a0000-0000-7000-8000-000000000001';
const mail = { to: 'jana@example.org', subject: 'Grüße 042137', text: 'Über uns\n', html: '<p>Über uns</p>' };

describe('smtpMailer', () => {
  it('delivers text and html with umlauts, signed in', async () => {
    const { server, mailer } = await mailServer();
    await mailer.send(mail, id);
    await mailer.send({ ...mail, to: 'olaf@example.org' }, id);
    expect(server.received.map(({ from, to, user }) => ({ from, to, user }))).toEqual([
      { from: 'kontor@example.org', to: ['jana@example.org'], user: 'kontor' },
      { from: 'kontor@example.org', to: ['olaf@example.org'], user: 'kontor' },
    ]);
    const parsed = await PostalMime.parse(server.received[0]!.raw);
    expect(parsed).toMatchObject({
      subject: mail.subject,
      from: { name: 'Kontor', address: 'kontor@example.org' },
    });
    expect(parsed.text?.trim()).toBe('Über uns');
    expect(parsed.html?.trim()).toBe('<p>Über uns</p>');
  });

  const hasIpv6 = Object.values(networkInterfaces()).some((at) =>
    at?.some(({ address }) => address === '::1'),
  );
  it.runIf(hasIpv6)('reaches a server by its IPv6 address', async () => {
    const { server, mailer } = await mailServer(undefined, '::1');
    await mailer.send(mail, id);
    expect(server.received).toHaveLength(1);
  });

  it('rejects when the server does not take the mail', async () => {
    const { server, mailer } = await mailServer('wrong');
    await expect(mailer.send(mail, id)).rejects.toThrow();
    expect(server.received).toEqual([]);
  });

  it('names a mail alike each time that it is sent', async () => {
    const { server, mailer } = await mailServer();
    await mailer.send(mail, id);
    await mailer.send(mail, id);
    const ids = await Promise.all(
      server.received.map(async ({ raw }) => (await PostalMime.parse(raw)).messageId),
    );
    expect(ids).toEqual([`<${id}@example.org>`, `<${id}@example.org>`]);
  });

  it.each([
    ['an address that the server refuses for good', { code: 550, at: 'recipient' }, true],
    ['a mail that the server refuses for good', { code: 554, at: 'data' }, true],
    ['an address that the server cannot take now', { code: 450, at: 'recipient' }, false],
    ['a mail that the server cannot take now', { code: 451, at: 'data' }, false],
  ] as const)('tells what no retry can mend: %s', async (_what, refusal, isForGood) => {
    const { server, mailer } = await mailServer();
    server.refuse(refusal);
    const error = await mailer.send(mail, id).catch((thrown) => thrown);
    expect(error).toBeInstanceOf(Error);
    expect(error instanceof MailRefused).toBe(isForGood);
    server.refuse();
    await mailer.send(mail, id);
    expect(server.received).toHaveLength(1);
  });

  it('tells an address that is none, and keeps trying with a password that may be mended', async () => {
    const { mailer } = await mailServer();
    await expect(mailer.send({ ...mail, to: 'nobody' }, id)).rejects.toThrow(MailRefused);
    const { mailer: stranger } = await mailServer('wrong');
    const error = await stranger.send(mail, id).catch((thrown) => thrown);
    expect(error).toMatchObject({ code: 'EAUTH' });
  });

  it('puts nothing of an address into another header', async () => {
    const { server, mailer } = await mailServer();
    await mailer
      .send({ ...mail, to: 'jana@example.org\r\nBcc: eve@example.org', subject: 'a\r\nX-Evil: 1' }, id)
      .catch(() => {});
    for (const { to, raw } of server.received) {
      expect(to).not.toContain('eve@example.org');
      expect(raw.toString()).not.toMatch(/^(X-Evil|Bcc):/im);
    }
  });
});
