import { describe, expect, it } from 'vitest';
import { verificationWords } from './features/account/verificationMail.ts';
import { recoveryWords } from './features/recovery/recoveryMail.ts';
import { codeMail, newCode } from './mailedCode.ts';

const env = { PUBLIC_URL: 'https://kontor.example.org' };

it('has six digits', () => {
  for (let round = 0; round < 100; round++) expect(newCode()).toMatch(/^\d{6}$/);
});

describe.each([
  ['a sign-up', verificationWords],
  ['a forgotten password', recoveryWords],
])('the mail of %s', (_, words) => {
  it('carries the code in subject, text and html, in the language of the account', () => {
    const english = codeMail(words, env, 'en', 'a@example.org', '042137');
    const german = codeMail(words, env, 'de', 'a@example.org', '042137');
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
