// @vitest-environment happy-dom
/** A workspace that is made at the second try: the first is looked for, and nothing is left unsaved. */
import type { Session } from '@kontor/client/session/session';
import { MantineProvider } from '@mantine/core';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { expect, it, vi } from 'vitest';
import { draftCount } from '../../platform/draft/drafts.ts';
import { provideSession } from '../../platform/workspace/session.ts';
import { typeInto } from '../../testing/typeInto.ts';
import { CreateWorkspace } from './create.tsx';

const went = vi.hoisted(() => vi.fn());
vi.mock('@tanstack/react-router', async (original) => ({
  ...(await original<object>()),
  useNavigate: () => went,
}));
vi.mock('../../platform/workspace/serverTerms.ts', () => ({ useServerTerms: () => undefined }));
vi.mock('../../platform/failures/failures.ts', () => ({ toastFailure: () => {} }));
vi.mock('../../ui/picture/pictureField.tsx', () => ({ PictureField: () => null }));
vi.mock('../../features/workspace/businessInputs.tsx', () => ({ BusinessInputs: () => null }));

/** Shows the first step, and types a name. */
function begin(create: unknown) {
  provideSession({
    user: { id: 'ada', hasKit: true },
    subscribe: () => () => {},
    workspaces: { list: [], create },
  } as unknown as Session);
  const element = document.body.appendChild(document.createElement('main'));
  const root = createRoot(element);
  flushSync(() =>
    root.render(
      <MantineProvider env="test">
        <CreateWorkspace />
      </MantineProvider>,
    ),
  );
  flushSync(() => typeInto(element.querySelector('[name="name"]')!, 'Joinery'));
  const send = () =>
    element.querySelector('form')!.dispatchEvent(new Event('submit', { bubbles: true, cancelable: true }));
  const word = () => element.querySelector('[type="submit"]:not([data-loading])')?.textContent;
  return { root, send, word };
}

it('leaves nothing unsaved', async () => {
  const tries: (string | undefined)[][] = [];
  const create = async (_: unknown, id: string, tried: string | undefined) => {
    tries.push([id, tried]);
    if (tries.length === 1) throw new TypeError('Failed to fetch');
    return id;
  };
  const { root, send, word } = begin(create);
  send();
  await expect.poll(word).toBe('Create workspace');
  send();
  await expect.poll(() => tries.length).toBe(1);
  expect(draftCount()).toBe(1);
  await expect.poll(word).toBe('Create workspace');
  send();
  await expect.poll(() => went.mock.calls.length).toBe(1);
  expect(tries[1]![1]).toBe(tries[0]![0]);
  await expect.poll(draftCount).toBe(0);
  root.unmount();
});

it('has the focus on the heading of the first step on the way back to it', async () => {
  const { root, send, word } = begin(undefined);
  send();
  await expect.poll(word).toBe('Create workspace');
  const back = [...document.querySelectorAll('button')].find(({ textContent }) => textContent === 'Back')!;
  back.focus();
  flushSync(() => back.click());
  await expect.poll(() => document.activeElement?.localName).toBe('h1');
  flushSync(() => root.unmount());
});

it('says which colour each of the buttons chooses', () => {
  const { root } = begin(undefined);
  const names = [...document.querySelectorAll('[type="radio"]')].map((each) =>
    each.getAttribute('aria-label'),
  );
  expect(names).toEqual(['Teal', 'Blue', 'Violet', 'Pink', 'Red', 'Orange', 'Green', 'Charcoal']);
  flushSync(() => root.unmount());
});
