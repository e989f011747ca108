// @vitest-environment happy-dom
/** The line of a link: what is known of how often it was fetched. */
import type { Link } from '@kontor/contract/nouns/link';
import type { LinkUse } from '@kontor/contract/wire/link';
import { MantineProvider } from '@mantine/core';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { expect, it, vi } from 'vitest';
import { LinkRow } from './linkRow.tsx';

vi.mock('./queries.ts', () => ({ useLinkEnd: () => undefined }));
vi.mock('./actions.ts', () => ({ addressOfLink: () => '' }));

const link = { id: 'a', name: 'Plan.pdf', fragment: '', expiresAt: 0, maxDownloads: 0 } as Link;

it.each([
  ['until the server said so', undefined, 'how often fetched is unknown at the moment'],
  ['where nobody fetched it', new Map(), 'not fetched yet'],
  [
    'with its count',
    new Map([['a', { linkId: 'a', downloads: 2, lastAt: 0 } as LinkUse]]),
    'fetched 2 times',
  ],
] as const)('says of a link %s: %s', (_, uses, text) => {
  const place = document.createElement('div');
  const root = createRoot(place);
  flushSync(() =>
    root.render(
      <MantineProvider>
        <LinkRow link={link} uses={uses} makerName="Ada" />
      </MantineProvider>,
    ),
  );
  expect(place.textContent).toContain(text);
  flushSync(() => root.unmount());
});
