// @vitest-environment happy-dom
/** The messages that are read out: each of them, though its words are those of the one before. */
import type { Message } from '@kontor/contract/nouns/message';
import { MantineProvider } from '@mantine/core';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { afterEach, expect, it, vi } from 'vitest';
import { type OpenWorkspace, provideWorkspace } from '../../../platform/workspace/workspace.ts';
import { Announcer } from './announcer.tsx';

vi.mock('../messageText.ts', () => ({ messageText: () => 'Yes' }));
afterEach(() => void vi.useRealTimers());

it('says nothing of what was missing on entry, and puts the same words anew onto the page', () => {
  vi.useFakeTimers();
  provideWorkspace({ userId: 'ada' } as unknown as OpenWorkspace);
  const root = createRoot(document.body.appendChild(document.createElement('div')));
  const people = new Map();
  const hear = (count: number, hasNewest = true) => {
    const items = Array.from({ length: count }, (_, at) => ({
      kind: 'record' as const,
      key: String(at),
      record: { id: String(at), userId: 'ben', createdRevision: at + 1 } as Message,
    }));
    flushSync(() =>
      root.render(
        <MantineProvider env="test">
          <Announcer items={items} hasNewest={hasNewest} people={people} />
        </MantineProvider>,
      ),
    );
    flushSync(() => vi.advanceTimersByTime(1_000));
    return document.querySelector('[role="status"]')!.firstElementChild;
  };
  hear(1, false);
  // What was missing when the room was opened is no news.
  expect(hear(3, true)?.textContent).toBe('');
  const said = hear(4);
  expect(said?.textContent).toContain('Yes');
  const next = hear(5);
  expect(next?.textContent).toBe(said!.textContent);
  expect(next).not.toBe(said);
  flushSync(() => root.unmount());
});
