// @vitest-environment happy-dom
/** The focus after a dialog or question that was opened from a menu or a button. */
import { MantineProvider, Menu } from '@mantine/core';
import { useState } from 'react';
import { flushSync } from 'react-dom';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ActionsMenu } from '../list/actionsMenu.tsx';
import { confirm } from './confirm.tsx';
import { Dialog } from './dialog.tsx';
import { QuestionHost } from './questionHost.tsx';

let root: Root;
afterEach(() => {
  flushSync(() => root.unmount());
  document.body.replaceChildren();
});

function Page() {
  const [isOpen, setOpen] = useState(false);
  const [step, setStep] = useState(0);
  return (
    <MantineProvider env="test">
      <ActionsMenu name="Plan">
        <Menu.Item onClick={() => setOpen(true)}>Rename</Menu.Item>
        <Menu.Item onClick={() => void confirm({ title: 'Delete?', body: 'For good.', action: 'Delete' })}>
          Delete
        </Menu.Item>
      </ActionsMenu>
      {isOpen && (
        <Dialog title="Rename" onClose={() => setOpen(false)}>
          <input aria-label="Name" data-autofocus />
        </Dialog>
      )}
      <button type="button" onClick={() => setStep(1)}>
        New
      </button>
      {step > 0 && (
        <Dialog key={step} title="Step" onClose={() => setStep(0)}>
          <button type="button" onClick={() => setStep(2)}>
            Create {step}
          </button>
        </Dialog>
      )}
      <QuestionHost />
    </MantineProvider>
  );
}

beforeEach(() => {
  root = createRoot(document.body.appendChild(document.createElement('main')));
  flushSync(() => root.render(<Page />));
});

const dots = () => document.querySelector<HTMLElement>('[aria-haspopup="menu"]')!;
const named = (words: string) =>
  [...document.querySelectorAll<HTMLElement>('[role="menuitem"], button')].find(
    ({ textContent }) => textContent === words,
  )!;
const press = (element: HTMLElement) => {
  element.focus();
  flushSync(() => element.click());
};
async function choose(words: string): Promise<void> {
  press(dots());
  await vi.waitFor(() => expect(named(words)).toBeDefined());
  press(named(words));
  await vi.waitFor(() => expect(document.querySelector('[role="dialog"]')).not.toBeNull());
}
const gone = () => vi.waitFor(() => expect(document.querySelector('[role="dialog"]')).toBeNull());

it('gives it to the button of the menu whose item opened a dialog', async () => {
  await choose('Rename');
  await vi.waitFor(() => expect(document.activeElement?.getAttribute('aria-label')).toBe('Name'));
  document.activeElement!.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }));
  await gone();
  expect(document.activeElement).toBe(dots());
});

it('gives it to the button of the menu whose item asked, the first time and the next', async () => {
  for (let times = 0; times < 2; times++) {
    await choose('Delete');
    await vi.waitFor(() => expect(document.activeElement?.textContent).toBe('Cancel'));
    press(named('Cancel'));
    await gone();
    expect(document.activeElement).toBe(dots());
  }
});

it('gives it to what opened the first of two dialogs, when the second took the place of the first', async () => {
  press(named('New'));
  await vi.waitFor(() => expect(named('Create 1')).toBeDefined());
  press(named('Create 1'));
  await vi.waitFor(() => expect(named('Create 2')).toBeDefined());
  named('Create 2').focus();
  document.activeElement!.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }));
  await gone();
  expect(document.activeElement).toBe(named('New'));
});
