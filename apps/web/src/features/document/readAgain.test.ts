/** Reading a file anew: its words, its small picture, and the message about them. */
import type { FileContents } from '@kontor/client/files/fileContents';
import type { Document } from '@kontor/contract/nouns/document';
import { beforeEach, expect, it, vi } from 'vitest';
import { provideWorkspace } from '../../platform/workspace/workspace.ts';
import { readAgain } from './reading.ts';

const said = vi.hoisted(() => [] as string[]);
const say = vi.hoisted(() => (message: string) => void said.push(message));
vi.mock('../../platform/toasts.tsx', () => ({ toast: { error: say, success: say, info: say } }));
const found = vi.hoisted(() => ({ contents: {} as FileContents }));
vi.mock('../../contents/readContents.ts', () => ({ readContents: async () => found.contents }));

const describe = vi.fn(async () => {});
beforeEach(() => {
  said.length = 0;
  describe.mockClear();
  provideWorkspace({ openFile: async () => new Blob(), describe } as never);
});

const holdsNoText = 'holds no text: it cannot be found by its content.';
const thumbnail = new Uint8Array(3);
it.each([
  ['a.png', 'picture', { thumbnail }, 'a.png has a preview picture now.'],
  ['a.png', 'picture', {}, 'No picture can be made of a.png.'],
  ['a.pdf', 'picture', { thumbnail, searchable: 'yes' }, 'a.pdf has a preview picture now.'],
  ['a.pdf', 'words', { thumbnail, searchable: 'yes' }, 'a.pdf can be found by its words now.'],
  ['a.log', 'words', { searchable: 'part' }, 'Only the beginning of a.log can be searched now.'],
  ['scan.pdf', 'words', { words: '', searchable: 'never' }, `scan.pdf ${holdsNoText}`],
  ['a.txt', 'words', { searchable: 'never' }, 'The words of a.txt cannot be read.'],
] as const)('of %s without its %s, reading %j says: %s', async (name, missing, contents, message) => {
  const document = { name } as Document;
  found.contents = contents as FileContents;
  await readAgain(document, missing);
  expect(describe).toHaveBeenCalledWith(document, contents);
  expect(said).toEqual([`${name} is being read.`, message]);
});
