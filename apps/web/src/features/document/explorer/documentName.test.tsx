// @vitest-environment happy-dom
/** The mark of a folder or file that got two names at once leads to where one is chosen. */
import type { Document } from '@kontor/contract/nouns/document';
import { MantineProvider } from '@mantine/core';
import type { ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { expect, it, vi } from 'vitest';
import { RowName } from './documentTable.tsx';

vi.mock('../../../platform/workspace/workspace.ts', () => ({ usePending: () => false }));
vi.mock('../star.ts', () => ({ useStarred: () => new Set() }));
vi.mock('../../../ui/nav/queryLink.tsx', () => ({
  QueryLink: ({ children }: { children: ReactNode }) => <a href="/">{children}</a>,
}));
vi.mock('./folderLink.tsx', () => ({
  FolderLink: ({ children }: { children: ReactNode }) => <a href="/">{children}</a>,
}));

const conflicts = [{ id: 'c', field: 'name', kept: { name: 'Southern maps' }, by: 'ben', at: 0 }];
const documents = (['folder', 'file'] as const).map(
  (kind) => ({ id: kind, kind, name: 'Northern maps', conflicts }) as unknown as Document,
);

it.each(documents)('of a $kind', (document) => {
  const onDecide = vi.fn();
  const place = window.document.createElement('div');
  const root = createRoot(place);
  flushSync(() =>
    root.render(
      <MantineProvider>
        <RowName
          row={document}
          linkTo={() => ({}) as never}
          onShow={() => {}}
          markOf={() => null}
          onDecide={onDecide}
        />
      </MantineProvider>,
    ),
  );
  place.querySelector<HTMLElement>('[aria-label^="Changed in two places at once"]')!.click();
  expect(onDecide).toHaveBeenCalledWith(document);
  flushSync(() => root.unmount());
});
