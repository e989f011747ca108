// @vitest-environment happy-dom
/** Folders that are dropped on the page, as browsers hand them over: in pieces, an empty one at the end. */
import { MantineProvider } from '@mantine/core';
import { flushSync } from 'react-dom';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { WaitingFiles } from '../../features/document/waitingFiles.tsx';
import { refuseDrops } from '../../platform/droppedFiles.ts';
import { type Dropped, FileDrop } from './fileDrop.tsx';

let page: HTMLElement;
let root: Root;
let dropped: Dropped[];
beforeEach(() => {
  dropped = [];
  page = document.createElement('div');
  root = createRoot(page);
  flushSync(() => root.render(<FileDrop label="Drop here" onDrop={(each) => dropped.push(each)} />));
});
afterEach(() => flushSync(() => root.unmount()));

type Tree = { [name: string]: Tree | 'file' | 'locked' | 'locked folder' };

/** Returns a folder of the browser's, which gives two entries at a time. */
const entryOf = (name: string, content: Tree[string]): object => {
  const refuse = (_: unknown, refused: (error: Error) => void) => refused(new DOMException('locked'));
  if (content === 'locked') return { name, isDirectory: false, file: refuse };
  if (content === 'locked folder')
    return { name, isDirectory: true, createReader: () => ({ readEntries: refuse }) };
  return content === 'file'
    ? { name, isDirectory: false, file: (found: (file: File) => void) => found(new File([name], name)) }
    : {
        name,
        isDirectory: true,
        createReader: () => {
          const left = Object.entries(content).map((each) => entryOf(...each));
          return { readEntries: (found: (entries: object[]) => void) => found(left.splice(0, 2)) };
        },
      };
};

function drop(tree: Tree): Dropped {
  const items = Object.entries(tree).map(([name, content]) => ({
    kind: 'file',
    getAsFile: () => new File([name], name),
    webkitGetAsEntry: () => entryOf(name, content),
  }));
  const event = new Event('drop', { cancelable: true });
  Object.assign(event, { dataTransfer: { types: ['Files'], items: [...items, { kind: 'string' }] } });
  window.dispatchEvent(event);
  expect(event.defaultPrevented).toBe(true);
  return dropped.at(-1)!;
}

const site: Tree = {
  Site: {
    'a.txt': 'file',
    '.DS_Store': 'file',
    Photos: { '1.jpg': 'file', '2.jpg': 'file' },
    Plans: { Old: {}, Older: { 'Thumbs.db': 'file' } },
    'b.txt': 'file',
  },
  'loose.txt': 'file',
};

it('hands over all files of dropped folders with the folders that they lie in, without what systems leave there', async () => {
  const { hasFolders, files, tree } = drop(site);
  expect([hasFolders, files.map(({ name }) => name)]).toEqual([true, ['loose.txt']]);
  const found = await tree(100);
  const placed = found.files.map(({ file, folders }) => [...folders, file.name].join('/'));
  expect(found.empty.map((path) => path.join('/'))).toEqual(['Site/Plans/Old', 'Site/Plans/Older']);
  expect(placed).toEqual(['loose.txt', 'Site/a.txt', 'Site/Photos/1.jpg', 'Site/Photos/2.jpg', 'Site/b.txt']);
});

it('hands over what can be read, and the paths of what cannot', async () => {
  const found = await drop({
    Site: { 'a.txt': 'locked', Photos: 'locked folder', Plans: { '1.pdf': 'locked' }, 'b.txt': 'file' },
  }).tree(100);
  expect(found.files.map(({ file }) => file.name)).toEqual(['b.txt']);
  expect([found.unread, found.empty]).toEqual([['Site/a.txt', 'Site/Photos', 'Site/Plans/1.pdf'], []]);
});

it('stops reading a folder once there is more in it than can be taken', async () => {
  expect((await drop(site).tree(2)).files).toHaveLength(3);
});

it('takes files by themselves as they are', () => {
  const { hasFolders, files } = drop({ 'a.txt': 'file', 'b.txt': 'file' });
  expect([hasFolders, files.map(({ name }) => name)]).toEqual([false, ['a.txt', 'b.txt']]);
});

/** Drags files over the page and drops them; returns whether the browser is kept from opening them, and what the pointer shows. */
function dropFile(): [isKept: boolean, effect: string] {
  const dataTransfer = {
    types: ['Files'],
    dropEffect: '',
    items: [{ kind: 'file', getAsFile: () => new File(['a'], 'a.txt'), webkitGetAsEntry: () => null }],
  };
  const events = ['dragover', 'drop'].map((type) =>
    Object.assign(new Event(type, { cancelable: true }), { dataTransfer }),
  );
  for (const event of events) window.dispatchEvent(event);
  return [events.every(({ defaultPrevented }) => defaultPrevented), dataTransfer.dropEffect];
}

it('gives files that are dropped on a form to the form, not to the page beneath it', () => {
  const waiting: File[][] = [];
  const form = createRoot(document.createElement('div'));
  flushSync(() =>
    form.render(
      <MantineProvider env="test">
        <WaitingFiles files={[]} onChange={(files) => waiting.push(files)} />
      </MantineProvider>,
    ),
  );
  dropFile();
  expect(waiting.map((files) => files.map(({ name }) => name))).toEqual([['a.txt']]);
  expect(dropped).toEqual([]);
  flushSync(() => form.unmount());
  expect(dropFile()).toEqual([true, 'copy']);
  expect(dropped).toHaveLength(1);
});

it('keeps the browser from opening a file that is dropped where nothing takes it', () => {
  flushSync(() => root.render(null));
  expect(dropFile()).toEqual([false, '']);
  refuseDrops();
  expect(dropFile()).toEqual([true, 'none']);
  flushSync(() => root.render(<FileDrop label="Drop here" onDrop={(each) => dropped.push(each)} />));
  expect(dropFile()).toEqual([true, 'copy']);
});

it('says where files go that were dragged in before it was there, until they are dropped or dragged out', () => {
  const shown = () => page.textContent === 'Drop here';
  const drag = (type: string) => {
    const event = Object.assign(new Event(type, { cancelable: true }), {
      dataTransfer: { types: ['Files'] },
    });
    flushSync(() => window.dispatchEvent(event));
  };
  expect(shown()).toBe(false);
  drag('dragover');
  expect(shown()).toBe(true);
  drag('dragleave');
  expect(shown()).toBe(false);
});
