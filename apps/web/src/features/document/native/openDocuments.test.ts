// @vitest-environment happy-dom
/** Files that are open in other programs, at the end of a session and of the app. */
import { FakeFiles } from '@kontor/client/desktop/testing/fakeFiles';
import { Page } from '@kontor/client/files/testing/page';
import { observable } from '@kontor/client/observable';
import type { KeptDrafts } from '@kontor/client/session/keptDrafts';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { forgetDrafts, keepDraft, keepDraftsIn } from '../../../platform/draft/drafts.ts';
import { leaveOnPurpose, provideSession } from '../../../platform/workspace/session.ts';
import { type OpenWorkspace, provideWorkspace } from '../../../platform/workspace/workspace.ts';
import { discardedFiles } from './discardedFiles.ts';
import { mayWipe } from './mayWipe.ts';
import { attachOpenDocuments, nativeDocuments } from './nativeFiles.ts';
import { startOpenDocuments } from './openDocuments.ts';
import { closeOpenFile, openNatively, showInFolder } from './openFiles.ts';

const said = vi.hoisted(() => [] as string[]);
const say = vi.hoisted(() => (message: string) => void said.push(message));
const asked = vi.hoisted(() => [] as string[]);
vi.mock('../../../ui/overlay/confirm.tsx', () => ({
  confirm: async ({ title, body }: Record<string, string>) => {
    asked.push(`${title} ${body}`);
    return false;
  },
}));
vi.mock('../../../platform/toasts.tsx', () => ({
  clearToasts: () => {},
  toast: { error: say, success: say, info: say },
}));

/** The connection to the server. */
const connection = { state: 'offline' };
let page: Page;
let files: FakeFiles;
let quit: () => Promise<boolean>;
let user: ReturnType<typeof signedInAs>;
/** Tells that a session of before was ended elsewhere. */
let end: (userId: string) => void;

/** Signs somebody in, until `set` says otherwise. */
function signedInAs(id: string) {
  const signedIn = observable<string | undefined>(id);
  provideSession({
    get user() {
      return signedIn.get() && { id: signedIn.get() };
    },
    connection,
    subscribe: signedIn.subscribe,
  } as never);
  return signedIn;
}

beforeEach(async () => {
  said.length = asked.length = 0;
  connection.state = 'offline';
  vi.stubGlobal('reportError', () => {});
  page = new Page();
  await page.open();
  await page.uploads.add([new File(['first'], 'Plan.txt')], { scopeId: page.scopeId });
  files = new FakeFiles();
  user = signedInAs('ada');
  quit = startOpenDocuments(files, {
    onEnded: (listener) => {
      end = listener;
    },
  });
});
afterEach(() => page.close());

/** Opens the document in its program. Returns the id of its file. */
async function openPlan(): Promise<string> {
  const { workspace: records, uploads, downloads } = page;
  attachOpenDocuments({ records, uploads, downloads, userId: 'ada' } as unknown as OpenWorkspace);
  await nativeDocuments().open(records.collections.document.all()[0]!);
  return nativeDocuments().files.get()[0]!.id;
}

it.each([undefined, 'ben'])('wipes every file once its person is gone, then: %s', async (next) => {
  const id = await openPlan();
  page.blobs.onPresign = () => {
    throw new Error('not yet');
  };
  files.save(id, 'second');
  user.set('ada');
  expect(files.disk.size).toBe(1);
  user.set(next);
  expect(nativeDocuments().files.get()).toEqual([]);
  await expect.poll(() => files.disk.size).toBe(0);
  await expect.poll(() => said).toEqual([expect.stringMatching(/^You are signed out.*: Plan\.txt\./)]);
});

it('says of a save that its document was deleted, and of no other that somebody was first', async () => {
  const id = await openPlan();
  page.workspace.remove('document', nativeDocuments().files.get()[0]!.documentId);
  files.save(id, 'second');
  await expect
    .poll(() => said)
    .toEqual([
      expect.stringMatching(/^The document was deleted meanwhile\. Yours was kept as Plan \(conflict/),
    ]);
});

it('leaves what is of another account where the server ended the session', async () => {
  const { checkout } = files.disk.get(await openPlan())!;
  const others = { ...checkout, id: 'other', userId: 'ben' };
  files.disk.set('other', { checkout: others, content: new Uint8Array(1), uploaded: '', beside: new Map() });
  user.set(undefined);
  await expect.poll(() => [...files.disk.keys()]).toEqual(['other']);
});

it('says nothing where all was uploaded, or whoever signs out said that it may go', async () => {
  await openPlan();
  user.set(undefined);
  await expect.poll(() => files.disk.size).toBe(0);
  user.set('ada');
  files.saveUnseen(await openPlan(), 'second');
  leaveOnPurpose(true);
  user.set(undefined);
  leaveOnPurpose(false);
  await expect.poll(() => files.disk.size).toBe(0);
  expect(said).toEqual([]);
});

it('wipes what an earlier run left of a session that is no more, and nothing unsent or of somebody else', async () => {
  const { checkout } = files.disk.get(await openPlan())!;
  const kept = { content: new Uint8Array(1), beside: new Map() };
  const leave = (id: string, userId: string, uploaded: string) =>
    files.disk.set(id, { ...kept, uploaded, checkout: { ...checkout, id, userId } });
  leave('unsent', 'ada', '');
  leave('of ben', 'ben', '');
  end('ada');
  await expect.poll(() => said).toEqual([]);
  await new Promise((resume) => setTimeout(resume, 20));
  expect([...files.disk.keys()]).toContain('unsent');
  files.disk.delete('unsent');
  end('ada');
  await expect.poll(() => [...files.disk.keys()]).toEqual(['of ben']);
});

it('takes up what was left to whoever signs in, before a workspace is open', async () => {
  const { checkout } = files.disk.get(await openPlan())!;
  const keep = (id: string, userId: string) =>
    files.disk.set(id, {
      checkout: { ...checkout, id, userId },
      content: new Uint8Array(1),
      uploaded: '',
      beside: new Map(),
    });
  keep('of ada', 'ada');
  keep('of ben', 'ben');
  user.set(undefined);
  expect(nativeDocuments().files.get()).toEqual([]);
  user.set('ben');
  await expect
    .poll(() =>
      nativeDocuments()
        .files.get()
        .map(({ id }) => id),
    )
    .toEqual(['of ben']);
});

it('names what is not uploaded of another account', async () => {
  const { checkout } = files.disk.get(await openPlan())!;
  const others = { ...checkout, id: 'other', userId: 'ben', name: 'Bens.txt' };
  files.disk.set('other', { checkout: others, content: new Uint8Array(1), uploaded: '', beside: new Map() });
  await mayWipe();
  await quit();
  expect(asked).toEqual([
    expect.stringMatching(/^Discard .*Of another account or server on this computer: Bens\.txt\./),
    expect.stringMatching(/^1 open file .*Of another account or server on this computer: Bens\.txt\./),
  ]);
});

it('says why a file did not open, and that its folder did not', async () => {
  await openPlan();
  await openPlan();
  const refuse = () => Promise.reject(Object.assign(new Error('disk'), { code: 'disk' }));
  files.launch = files.show = refuse;
  const records = Object.assign(page.workspace, { serverTime: () => undefined });
  provideWorkspace({ records, userId: 'ada' } as never);
  await openNatively(page.workspace.collections.document.all()[0]!);
  await showInFolder('any');
  expect(said).toEqual([
    expect.stringContaining('The disk of this computer is full'),
    'The folder could not be opened.',
  ]);
});

it('says that the computer refuses the folder of open files', async () => {
  files.left = () => Promise.reject(Object.assign(new Error('disk'), { code: 'disk' }));
  startOpenDocuments(files);
  await expect.poll(() => said).toEqual([expect.stringContaining('cannot use its folder for open files')]);
});

it.each([true, false])('remembers what was discarded by signing out, on purpose: %s', async (isOnPurpose) => {
  const id = await openPlan();
  page.blobs.onPresign = () => {
    throw new Error('not yet');
  };
  files.save(id, 'second');
  await expect.poll(() => page.uploads.entries.get()).toHaveLength(2);
  leaveOnPurpose(isOnPurpose);
  user.set(undefined);
  leaveOnPurpose(false);
  expect(discardedFiles.has(id)).toBe(isOnPurpose);
});

it('neither asks about nor wipes what is of another server at signing out, and quits with it as with any', async () => {
  const { checkout } = files.disk.get(await openPlan())!;
  const others = { ...checkout, id: 'other', server: 'https://trial.example', name: 'Trial.txt' };
  files.disk.set('other', { checkout: others, content: new Uint8Array(1), uploaded: '', beside: new Map() });
  expect(await mayWipe()).toBe(true);
  await quit();
  expect(asked).toEqual([expect.stringContaining('Trial.txt')]);
  leaveOnPurpose(true);
  user.set(undefined);
  leaveOnPurpose(false);
  await expect.poll(() => [...files.disk.keys()]).toEqual(['other']);
});

it('asks all the same where the computer does not tell what is unsent or held', async () => {
  files.unsent = files.held = () => Promise.reject(new Error('no such folder'));
  expect([await mayWipe(), await quit()]).toEqual([false, false]);
  expect(asked).toEqual([
    expect.stringMatching(/^Sign out\? .*could not be read/),
    expect.stringMatching(/^Quit Kontor\? .*could not be read/),
  ]);
  await mayWipe({ title: 'Delete your account?', action: 'Delete account' });
  expect(asked.at(-1)).toMatch(/^Delete your account\? .*could not be read/);
});

it('closes a file where the computer does not tell who has it', async () => {
  await openPlan();
  const [file] = nativeDocuments().files.get();
  files.held = () => Promise.reject(new Error('no such folder'));
  await closeOpenFile(file!);
  expect(said).toEqual([expect.stringContaining('Plan.txt could not be removed')]);
});

it('says that files stay where they could not be wiped', async () => {
  await openPlan();
  files.wipe = () => Promise.reject(new Error('io'));
  user.set(undefined);
  await expect.poll(() => said).toEqual([expect.stringContaining('could be removed from this computer')]);
});

it('says that a file stays that could not be closed, and closes it the next time', async () => {
  await openPlan();
  const [file] = nativeDocuments().files.get();
  const { close } = files;
  files.close = () => Promise.reject(new Error('io'));
  await closeOpenFile(file!);
  expect(said).toEqual([expect.stringContaining('Plan.txt could not be removed')]);
  files.close = close;
  await closeOpenFile(file!);
  expect([files.disk.size, nativeDocuments().files.get()]).toEqual([0, []]);
});

it('asks before signing out wipes what a program shows, uploaded or not', async () => {
  const id = await openPlan();
  expect(await mayWipe()).toBe(true);
  files.programs.add(id);
  expect(await mayWipe()).toBe(false);
  files.saveUnseen(id, 'second');
  expect(await mayWipe()).toBe(false);
  expect(asked).toEqual([
    expect.stringMatching(
      /^1 file may still be open in its program Perhaps still open in another program: Plan\.txt\./,
    ),
    expect.stringMatching(/^Discard what was saved in 1 open file\?.*wipes every open file.*: Plan\.txt\./),
  ]);
});

it('keeps what is typed before the app ends, and asks about chosen files and what this device cannot keep', async () => {
  const kept: string[] = [];
  const keep = async (key: string) => void kept.push(key);
  keepDraftsIn({ found: new Map(), keep } as unknown as KeptDrafts);
  expect(await quit()).toBe(true);
  keepDraft('task', { title: 'half a' }, 'w');
  expect([await quit(), kept]).toEqual([true, ['w/task']]);
  keepDraft('files for r', [{ file: new File([], 'Plan.pdf') }], 'w');
  expect(await quit()).toBe(false);
  keepDraftsIn(undefined);
  expect(await quit()).toBe(false);
  forgetDrafts();
  expect(await quit()).toBe(true);
  expect(asked).toEqual([
    expect.stringMatching(/^Quit, though .* Files that were chosen .* again then\.$/),
    expect.stringMatching(/^Quit, though .* could not be kept on this computer and is lost\.$/),
  ]);
});

it('has a field that is left keep what was typed in it, and waits until this device has it', async () => {
  await openPlan();
  const field = document.body.appendChild(document.createElement('input'));
  const steps: string[] = [];
  field.addEventListener('blur', () => steps.push('kept'));
  const stored = vi.spyOn(page.workspace.outbox, 'stored').mockImplementation(async () => {
    await Promise.resolve();
    steps.push('stored');
  });
  field.focus();
  await quit();
  stored.mockRestore();
  field.remove();
  expect(steps).toEqual(['kept', 'stored']);
});

it.each([
  ['quits', () => quit()],
  ['signs out', mayWipe],
])('tells nobody any more that a document is open here once its person %s', async (_, leave) => {
  connection.state = 'connected';
  Object.assign(page.workspace, { serverTime: () => undefined });
  const leases = page.workspace.collections.lease;
  files.programs.add(await openPlan());
  await expect.poll(() => leases.all()).toHaveLength(1);
  // Whoever stays holds it still.
  expect([await leave(), leases.all().length]).toEqual([false, 1]);
  files.programs.clear();
  expect([await leave(), leases.all().length]).toEqual([true, 0]);
  expect(page.workspace.outbox.status.get().pending).toBe(0);
});
