import { expect, it } from 'vitest';
import { longestMailMs } from './adapters/mail.ts';
import { retries } from './mails.ts';

it('tries a mail as long as the longest one is of use, also where each pause is the shortest', () => {
  const { retryLimit, retryDelay, retryDelayMax } = retries;
  // The queue's pauses double, and half of each is random.
  const pauses = Array.from({ length: retryLimit }, (_, n) => Math.min(retryDelayMax, retryDelay * 2 ** n));
  expect(pauses.reduce((sum, pause) => sum + pause, 0) * 1000).toBeGreaterThanOrEqual(longestMailMs);
});
