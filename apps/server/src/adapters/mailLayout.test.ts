import { describe, expect, it } from 'vitest';
import { doneMail, linksMail } from '../features/cancellation/mails.ts';
import { invitationMail } from '../features/invitation/invitationMail.ts';
import { digestMail } from '../features/notification/digestMail.ts';
import { noticeMail } from '../features/subscription/notices.ts';
import { layOut, nameInMail } from './mailLayout.ts';

describe('layOut', () => {
  it('shows markup literally', () => {
    const { html, text } = layOut({
      language: 'en',
      title: '<b>&',
      paragraphs: ['<img onerror=x>'],
      footer: '"',
    });
    expect(html).toContain('&lt;b&gt;&amp;');
    expect(html).not.toContain('<img');
    expect(text).toContain('<img onerror=x>');
  });
});

describe('a name that somebody typed', () => {
  it.each([
    'Müller & Co. KG',
    'Schreinerei Huber GmbH',
    'Dr. Berg, Notare (Köln)',
    'Österreich & שלום',
    'می\u200cخواهم',
    'Studio 2.0',
    '…und Söhne',
    'A/B: Farben',
  ])('stays as it is: %s', (name) => expect(nameInMail(name)).toBe(name));

  it.each([
    ['https://evil.example/login', 'https: //evil. example/login'],
    ['HTTP://192.0.2.1/a', 'HTTP: //192.0.2.1/a'],
    ['www.evil', 'www. evil'],
    ['kontor.io', 'kontor. io'],
    ['mail eve@evil.example now', 'mail eve@evil. example now'],
    ['a.b.evil.xn--p1ai', 'a. b. evil. xn--p1ai'],
    ['evil\u3002example', 'evil\u3002 example'],
    ['evil.\u202eexample', 'evil. example'],
    ['https:\u200f//evil', 'https: //evil'],
    ['evil\u200b.example', 'evil. example'],
    ['evil.\u2060\ufeffexample', 'evil. example'],
  ])('is no link: %j', (name, shown) => expect(nameInMail(name)).toBe(shown));

  it('has no controls, no line breaks and no marks that turn the line', () => {
    const marks = '\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069';
    expect(nameInMail(` Adler${marks}\r\n\tBcc: x\u0000\u0085\u2028y `)).toBe('Adler Bcc: x y');
  });

  it('is cut where a mail has no room for it', () => {
    expect(nameInMail('a'.repeat(60))).toBe('a'.repeat(60));
    expect(nameInMail('a'.repeat(61))).toBe(`${'a'.repeat(59)}…`);
    expect(nameInMail(`${'a'.repeat(58)} ${'b'.repeat(9)}`)).toBe(`${'a'.repeat(58)}…`);
    expect(nameInMail('🦊'.repeat(61))).toBe(`${'🦊'.repeat(59)}…`);
  });
});

it('names a workspace so in each mail that names one', () => {
  const name = `x\r\nBcc: eve@evil.example\u202e https://evil.example/${'y'.repeat(100)}`;
  const env = { PUBLIC_URL: 'https://kontor.example' };
  const at = new Date(0);
  const to = 'ben@example.org';
  for (const language of ['en', 'de'] as const) {
    const mails = [
      invitationMail(env, language, to, { workspace: name, expiresAt: at }),
      noticeMail(language, 'trialEnding', { name, day: at, url: `${env.PUBLIC_URL}/1` }),
      linksMail(env, language, to, [{ workspace: name, token: 't' }]),
      doneMail(env, language, { to, workspace: name, at, endsAt: at, readOnlyFrom: null }),
      digestMail(
        env,
        { workspaceId: '1', workspaceName: name, count: 2, email: to, language, isCustomer: false },
        'https://kontor.example/u',
      ),
    ];
    for (const { subject, text, html } of mails) {
      expect(`${text} ${html}`).toContain(nameInMail(name));
      expect(subject).not.toMatch(/[\r\n\u202e]/);
      for (const part of [subject, text, html]) expect(part).not.toMatch(/evil\.example|\u202e/);
    }
  }
});
