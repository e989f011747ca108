/** A code that is awaited belongs to one address: whoever turns to another one begins anew. */
import { beforeEach, expect, it } from 'vitest';
import { clearPending, expectEmail, knownEmail, pendingEmail, setPendingEmail } from './pending.ts';
import { pendingRecovery, setPendingRecovery } from './recovery/pending.ts';

beforeEach(() => {
  clearPending();
  setPendingRecovery(undefined);
});

it('waits for no code at an address that replaces the mistyped one', () => {
  setPendingEmail('ada@kontr.example');
  expectEmail('ada@kontor.example');
  expect([pendingEmail(), knownEmail()]).toEqual([undefined, 'ada@kontor.example']);
});

it('goes on waiting where the same address is typed again', () => {
  setPendingEmail('ada@kontor.example');
  expectEmail(' Ada@Kontor.example');
  expect(pendingEmail()).toBeDefined();
});

it('has no recovery under way for an address that replaces the mistyped one', () => {
  const sent = { email: 'ada@kontr.example', state: 'sealed' };
  expectEmail(sent.email);
  setPendingRecovery(sent);
  expectEmail('ADA@kontr.example ');
  expect(pendingRecovery()).toBe(sent);
  expectEmail('ada@kontor.example');
  expect(pendingRecovery()).toBeUndefined();
});
