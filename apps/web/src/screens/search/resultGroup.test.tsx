// @vitest-environment happy-dom
/** Hits of a kind, of which somebody asked for hundreds. */
import { MantineProvider } from '@mantine/core';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { expect, it, vi } from 'vitest';
import { ResultGroup } from './resultGroup.tsx';

vi.mock('./fileWords.ts', () => ({ useExcerpt: () => undefined }));

it('keeps in the page what is near the window, and says how many there are', async () => {
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(57);
  const lines = Array.from({ length: 220 }, (_, n) => ({
    id: `${n}`,
    label: `Roof ${n}`,
    place: 'House',
    icon: null,
    query: {},
    open: () => {},
  }));
  const element = document.body.appendChild(document.createElement('div'));
  const root = createRoot(element);
  flushSync(() =>
    root.render(
      <MantineProvider env="test">
        <ResultGroup group={{ kind: 'tasks', count: 300, lines }} text="" onMore={() => {}} />
      </MantineProvider>,
    ),
  );
  await vi.waitFor(() => expect(element.querySelector('a')?.textContent).toContain('Roof 0'));
  expect(element.querySelectorAll('a').length).toBeLessThan(60);
  expect(element.querySelector('[data-row]')!.getAttribute('aria-setsize')).toBe('220');
  flushSync(() => root.unmount());
  vi.restoreAllMocks();
});
