// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { expect, it } from 'vitest';
import { ContentBoundary } from './contentBoundary.tsx';

interface Note {
  at: number;
}

const Time = ({ at }: Note) => <time>{new Date(at).toISOString()}</time>;

it('keeps a record that cannot be drawn to its own place, until there is another version of it', () => {
  const element = document.createElement('div');
  const root = createRoot(element, { onCaughtError: () => {} });
  const draw = (...notes: Note[]) =>
    flushSync(() =>
      root.render(
        <MantineProvider>
          {notes.map((note, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a record keeps its place here
            <div key={index}>
              <ContentBoundary of={note}>
                <Time {...note} />
              </ContentBoundary>
              <i>Delete</i>
            </div>
          ))}
        </MantineProvider>,
      ),
    );
  const texts = () => [...element.querySelectorAll('div:has(> i)')].map((each) => each.textContent);
  draw({ at: 0 }, { at: 1e300 });
  expect(texts()).toEqual(['1970-01-01T00:00:00.000ZDelete', 'This cannot be shown.Try againDelete']);
  element.querySelector('button')!.click();
  expect(texts()[1]).toBe('This cannot be shown.Try againDelete');
  draw({ at: 0 }, { at: 1 });
  expect(texts()[1]).toBe('1970-01-01T00:00:00.001ZDelete');
  flushSync(() => root.unmount());
});
