/** Retries of what was refused while a payment was missing, once the workspace may be written. */
import { expect, it, vi } from 'vitest';
import { observable } from '../observable.ts';
import type { FailedTransaction } from '../replica/status.ts';
import { sendPaid } from './sendPaid.ts';

const unpaid = { id: 'a', code: 'SUBSCRIPTION_EXPIRED' } as FailedTransaction;
const closed = { id: 'b', code: 'CLOSED' } as FailedTransaction;

/** Follows a workspace in which both were refused. */
function follow(isWritable: boolean) {
  const writable = observable(isWritable);
  const session = observable(0);
  const retry = vi.fn(async () => {});
  const failed = observable([unpaid, closed]);
  const stop = sendPaid({ isWritable: writable.get, outbox: { failed, retry } }, session);
  const say = (next: boolean) => {
    writable.set(next);
    session.set(session.get() + 1);
  };
  return { retry, say, stop };
}

it('retries what was refused for a missing payment at the opening of a workspace that is paid', () => {
  const { retry, say } = follow(true);
  expect(retry).toHaveBeenCalledExactlyOnceWith('a');
  // What is refused again waits for the person, whatever else the session shows.
  say(true);
  expect(retry).toHaveBeenCalledOnce();
});

it('retries it once each time that the workspace becomes writable again', () => {
  const { retry, say, stop } = follow(false);
  say(false);
  expect(retry).not.toHaveBeenCalled();
  say(true);
  say(true);
  expect(retry).toHaveBeenCalledExactlyOnceWith('a');
  say(false);
  say(true);
  expect(retry).toHaveBeenCalledTimes(2);
  say(false);
  stop();
  say(true);
  expect(retry).toHaveBeenCalledTimes(2);
});
