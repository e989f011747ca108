// @vitest-environment happy-dom
/** The offer to read a file anew: of what was never read, and of what was and is damaged. */
import { damagedWords } from '@kontor/client/searching/searchedDocument';
import type { Document } from '@kontor/contract/nouns/document';
import { MantineProvider, Menu } from '@mantine/core';
import { flushSync } from 'react-dom';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { provideWorkspace } from '../../../platform/workspace/workspace.ts';
import { ReadAgainItem } from './readAgainItem.tsx';

const search = {
  changes: { subscribe: () => () => {} },
  keys: async ({ tagged }: { tagged: string[][] }) => {
    expect(tagged).toEqual([[damagedWords]]);
    return ['damaged'];
  },
};

let root: Root;
beforeEach(() => {
  root = createRoot(document.body.appendChild(document.createElement('div')));
});
afterEach(() => flushSync(() => root.unmount()));

it.each([
  ['damaged', 'a.eml', 'yes', 'Make searchable by content'],
  ['whole', 'a.eml', 'yes', ''],
  ['unread', 'a.eml', 'no', 'Make searchable by content'],
  ['damaged', 'a.bin', 'yes', ''],
] as const)('of a %s file %s, searchable: %s, is: %s', async (id, name, searchable, offer) => {
  provideWorkspace({ records: { search: async () => search } } as never);
  flushSync(() =>
    root.render(
      <MantineProvider env="test">
        <Menu opened withinPortal={false}>
          <Menu.Dropdown>
            <ReadAgainItem document={{ id, name, searchable } as Document} />
          </Menu.Dropdown>
        </Menu>
      </MantineProvider>,
    ),
  );
  const offered = () => document.querySelector('[role=menuitem]')?.textContent ?? '';
  await new Promise((resolve) => setTimeout(resolve));
  await expect.poll(offered).toBe(offer);
});
