/** Copies of documents: what is fetched and uploaded where, under which names, and what is said. */
import { addFile } from '@kontor/client/nouns/document';
import { createProject } from '@kontor/client/nouns/project';
import { observable } from '@kontor/client/observable';
import type { Replica } from '@kontor/client/replica/replica';
import { createDevice, openOn } from '@kontor/client/replica/testing/client';
import { ProtocolServer } from '@kontor/client/replica/testing/protocolServer';
import type { Document } from '@kontor/contract/nouns/document';
import { v7 as uuidv7 } from 'uuid';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { provideWorkspace } from '../../platform/workspace/workspace.ts';
import { copyDocuments } from './copying.ts';

const said = vi.hoisted(() => [] as string[]);
const say = vi.hoisted(() => (message: string) => said.push(message));
vi.mock('../../platform/toasts.tsx', () => ({ toast: { error: say, success: say, info: say } }));
const room = vi.hoisted(() => ({ asked: [] as (readonly number[])[], is: true }));
vi.mock('./upload/actions.ts', async (original) => ({
  ...(await original<typeof import('./upload/actions.ts')>()),
  hasRoom: async (sizes: readonly number[]) => {
    room.asked.push(sizes);
    return room.is;
  },
}));
vi.mock('../../contents/readContents.ts', () => ({ readContents: undefined }));

let ada: Replica;
let [here, there] = ['', ''];
const damaged = new Set<string>();

beforeEach(async () => {
  said.length = 0;
  damaged.clear();
  Object.assign(room, { asked: [], is: true });
  ada = await openOn(createDevice(), new ProtocolServer());
  [here, there] = ['Villa', 'Hall'].map((name) => createProject(ada, { name }).id) as [string, string];
  await ada.outbox.sent();
  await ada.pull();
  const downloads = {
    blob: async ({ id, name }: Document) => {
      if (damaged.has(name)) throw new Error('damaged');
      return new Blob([`content of ${id}`]);
    },
  };
  const uploads = {
    entries: observable([]),
    add: async (files: readonly File[], place: never) => {
      for (const content of files)
        addFile(ada, place, {
          ...{ id: uuidv7(), name: content.name, blobId: uuidv7(), parts: [] },
          ...{ fileKey: await content.text(), mimeType: content.type },
        });
    },
  };
  provideWorkspace({ records: ada, userId: 'ada', downloads, uploads } as never);
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
