// @vitest-environment happy-dom
/** The page of a link before anything is fetched: it says of what is large that all of it is collected first. */
import type { Visit } from '@kontor/client/link/visit';
import { MantineProvider } from '@mantine/core';
import { flushSync } from 'react-dom';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { OpenLink } from './openLink.tsx';

const mebibyte = 1_048_576;

let root: Root;
beforeEach(() => {
  root = createRoot(document.body.appendChild(document.createElement('div')));
});
afterEach(() => flushSync(() => root.unmount()));

const file = (id: string, size: number, more = {}) => ({ id, kind: 'file', name: id, size, ...more });
const folder = (...sizes: number[]) => [
  { id: 'folder', kind: 'folder', name: 'Site' },
  ...sizes.map((size, i) => file(`${i}.mov`, size * mebibyte, { parentId: 'folder' })),
];

it.each([
  [[file('Film.mov', 501 * mebibyte)], 'This file is 501 MB in size.'],
  [[file('Film.mov', 500 * mebibyte)], undefined],
  [folder(300, 201), 'These files are 501 MB in all.'],
  [folder(300, 200), undefined],
])('of %j says: %s', (documents, says) => {
  const manifest = { documents, rootId: documents[0]!.id, by: 'Ada', from: '', createdAt: 0, expiresAt: 1 };
  const visit = { manifest, downloads: {} } as unknown as Visit;
  flushSync(() =>
    root.render(
      <MantineProvider env="test">
        <OpenLink visit={visit} />
      </MantineProvider>,
    ),
  );
  const text = document.body.textContent;
  if (says) {
    expect(text).toContain(says);
    // Every browser collects it, and any may have too little room.
    expect(text).toMatch(/Any browser .* fails where there is less/);
  } else expect(text).not.toMatch(/browser/);
});
