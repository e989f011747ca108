// @vitest-environment happy-dom
/** The dialog that asks for a name: what was typed stays until it is stored. */
import { MantineProvider } from '@mantine/core';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { expect, it, vi } from 'vitest';
import { NameDialog } from './nameDialog.tsx';

it('stays open where the name could not be stored, and closes once it was', async () => {
  const root = createRoot(document.body.appendChild(document.createElement('div')));
  const onClose = vi.fn();
  const onSave = vi.fn<(name: string) => boolean>().mockReturnValueOnce(false).mockReturnValue(true);
  flushSync(() =>
    root.render(
      <MantineProvider env="test">
        <NameDialog
          title="Rename"
          action="Rename"
          initial="Plan.pdf"
          takenError={() => undefined}
          onSave={onSave}
          onClose={onClose}
        />
      </MantineProvider>,
    ),
  );
  const send = () => document.querySelector('form')!.requestSubmit();
  send();
  await expect.poll(() => onSave.mock.calls).toEqual([['Plan.pdf']]);
  await new Promise((resume) => setTimeout(resume));
  expect(onClose).not.toHaveBeenCalled();
  send();
  await expect.poll(() => onClose.mock.calls.length).toBe(1);
  flushSync(() => root.unmount());
});
