// @vitest-environment happy-dom
/** A request to sign once it is over: texts that were typed about it stay in view, and no place of who declined counts as filled in. */
import { createProject } from '@kontor/client/nouns/project';
import { decline, sign, withdraw } from '@kontor/client/nouns/signingActs';
import type { Replica } from '@kontor/client/replica/replica';
import { createDevice, openOn } from '@kontor/client/replica/testing/client';
import { ProtocolServer } from '@kontor/client/replica/testing/protocolServer';
import type { Session } from '@kontor/client/session/session';
import { MantineProvider } from '@mantine/core';
import type { ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { draftCount, forgetDrafts, keepDraft } from '../../platform/draft/drafts.ts';
import { provideSession } from '../../platform/workspace/session.ts';
import { type OpenWorkspace, provideWorkspace } from '../../platform/workspace/workspace.ts';
import { AskToSign } from './ask.tsx';
import { SigningPage } from './signing.tsx';

const opened = { bytes: { sha256: 'sum', blob: new Blob() } };
const params = vi.hoisted(() => ({ workspace: 'w', signing: '', document: '' }));
vi.mock('@tanstack/react-router', async (original) => ({
  ...(await original<object>()),
  useParams: () => params,
  getRouteApi: () => ({ useParams: () => params }),
}));
vi.mock('@kontor/client/nouns/signingActs', async (original) => ({
  ...(await original<object>()),
  mayAnswer: () => true,
}));
const saveFinished = vi.hoisted(() => vi.fn());
vi.mock('../../features/signing/actions.ts', async (original) => ({
  ...(await original<object>()),
  saveFinished,
}));
vi.mock('../../ui/nav/link.tsx', () => ({ TextLink: () => null }));
vi.mock('../../features/signing/places.ts', () => ({ useSignaturesPlace: () => ({ list: '' }) }));
vi.mock('../../features/signing/history.tsx', () => ({ SigningHistory: () => null }));
vi.mock('../../features/sync/notices.tsx', () => ({ SyncNotices: () => null }));
vi.mock('./signedFrame.tsx', () => ({
  SignedFrame: ({ places }: { places: readonly { label: string }[] }) => (
    <output>{places.map(({ label }) => label).join()}</output>
  ),
  useBytes: () => opened,
}));

const ben = '019a0000-0000-7000-8000-0000000000bb';
let replica: Replica;
let root: Root;
let projectId: string;
let userId: string;

beforeEach(async () => {
  const device = createDevice();
  ({ userId } = device);
  replica = await openOn(device, new ProtocolServer(), { role: 'ADMIN' });
  provideWorkspace({ records: replica, userId } as unknown as OpenWorkspace);
  provideSession({ subscribe: () => () => {}, workspaces: { list: [] } } as unknown as Session);
  projectId = createProject(replica, { name: 'House' }).id;
});
afterEach(async () => {
  flushSync(() => root.unmount());
  document.body.replaceChildren();
  forgetDrafts();
  await replica.close();
});

function show(node: ReactNode): void {
  root = createRoot(document.body.appendChild(document.createElement('div')));
  flushSync(() => root.render(<MantineProvider env="test">{node}</MantineProvider>));
}
/** Returns the texts that are shown as left. */
const left = () =>
  [...document.querySelectorAll('section')]
    .filter((section) => [...section.querySelectorAll('button')].some((each) => each.textContent === 'Copy'))
    .map((section) => section.textContent)
    .join(' ');

function request(): string {
  const file = {
    documentId: projectId,
    name: 'Plan.pdf',
    size: 1,
    sha256: 'sum',
    fileKey: 'key',
    blobId: 'b',
  };
  const fields = [{ id: 'f', userId, kind: 'text', page: 1, x: 0, y: 0, width: 1, height: 1 }];
  return replica.create('signing', projectId, {
    askerId: ben,
    askerName: 'Ben',
    signerIds: [userId],
    isOrdered: false,
    createdAt: 1,
    ...file,
    signers: [{ userId, name: 'Ada', email: '' }],
    fields,
  } as never).id;
}

it('shows why somebody was about to decline, and what they wrote into the fields, once the request is withdrawn', async () => {
  const id = request();
  params.signing = id;
  keepDraft(`decline ${id}`, 'The sum is wrong');
  keepDraft(`sign ${id}`, { initials: '', values: { f: 'Roof first' } });
  show(<SigningPage />);
  await vi.waitFor(() => expect(document.querySelector('#sign')).not.toBeNull());
  expect(left()).toBe('');
  flushSync(() => withdraw(replica, id, '', { userId, at: 2 }));
  await vi.waitFor(() => expect(document.querySelector('#sign')).toBeNull());
  expect(left()).toContain('The sum is wrong');
  expect(left()).toContain('Text on page 2');
  expect(left()).toContain('Roof first');
});

it('shows why somebody was about to take a request back that ended meanwhile, or is gone', async () => {
  const id = request();
  params.signing = id;
  keepDraft(`withdraw ${id}`, 'Another version comes');
  show(<SigningPage />);
  expect(left()).toBe('');
  flushSync(() => withdraw(replica, id, '', { userId, at: 2 }));
  await vi.waitFor(() => expect(left()).toContain('Another version comes'));
  flushSync(() => replica.remove('signing', id));
  expect(left()).toContain('Another version comes');
  const discard = [...document.querySelectorAll('button')].find((each) => each.textContent === 'Discard')!;
  flushSync(() => discard.click());
  expect(draftCount()).toBe(0);
});

it.each([
  ['signed', 'Text: Ada ✓'],
  ['declined', 'Text: Ada'],
])('ticks the places of who signed, and not of who declined (%s)', async (outcome, label) => {
  const id = request();
  params.signing = id;
  const consent = { userId, at: 2, sha256: 'sum', statement: 'I agree', name: 'Ada' };
  if (outcome === 'signed')
    sign(replica, id, { ...consent, mark: { typed: 'Ada' }, values: { f: 'Roof first' } });
  else decline(replica, id, 'The sum is wrong', consent);
  show(<SigningPage />);
  expect(document.querySelector('output')!.textContent).toBe(label);
});

it('shows that the signed document is being made, and makes it once', async () => {
  const id = request();
  params.signing = id;
  const consent = { userId, at: 2, sha256: 'sum', statement: 'I agree', name: 'Ada' };
  sign(replica, id, { ...consent, mark: { typed: 'Ada' }, values: { f: 'Roof first' } });
  show(<SigningPage />);
  const download = [...document.querySelectorAll('button')].find(
    ({ textContent }) => textContent === 'Download signed document',
  )!;
  const made = Promise.withResolvers<void>();
  saveFinished.mockReturnValue(made.promise);
  for (let i = 0; i < 2; i++) flushSync(() => download.click());
  expect([saveFinished.mock.calls.length, download.disabled]).toEqual([1, true]);
  made.resolve();
  await vi.waitFor(() => expect(download.disabled).toBe(false));
});

it('shows the message of a request to sign a document that is gone', () => {
  params.document = '019a0000-0000-7000-8000-0000000000cc';
  keepDraft(`ask ${params.document}`, { message: 'Please by Friday', signerIds: [], fields: [] });
  show(<AskToSign />);
  expect(left()).toContain('Please by Friday');
});
