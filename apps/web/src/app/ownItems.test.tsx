// @vitest-environment happy-dom
/** Marks of a person in the browser's storage, which name their workspaces: none is left for whoever signs in next. */
import type { Session } from '@kontor/client/session/session';
import { MantineProvider } from '@mantine/core';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { expect, it, vi } from 'vitest';
import { AgreementNotice } from '../features/agreement/agreementNotice.tsx';
import { seeDue } from '../features/notification/queries.ts';
import { noteActivity } from '../platform/activity.ts';
import { setLetterShortcuts } from '../platform/shortcuts.ts';
import { provideSession } from '../platform/workspace/session.ts';
import { type OpenWorkspace, provideWorkspace } from '../platform/workspace/workspace.ts';

vi.mock('../features/agreement/queries.ts', () => ({
  useAgreements: () => ({ offered: { sha256: 'sum', version: '1' } }),
}));
vi.mock('../platform/workspace/actor.ts', () => ({ useActor: () => ({ isOwner: true }) }));
vi.mock('../features/agreement/signAgreement.tsx', () => ({ SignAgreement: () => null }));

it('go when the session ends', () => {
  let tell = () => {};
  const session = {
    user: { id: 'ada' } as { id: string } | undefined,
    subscribe: (listener: () => void) => {
      tell = listener;
      return () => {};
    },
  };
  provideSession(session as unknown as Session);
  provideWorkspace({ records: { id: 'w' }, userId: 'ada' } as unknown as OpenWorkspace);
  const element = document.body.appendChild(document.createElement('div'));
  const root = createRoot(element);
  flushSync(() =>
    root.render(
      <MantineProvider env="test">
        <AgreementNotice workspace="w" askerName="Ada" />
      </MantineProvider>,
    ),
  );
  localStorage.clear();
  flushSync(() => element.querySelector('button')!.click());
  seeDue();
  noteActivity('w')();
  // What the device is to do for anybody stays.
  setLetterShortcuts(false);
  expect(Object.entries({ ...localStorage }).filter((entry) => /\bw\b/.test(entry.join(' ')))).toHaveLength(
    4,
  );
  session.user = undefined;
  tell();
  expect(Object.keys({ ...localStorage })).toEqual(['kontor-letters']);
  flushSync(() => root.unmount());
});

it('go where somebody else signs in on a page that started with nobody, and stay for the same person', () => {
  let tell = () => {};
  const session = {
    user: undefined as { id: string } | undefined,
    subscribe: (listener: () => void) => {
      tell = listener;
      return () => {};
    },
  };
  const startAs = (id: string) => {
    session.user = undefined;
    provideSession(session as unknown as Session);
    session.user = { id };
    tell();
  };
  localStorage.clear();
  startAs('ada');
  provideWorkspace({ records: { id: 'w' }, userId: 'ada' } as unknown as OpenWorkspace);
  seeDue();
  const left = () => Object.keys({ ...localStorage }).filter((key) => key.endsWith(' w'));
  startAs('ada');
  expect(left()).toHaveLength(1);
  startAs('ben');
  expect(left()).toEqual([]);
});
