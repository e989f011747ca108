/** Which notices are due at a moment, and the words of their mails. */
import { keptDays } from '@kontor/contract/billing/standing';
import { dayMs } from '@kontor/contract/time/day';
import { expect, it } from 'vitest';
import { planDeletion } from '../../db/deletionPlan.ts';
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
    status: 'trial' as const,
    trialEndsAt,
    isCanceled: false,
    periodEnd: none,
    canceledAt: none,
    pastDueSince: none,
    endedAt: none,
  };
  const deletion = trialEndsAt + keptDays.trialEnded * dayMs;
  const kindsAt = (subscribed: Parameters<typeof noticesAt>[0], daysBefore: number) =>
    noticesAt(
      subscribed,
      planDeletion(
        { kind: subscribed.status === 'trial' ? 'trialDeletion' : 'deletion', asked: deletion },
        [],
        deletion - daysBefore * dayMs,
      ),
      deletion - daysBefore * dayMs,
    ).map(({ kind }) => kind);
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

it('puts a deletion off until its people were warned in time', () => {
  const asked = { kind: 'deletion', asked: day.getTime() } as const;
  const daysAfter = (days: number) => day.getTime() + days * dayMs;
  const planAt = (now: number, sent: Parameters<typeof planDeletion>[1] = []) => {
    const { at, due } = planDeletion(asked, sent, daysAfter(now));
    return { at: (at - day.getTime()) / dayMs, due };
  };
  const sent = (days: number, at: number) => ({ days, at: daysAfter(at) });
  const onTime = [sent(30, -30), sent(7, -7), sent(1, -1)];
  expect(planAt(-31)).toEqual({ at: 0, due: undefined });
  expect(planAt(-30)).toEqual({ at: 0, due: 30 });
  expect(planAt(-8, onTime.slice(0, 1))).toEqual({ at: 0, due: undefined });
  expect(planAt(-7, onTime.slice(0, 1))).toEqual({ at: 0, due: 7 });
  expect(planAt(0, onTime)).toEqual({ at: 0, due: undefined });
  // Slept over all of it, over the end, over the last day.
  expect(planAt(40)).toEqual({ at: 70, due: 30 });
  expect(planAt(41, [sent(30, 40)])).toEqual({ at: 70, due: undefined });
  expect(planAt(40, onTime.slice(0, 1))).toEqual({ at: 47, due: 7 });
  expect(planAt(40, onTime.slice(0, 2))).toEqual({ at: 41, due: 1 });
  expect(planAt(40, onTime)).toEqual({ at: 0, due: undefined });
});
