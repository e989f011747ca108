// @vitest-environment happy-dom
/** The question before another server is chosen says that the session stays only where something keeps it. */
import { type Observable, observable } from '@kontor/client/observable';
import type { KeychainTrouble } from '@kontor/client/session/account/bearerSession';
import { expect, it, vi } from 'vitest';
import { provideKeychainTrouble } from '../../platform/desktop/keychain.ts';
import { anotherServer } from './anotherServer.ts';

const asked = vi.hoisted(() => [] as { body: string }[]);
vi.mock('../../ui/overlay/confirm.tsx', () => ({
  confirm: async (question: { body: string }) => {
    asked.push(question);
    return false;
  },
}));
vi.mock('../../features/document/native/nativeFiles.ts', () => ({
  filesInDoubt: async () => ({ unsent: [], isUnknown: true }),
}));

it.each([
  [undefined, true],
  ['absent', false],
  ['locked', false],
] as const)('with the keychain %s', async (trouble, stays) => {
  const kept: Observable<KeychainTrouble | undefined> = observable(trouble);
  provideKeychainTrouble(kept);
  await anotherServer();
  expect(asked.pop()!.body.endsWith('You stay signed in here.')).toBe(stays);
});
