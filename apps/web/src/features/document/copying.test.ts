/** Copies of documents: what is fetched and uploaded where, under which names, and what is said. */
import type { UploadEntry } from '@kontor/client/files/transfer';
import { addFile } from '@kontor/client/nouns/document';
import { createProject } from '@kontor/client/nouns/project';
import { observable } from '@kontor/client/observable';
import type { Replica } from '@kontor/client/replica/replica';
import { createDevice, openOn } from '@kontor/client/replica/testing/client';
import { ProtocolServer } from '@kontor/client/replica/testing/protocolServer';
import type { Document } from '@kontor/contract/nouns/document';
import { v7 as uuidv7 } from 'uuid';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { personLeft } from '../../platform/leaving.ts';
import { provideSession } from '../../platform/workspace/session.ts';
import { currentWorkspace, provideWorkspace } from '../../platform/workspace/workspace.ts';
import { copyDocuments } from './copying.ts';
import { copyings } from './copyingState.ts';

const said = vi.hoisted(() => [] as string[]);
const say = vi.hoisted(() => (message: string) => said.push(message));
vi.mock('../../platform/toasts.tsx', () => ({ toast: { error: say, success: say, info: say } }));
const room = vi.hoisted(() => ({ asked: [] as (readonly number[])[], is: true, meanwhile: () => {} }));
vi.mock('./upload/actions.ts', async (original) => ({
  ...(await original<typeof import('./upload/actions.ts')>()),
  hasRoom: async (sizes: readonly number[]) => {
    room.asked.push(sizes);
    room.meanwhile();
    return room.is;
  },
}));
vi.mock('../../contents/readContents.ts', () => ({ readContents: undefined }));

const signIn = (id: string) => provideSession({ user: { id }, subscribe: () => () => {} } as never);
let ada: Replica;
let [here, there] = ['', ''];
const damaged = new Set<string>();
/** A colleague's acts while a file is fetched, and how its upload ends where that does not succeed, by its name. */
const meanwhile = new Map<string, () => void>();
const ends = new Map<string, Pick<UploadEntry, 'status' | 'cause'>>();
const fetched: string[] = [];

beforeEach(async () => {
  said.length = 0;
  fetched.length = 0;
  for (const each of [damaged, meanwhile, ends]) each.clear();
  Object.assign(room, { asked: [], is: true, meanwhile: () => {} });
  ada = await openOn(createDevice(), new ProtocolServer());
  [here, there] = ['Villa', 'Hall'].map((name) => createProject(ada, { name }).id) as [string, string];
  await ada.outbox.sent();
  await ada.pull();
  const downloads = {
    blob: async ({ id, name }: Document, signal: AbortSignal) => {
      fetched.push(name);
      if (damaged.has(name)) throw new Error('damaged');
      meanwhile.get(name)?.();
      signal.throwIfAborted();
      return new Blob([`content of ${id}`]);
    },
  };
  const uploads = {
    entries: observable([]),
    add: async ([content]: readonly [File], place: never) => {
      const { name, type: mimeType } = content;
      const failed = ends.get(name);
      // What a colleague called so meanwhile.
      if (failed?.cause === 'NAME_TAKEN') ada.create('document', there, { kind: 'folder', name });
      if (failed) return [failed];
      addFile(ada, place, {
        id: uuidv7(),
        name,
        blobId: uuidv7(),
        parts: [],
        fileKey: await content.text(),
        mimeType,
      });
      return [{ status: 'success' }];
    },
  };
  provideWorkspace({ records: ada, userId: 'ada', downloads, uploads } as never);
  signIn('ada');
});
afterEach(() => ada.close());

const folder = (name: string, parentId?: string) =>
  ada.create('document', here, { kind: 'folder', name, ...(parentId && { parentId }) }).id;
function file(name: string, parentId?: string): string {
  const id = uuidv7();
  addFile(
    ada,
    { scopeId: here, parentId },
    { id, name, blobId: uuidv7(), parts: [], size: 7, fileKey: 'key' },
  );
  return id;
}
/** Returns the paths of all that lies in a project. */
const paths = (scopeId: string) => {
  const { document } = ada.collections;
  const pathOf = ({ name, parentId }: Document): string =>
    parentId ? `${pathOf(document.get(parentId)!)}/${name}` : name;
  return document.where('scopeId', scopeId).map(pathOf).toSorted();
};

it('copies folders with all that lies in them to another project, each file under a key of its own', async () => {
  const plans = folder('Plans');
  const roof = file('Roof.pdf', folder('Inner', plans));
  file('Wall.pdf', plans);
  folder('Empty', plans);
  await copyDocuments([plans, roof], { scopeId: there }, undefined);
  expect(paths(there)).toEqual([
    ...['Plans', 'Plans/Empty', 'Plans/Inner', 'Plans/Inner/Roof.pdf', 'Plans/Wall.pdf'],
  ]);
  const copy = ada.collections.document.where('scopeId', there).find(({ name }) => name === 'Roof.pdf')!;
  expect(copy).toMatchObject({ fileKey: `content of ${roof}`, mimeType: 'application/pdf' });
  expect(copy.id).not.toBe(roof);
  expect(room.asked).toEqual([[7, 7]]);
  expect(said).toEqual([
    '2 files are being copied. Please keep Kontor open until then.',
    'Plans was copied to “Hall”.',
  ]);
  expect(paths(here)).toHaveLength(5);
});

it('gives a copy another name where it has its own, also in the folder that it lies in', async () => {
  const plans = folder('Plans');
  const roof = file('Roof.pdf');
  await copyDocuments([plans, roof], { scopeId: here }, undefined);
  expect(paths(here)).toEqual(['Plans', 'Plans (2)', 'Roof (2).pdf', 'Roof.pdf']);
  expect(said.at(-1)).toBe('2 items were copied to “Villa”.');
});

it('says what could not be read, and copies the rest', async () => {
  damaged.add('Roof.pdf');
  const chosen = [file('Roof.pdf'), file('Wall.pdf')];
  await copyDocuments(chosen, { scopeId: there }, undefined);
  expect(paths(there)).toEqual(['Wall.pdf']);
  expect(said.at(-1)).toBe('Not copied: Roof.pdf.');
});

it('gives a file the name that is free once it is fetched', async () => {
  const roof = file('Roof.pdf');
  meanwhile.set('Roof.pdf', () => {
    meanwhile.clear();
    addFile(
      ada,
      { scopeId: there },
      { id: uuidv7(), name: 'Roof.pdf', blobId: uuidv7(), parts: [], fileKey: 'a colleague’s' },
    );
  });
  await copyDocuments([roof], { scopeId: there }, undefined);
  expect(paths(there)).toEqual(['Roof (2).pdf', 'Roof.pdf']);
  expect(said.at(-1)).toBe('Roof.pdf was copied to “Hall”.');
});

it('says of a file whose name was taken while it was uploaded that it was not copied', async () => {
  const chosen = [file('Roof.pdf'), file('Wall.pdf')];
  ends.set('Roof.pdf', { status: 'failed', cause: 'NAME_TAKEN' });
  await copyDocuments(chosen, { scopeId: there }, undefined);
  expect(paths(there)).toEqual(['Roof.pdf', 'Wall.pdf']);
  expect(said.at(-1)).toBe('Not copied: Roof.pdf.');
});

it.each([
  { status: 'cancelled' },
  { status: 'failed', cause: 'OVER_QUOTA' },
  { status: 'failed', cause: 'SUBSCRIPTION_EXPIRED' },
] as const)('fetches no other file once one ended like this: %o', async (end) => {
  const chosen = ['Door.pdf', 'Roof.pdf', 'Wall.pdf'].map((name) => file(name));
  ends.set('Roof.pdf', end);
  await copyDocuments(chosen, { scopeId: there }, undefined);
  expect(fetched).toEqual(['Door.pdf', 'Roof.pdf']);
  expect(paths(there)).toEqual(['Door.pdf']);
  expect(said.at(-1)).toBe('Not copied: Roof.pdf, Wall.pdf.');
});

it('makes nothing where there is no room, or no such place any more', async () => {
  const plans = folder('Plans');
  file('Roof.pdf', plans);
  room.is = false;
  await copyDocuments([plans], { scopeId: there }, undefined);
  room.is = true;
  const gone = folder('Gone');
  ada.remove('document', gone);
  await copyDocuments([plans], { scopeId: there }, gone);
  expect(paths(there)).toEqual([]);
  expect(said).toEqual(['The place where this was to go is not there any more.']);
});

it('makes nothing in another workspace that was opened meanwhile', async () => {
  const plans = folder('Plans');
  file('Roof.pdf', plans);
  const created: string[] = [];
  const records = { id: 'other', collections: ada.collections, transaction: () => created.push('folder') };
  room.meanwhile = () =>
    provideWorkspace({ records, userId: 'ada', uploads: { entries: observable([]) } } as never);
  await copyDocuments([plans], { scopeId: there }, undefined);
  expect(created).toEqual([]);
  expect(said).toEqual(['Copying failed.']);
});

it('uploads nothing in the name of whoever opens the same workspace after its person, and tells them nothing', async () => {
  const chosen = [file('Roof.pdf'), file('Wall.pdf')];
  meanwhile.set('Roof.pdf', () => {
    provideWorkspace({ ...currentWorkspace(), records: { ...ada }, userId: 'ben' } as never);
    signIn('ben');
    personLeft();
    said.length = 0;
  });
  await copyDocuments(chosen, { scopeId: there }, undefined);
  expect([fetched, paths(there), said]).toEqual([['Roof.pdf'], [], []]);
});

it('tells how far it is as long as a file is to come, also while one is fetched, and stops', async () => {
  const chosen = ['Door.pdf', 'Roof.pdf', 'Wall.pdf'].map((name) => file(name));
  const seen: unknown[] = [];
  const look = () => seen.push(copyings.get().map(({ place, done, total }) => [place, done, total]));
  meanwhile.set('Door.pdf', look);
  meanwhile.set('Roof.pdf', () => {
    look();
    copyings.get()[0]!.stop();
  });
  await copyDocuments(chosen, { scopeId: there }, undefined);
  expect(seen).toEqual([[['Hall', 0, 3]], [['Hall', 1, 3]]]);
  expect([copyings.get(), paths(there)]).toEqual([[], ['Door.pdf']]);
  expect(said.at(-1)).toBe('Not copied: Roof.pdf, Wall.pdf.');
  fetched.length = 0;
  meanwhile.clear();
  await copyDocuments([chosen[1]!], { scopeId: there }, undefined);
  expect([fetched, copyings.get()]).toEqual([['Roof.pdf'], []]);
});
