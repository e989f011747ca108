import { describe, expect, it } from 'vitest';
import { layOut } from '../../adapters/mailLayout.ts';
import { verificationMail } from './verificationMail.ts';

const env = { PUBLIC_URL: 'https://kontor.example.org' };

describe('verificationMail', () => {
  it('carries the code in subject, text and html, in the language of the account', () => {
    const english = verificationMail(env, 'en', 'a@example.org', '042137');
    const german = verificationMail(env, 'de', 'a@example.org', '042137');
    for (const mail of [english, german]) {
      expect(mail.to).toBe('a@example.org');
      for (const part of [mail.subject, mail.text, mail.html]) expect(part).toContain('042137');
      expect(mail.text).toContain('kontor.example.org');
      expect(mail.html).not.toMatch(/<script|<img|https?:\/\//);
    }
    expect(english.text).toContain('15 minutes');
    expect(german.text).toContain('15 Minuten');
    expect(german.html).toContain('lang="de"');
  });
});

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
