/** A workspace's name, typed by strangers, is text in a mail that we sign, and nothing else. */
import { expect, it } from 'vitest';
import { invitationMail } from './invitationMail.ts';

const mailOf = (workspace: string, expiresAt = new Date(0)) =>
  invitationMail({ PUBLIC_URL: 'https://kontor.example' }, 'en', 'ben@example.org', {
    workspace,
    expiresAt,
  });

it('keeps a name to its place: no other header, no markup, no turned line', () => {
  const { subject, text, html } = mailOf('Adler\r\nBcc: eve@example.org\u202e <img src=x>\u0007');
  expect(subject).toBe('Invitation to Adler Bcc: eve@example. org <img src=x>');
  for (const mark of ['\r', '\u0007', '\u202e']) expect(`${text} ${html}`).not.toContain(mark);
  expect(html).toContain('Bcc: eve@example. org &lt;img src=x&gt;');
});

it('hands the page of the link the name as it is, in which no program finds a link of its own', () => {
  for (const name of ['Holz.Werk GmbH', `${'Lang '.repeat(20)}& *www.evil.example* (https://evil.example)`]) {
    const { text, html } = mailOf(name);
    const [url] = /https:\S+/.exec(text)!;
    const fields = new URLSearchParams(new URL(url).hash.slice(1));
    expect(Object.fromEntries(fields)).toEqual({ to: 'ben@example.org', at: name });
    expect(`${text} ${html}`).not.toMatch(/Holz\.Werk|evil\.example/);
  }
});

it('is valid until the day that other mails and invoices would name', () => {
  expect(mailOf('Adler', new Date('2026-07-14T22:30:00Z')).text).toContain('valid until 15 July 2026.');
});

it('leaves other scripts as they are', () => {
  expect(mailOf('Österreich & שלום').subject).toBe('Invitation to Österreich & שלום');
});
