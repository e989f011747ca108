/** Which notices are due at a moment, and the words of their mails. */
import { dayMs, keptDays } from '@kontor/contract/billing/standing';
import { expect, it } from 'vitest';
import { noticeMail } from './notices.ts';
import { noticesAt } from './rounds.ts';

const day = new Date('2026-01-31T23:30:00Z');
const mailOf = (language: 'en' | 'de', kind: Parameters<typeof noticeMail>[1]) =>
  noticeMail(language, kind, { name: 'Adler', day, url: 'https://kontor.example/1/settings' });

it('names the day that the confirmation of a cancellation and invoices name', () => {
  expect(mailOf('en', 'canceled').subject).toBe('The subscription of Adler ends on 1 February 2026');
  expect(mailOf('de', 'canceled').subject).toBe('Das Abonnement von Adler endet am 1. Februar 2026');
});

it('speaks of a subscription that ended only where there was one', () => {
  const [trialEndsAt, none] = [day.getTime(), null];
  const trial = {
    ...{ status: 'trial' as const, trialEndsAt, isCanceled: false },
    ...{ periodEnd: none, canceledAt: none, pastDueSince: none, endedAt: none },
  };
  const deletion = trialEndsAt + keptDays.trialEnded * dayMs;
  const kindsAt = (subscribed: Parameters<typeof noticesAt>[0], daysBefore: number) =>
    noticesAt(subscribed, deletion - daysBefore * dayMs).map(({ kind }) => kind);
  expect(kindsAt(trial, 15)).toEqual(['trialEnded']);
  expect(kindsAt(trial, 14)).toEqual(['trialEnded', 'trialDeletion']);
  const endedAt = deletion - keptDays.ended * dayMs;
  expect(kindsAt({ ...trial, status: 'ended', endedAt, canceledAt: endedAt }, 7)).toEqual(['deletion']);

  const words = { en: /subscription/i, de: /Abonnement/ };
  for (const language of ['en', 'de'] as const) {
    expect(mailOf(language, 'deletion').text).toMatch(words[language]);
    expect(mailOf(language, 'trialDeletion').text).not.toMatch(words[language]);
  }
});
