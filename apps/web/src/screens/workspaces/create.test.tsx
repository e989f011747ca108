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

const said = vi.hoisted(() => vi.fn());
vi.mock('../../platform/toasts.tsx', () => ({ toast: { info: said } }));

/** Shows the first step, and types a name. */
function begin(create: unknown, list: { id: string }[] = []) {
  provideSession({
    user: { id: 'ada', hasKit: true },
    subscribe: () => () => {},
    workspaces: { list, create },
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
  const nameInput = element.querySelector<HTMLInputElement>('[name="name"]')!;
  flushSync(() => typeInto(nameInput, 'Joinery'));
  const send = () =>
    element.querySelector('form')!.dispatchEvent(new Event('submit', { bubbles: true, cancelable: true }));
  const word = () => element.querySelector('[type="submit"]:not([data-loading])')?.textContent;
  return { root, send, word, nameInput };
}

it('leaves nothing unsaved', async () => {
  const tries: { id: string; tried: readonly string[] }[] = [];
  const create = async (_: unknown, id: string, tried: readonly string[]) => {
    tries.push({ id, tried });
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
  expect(tries[1]!.tried).toEqual([tries[0]!.id]);
  await expect.poll(draftCount).toBe(0);
  root.unmount();
});

/** Tries to create the joinery, of which no answer comes. */
async function loseAnswer() {
  const ids: string[] = [];
  const create = async (_: unknown, id: string) => {
    ids.push(id);
    throw new TypeError('Failed to fetch');
  };
  const { root, send, word } = begin(create);
  send();
  await expect.poll(word).toBe('Create workspace');
  send();
  await expect.poll(() => ids.length).toBe(1);
  await expect.poll(word).toBe('Create workspace');
  flushSync(() => root.unmount());
  return ids[0]!;
}

it('begins anew where the one that brought no answer is there', async () => {
  const id = await loseAnswer();
  const tries: (readonly string[])[] = [];
  const create = async (_: unknown, next: string, tried: readonly string[]) => {
    tries.push(tried);
    return next;
  };
  const { root, send, word } = begin(create, [{ id }]);
  await expect.poll(draftCount).toBe(1);
  send();
  await expect.poll(word).toBe('Create workspace');
  send();
  await expect.poll(() => tries).toEqual([[]]);
  await expect.poll(draftCount).toBe(0);
  flushSync(() => root.unmount());
});

it('says that what was entered since is not in the one that an earlier try made', async () => {
  const id = await loseAnswer();
  const { root, send, word, nameInput } = begin(async () => id);
  flushSync(() => typeInto(nameInput, 'Smithy'));
  send();
  await expect.poll(word).toBe('Create workspace');
  send();
  await expect.poll(() => said.mock.lastCall?.[0]).toMatch(/at an earlier try/);
  flushSync(() => root.unmount());
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
