// @vitest-environment happy-dom
/** The list after a chosen file was taken out again: where the focus goes, and what stands beside the others. */
import { MantineProvider } from '@mantine/core';
import { useState } from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { expect, it, vi } from 'vitest';
import type { ChosenFile } from './actions.ts';
import { ChosenList } from './chosenList.tsx';

const Shown = ({ chosen }: { chosen: readonly ChosenFile[] }) => {
  const [files, setFiles] = useState(chosen);
  return (
    <MantineProvider env="test">
      <ChosenList files={files} remove={(file) => setFiles(files.filter((each) => each !== file))} />
    </MantineProvider>
  );
};

it('goes to the next one', async () => {
  const chosen = ['a.pdf', 'b.pdf'].map((name) => ({ file: new File([], name) }));
  const root = createRoot(document.body.appendChild(document.createElement('main')));
  flushSync(() => root.render(<Shown chosen={chosen} />));
  const [first] = document.querySelectorAll('button');
  first!.focus();
  flushSync(() => first!.click());
  await vi.waitFor(() => expect(document.activeElement?.closest('li')?.textContent).toContain('b.pdf'));
  flushSync(() => root.unmount());
});

it('shows no picture beside a file of the same name that is none', async () => {
  const picture = { file: new File([], 'a.png', { type: 'image/png' }), width: 1, height: 1 };
  const other = { file: new File([], 'a.png', { type: 'image/png' }) };
  const root = createRoot(document.body.appendChild(document.createElement('main')));
  flushSync(() => root.render(<Shown chosen={[picture, other]} />));
  await vi.waitFor(() => expect(document.querySelectorAll('img')).toHaveLength(1));
  flushSync(() => document.querySelector('button')!.click());
  await vi.waitFor(() => expect(document.querySelectorAll('li')).toHaveLength(1));
  await vi.waitFor(() => expect(document.querySelectorAll('img')).toHaveLength(0));
  flushSync(() => root.unmount());
});
