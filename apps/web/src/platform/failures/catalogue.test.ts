/** The specification's catalogue of errors: its texts word for word in English, and others in German. */
import { type ErrorCode, errors } from '@kontor/contract/wire/errors';
import { describe, expect, it } from 'vitest';
import { authMessages } from '../../features/auth/messages.ts';
import { recoveryMessages } from '../../features/auth/recovery/messages.ts';
import { documentMessages } from '../../features/document/messages.ts';
import { nativeMessages } from '../../features/document/native/messages.ts';
import { causeText } from '../../features/document/upload/uploadRow.tsx';
import { roomMessages } from '../../features/room/messages.ts';
import { subscriptionMessages } from '../../features/subscription/messages.ts';
import { timeMessages } from '../../features/timeEntry/messages.ts';
import { formMessages } from '../../ui/form/messages.ts';
import { pictureMessages } from '../../ui/picture/messages.ts';
import { speak } from '../text/locale.ts';
import { failureText } from './failures.ts';
import { failureMessages } from './messages.ts';

/** Returns the text of a key in both languages; a key that is renamed does not compile. */
const of = <K extends string>(
  { en, de }: { en: Readonly<Record<K, string>>; de: Readonly<Record<K, string>> },
  key: K,
) => [en[key], de[key]] as const;

describe('the catalogue', () => {
  it.each([
    ['This account is not verified yet', of(failureMessages, 'notVerified')],
    ['Register failed', of(authMessages, 'registerFailed')],
    ['Fill register form', of(authMessages, 'fillForm')],
    ['We are unable to recover your account', of(recoveryMessages, 'failed')],
    ['Permission denied', of(failureMessages, 'permissionDenied')],
    [
      'You are member of one or more workspaces. Please leave them before deleting your account',
      of(failureMessages, 'stillMember'),
    ],
    ['{{name}}: Save failed, close and retry', of(nativeMessages, 'failedToast')],
    [
      'Documents cannot be moved into the virtual Task documents folder.',
      of(documentMessages, 'intoTaskDocuments'),
    ],
    ['Time tracking is running already!', of(failureMessages, 'timerRunning')],
    ['Time tracking is running already!', of(timeMessages, 'isRunning')],
    ['There is no open time tracking available!', of(timeMessages, 'noneRunning')],
    ['Direct message room already exists', of(roomMessages, 'directExists')],
    ['Please select a room name', of(roomMessages, 'nameMissing')],
    ['Should not be empty', of(formMessages, 'notEmpty')],
    [
      'The image must meet a minimum resolution of {{width}} x {{height}} and a maximum size of {{size}} KB',
      of(pictureMessages, 'imageSize'),
    ],
    ['Subscription expired', of(failureMessages, 'subscriptionExpired')],
    ['Subscription expired', of(subscriptionMessages, 'expired')],
    ['Could not fetch CSRF Token for signing out', of(failureMessages, 'signOutFailed')],
  ])('has %j', (text, [english, german]) => {
    expect(english).toBe(text);
    expect(german.trim()).not.toBe('');
    expect(german).not.toBe(text);
  });

  /** Codes that the person can do nothing about, or of which an upload speaks in words of its own. */
  const generic: readonly ErrorCode[] = ['BAD_INPUT', 'BLOB_MISSING', 'INTERNAL'];

  it.each(Object.keys(errors) as ErrorCode[])('says what %s means, unless nothing can be said', (code) => {
    const said = failureText({ code });
    if (generic.includes(code)) expect(said).toBe('Something went wrong! Please try again');
    else expect(said).not.toMatch(/went wrong/);
  });

  it('says of a failed upload what it says elsewhere', () => {
    const upload = { cause: 'INTERNAL', sent: 0, total: 1 } as Parameters<typeof causeText>[0];
    expect(causeText(upload)).toBe('Something went wrong! Please try again');
  });

  it('says of a sign-out without a token what failed, in both languages', () => {
    expect(failureText({ code: 'CSRF' })).toBe('Could not fetch CSRF Token for signing out');
    speak('de');
    expect(failureText({ code: 'CSRF' })).toMatch(/Abmelden/);
    speak('en');
  });
});
