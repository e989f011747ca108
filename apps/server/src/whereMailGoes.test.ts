import { expect, it } from 'vitest';
import { readEnv } from './env.ts';
import { whereMailGoes } from './whereMailGoes.ts';

it.each([
  [{}, false, 'Mails wait in the local mailbox: http://localhost:4000/dev/mailbox'],
  [{ PUBLIC_URL: 'https://kontor.example.org' }, true, 'No mail leaves this server: SMTP_URL is not set.'],
])('%j: the start says where mails go that no mail server gets', (settings, isProblem, text) => {
  expect(whereMailGoes(readEnv(settings))).toEqual({ isProblem, text: expect.stringContaining(text) });
});

it('says nothing where a mail server gets them', () => {
  const settings = { SMTP_URL: 'smtp://mail.example.org', MAIL_FROM: 'kontor@example.org' };
  expect(whereMailGoes(readEnv(settings))).toBeUndefined();
});
