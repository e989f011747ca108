// @vitest-environment happy-dom
/** The focus after a chosen file was taken out again. */
import { MantineProvider } from '@mantine/core';
import { useState } from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { expect, it, vi } from 'vitest';
import { ChosenList } from './chosenList.tsx';

const Shown = () => {
  const [files, setFiles] = useState(['a.pdf', 'b.pdf'].map((name) => ({ file: new File([], name) })));
  return (
    <MantineProvider env="test">
      <ChosenList files={files} remove={(file) => setFiles(files.filter((each) => each !== file))} />
    </MantineProvider>
  );
};

it('goes to the next one', async () => {
  const root = createRoot(document.body.appendChild(document.createElement('main')));
  flushSync(() => root.render(<Shown />));
  const [first] = document.querySelectorAll('button');
  first!.focus();
  flushSync(() => first!.click());
  await vi.waitFor(() => expect(document.activeElement?.closest('li')?.textContent).toContain('b.pdf'));
  flushSync(() => root.unmount());
});
