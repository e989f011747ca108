// @vitest-environment happy-dom
/** Folders that are dropped on the page, as browsers hand them over: in pieces, an empty one at the end. */
import { flushSync } from 'react-dom';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type Dropped, FileDrop } from './fileDrop.tsx';

let root: Root;
let dropped: Dropped[];
beforeEach(() => {
  dropped = [];
  root = createRoot(document.createElement('div'));
  flushSync(() => root.render(<FileDrop label="Drop here" onDrop={(each) => dropped.push(each)} />));
});
afterEach(() => flushSync(() => root.unmount()));

type Tree = { [name: string]: Tree | 'file' };

/** A folder of the browser's, which gives two entries at a time. */
const entryOf = (name: string, content: Tree | 'file'): object =>
  content === 'file'
    ? { name, isDirectory: false, file: (found: (file: File) => void) => found(new File([name], name)) }
    : {
        name,
        isDirectory: true,
        createReader: () => {
          const left = Object.entries(content).map((each) => entryOf(...each));
          return { readEntries: (found: (entries: object[]) => void) => found(left.splice(0, 2)) };
        },
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

it('stops reading a folder once there is more in it than can be taken', async () => {
  expect((await drop(site).tree(2)).files).toHaveLength(3);
});

it('takes files by themselves as they are', () => {
  const { hasFolders, files } = drop({ 'a.txt': 'file', 'b.txt': 'file' });
  expect([hasFolders, files.map(({ name }) => name)]).toEqual([false, ['a.txt', 'b.txt']]);
});
