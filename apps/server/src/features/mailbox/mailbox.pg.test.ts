import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type HttpClient, httpClient } from '../../testing/httpClient.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';

let server: TestServer;
let client: HttpClient;
beforeAll(async () => {
  server = await startTestServer();
  client = httpClient(server.url);
  await server.mailbox.send({ to: 'a@example.org', subject: 'First', text: 'a', html: '<p>one</p>' }, '1');
  const hostile = {
    to: '<b>@example.org',
    subject: '<img src=x onerror=alert(1)>',
    text: 'b',
    html: '<p>two</p>',
  };
  await server.mailbox.send(hostile, '2');
  // The second attempt at a mail that arrived already.
  await server.mailbox.send(hostile, '2');
});
afterAll(() => server.stop());

describe('the local mailbox', () => {
  it('lists the mails, newest first, as JSON too', async () => {
    const { body } = await client.call<{ subject: string; to: string }[]>('GET', '/dev/mailbox.json');
    expect(body.map((mail) => mail.to)).toEqual(['<b>@example.org', 'a@example.org']);
    const page = await client.call<string>('GET', '/dev/mailbox');
    expect(page.headers.get('content-type')).toContain('text/html');
    expect(page.body).toContain('First');
    expect(page.body).toContain('&lt;img src=x onerror=alert(1)&gt;');
    expect(page.body).not.toContain('<img');
    expect(page.body).toMatch(/<dt>Sent<\/dt><dd>[\d-]+ [\d:]+ UTC<\/dd>/);
  });

  it('shows a mail in a frame that can do nothing', async () => {
    const { body } = await client.call<{ id: string }[]>('GET', '/dev/mailbox.json');
    const mail = await client.call('GET', `/dev/mailbox/${body[1]!.id}`);
    expect(mail.body).toBe('<p>one</p>');
    expect(mail.headers.get('content-security-policy')).toMatch(/^sandbox; default-src 'none'/);
    expect((await client.call('GET', `/dev/mailbox?id=${body[1]!.id}`)).body).toContain(
      `src="/dev/mailbox/${body[1]!.id}"`,
    );
    expect((await client.call('GET', '/dev/mailbox/nothing')).status).toBe(404);
    expect((await client.call('GET', '/dev/mailbox/..%2f..%2fsecrets%2fpepper')).status).toBe(404);
  });

  it('does not answer a page that gave its own name to this machine', async () => {
    // fetch sets Host itself.
    const status = await new Promise((resolve, reject) => {
      const call = request(
        `${server.url}/dev/mailbox.json`,
        { headers: { host: 'evil.example' } },
        (answer) => {
          answer.resume();
          resolve(answer.statusCode);
        },
      );
      call.on('error', reject);
      call.end();
    });
    expect(status).toBe(404);
  });

  it('does not exist once the server is for others, nor for an address behind a proxy', async () => {
    for (const [env, headers] of [
      [{ PUBLIC_URL: 'https://kontor.example.org' }, {}],
      [{ TRUST_PROXY: 1 }, { 'x-forwarded-for': '203.0.113.9' }],
    ] as const) {
      const other = await startTestServer({ env });
      const answers = await Promise.all(
        ['/dev/mailbox', '/dev/mailbox.json'].map((path) =>
          httpClient(other.url).call('GET', path, { headers }),
        ),
      );
      await other.stop();
      expect(answers.map((answer) => answer.status)).toEqual([404, 404]);
    }
  });
});
