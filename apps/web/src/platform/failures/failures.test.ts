import { errors } from '@kontor/contract/wire/errors';
import { expect, it } from 'vitest';
import { speak } from '../text/locale.ts';
import { failureCode, failureText } from './failures.ts';

it('knows every code of the contract', () => {
  const codes = Object.keys(errors);
  expect(codes.length).toBeGreaterThan(15);
  for (const code of codes) expect(failureCode({ code })).toBe(code);
});

it('falls back on what the caller says', () => {
  expect(failureText(new Error('x'), 'Login failed')).toBe('Login failed');
  expect(failureText({ code: 'toString' }, 'Login failed')).toBe('Login failed');
  expect(failureText(undefined, 'Login failed')).toBe('Login failed');
});

it('says what the payment provider did not do, and that it was the provider', () => {
  expect(failureText({ code: 'GATEWAY_FAILED' }, 'The plan could not be changed')).toBe(
    'The plan could not be changed. The payment provider does not answer. Please try again',
  );
  expect(failureText({ code: 'PAYMENT_DECLINED' }, 'The plan could not be changed')).toMatch(
    /^The payment was/,
  );
});

it.each([
  [undefined, 'Please wait a moment', 'einen Moment'],
  [{}, 'Please wait a moment', 'einen Moment'],
  [{ retryAfter: 89 }, 'Please wait a moment', 'einen Moment'],
  [{ retryAfter: 90 }, 'Please wait 2 minutes', '2 Minuten'],
  [{ retryAfter: 900 }, 'Please wait 15 minutes', '15 Minuten'],
  [{ retryAfter: 5_400 }, 'Please wait 90 minutes', '90 Minuten'],
  [{ retryAfter: 5_401 }, 'Please wait 2 hours', '2 Stunden'],
  [{ retryAfter: 86_400 }, 'Please wait 24 hours', '24 Stunden'],
])('says how long to wait: %o', (data, english, german) => {
  const said = () => failureText({ code: 'THROTTLED', data }, 'Not sent');
  expect(said()).toBe(`Too many attempts. ${english}`);
  speak('de');
  expect(said()).toBe(`Zu viele Versuche. Bitte warten Sie ${german}`);
  speak('en');
});

it('says after a refused change that what was typed is there to be saved again', () => {
  expect(failureText({ code: 'CONFLICT' }, 'Not saved')).toMatch(
    /changed it in the meantime.*still here.*save again/,
  );
});
