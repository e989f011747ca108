// @vitest-environment happy-dom
/** The places and folders that documents can be moved and copied to, from whichever list they are chosen. */
import { createProject } from '@kontor/client/nouns/project';
import type { Replica } from '@kontor/client/replica/replica';
import { createDevice, openOn } from '@kontor/client/replica/testing/client';
import { ProtocolServer } from '@kontor/client/replica/testing/protocolServer';
import { MantineProvider } from '@mantine/core';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { provideWorkspace } from '../../../platform/workspace/workspace.ts';
import type { Root } from '../root.ts';
import { MoveDialog } from './moveDialog.tsx';

const [alder, staff] = ['c1', 'd1'].map((end) => `019a0000-0000-7000-8000-0000000000${end}`) as [
  string,
  string,
];
let ada: Replica;
let here: string;
let ids: Record<string, string>;
let unmount = () => {};

beforeEach(async () => {
  const server = new ProtocolServer();
  server.addScope({ id: staff, kind: 'staff', access: 'open' });
  ada = await openOn(createDevice(), server);
  provideWorkspace({ records: ada, userId: 'ada' } as never);
  here = createProject(ada, { name: 'Villa' }).id;
  ada.transaction((transaction) => {
    transaction.createScope({ id: alder, kind: 'customer', access: 'open' });
    ada.create('customer', alder, { id: alder, name: 'Alder AG', type: 'COMPANY' });
  });
  const there = createProject(ada, { name: 'Hall', customerId: alder }).id;
  createProject(ada, { name: 'Old', archivedAt: 1 } as never);
  const make = (name: string, more: object = {}, place = here) =>
    ada.create('document', place, { kind: 'folder', name, ...more } as never).id;
  const plans = make('Plans');
  const task = ada.create('task', here, { title: 'Roof' });
  const file = { kind: 'file', fileKey: 'key', blobId: here, parts: [] };
  ids = {
    plans,
    there,
    inside: make('a.pdf', { ...file, parentId: plans }),
    top: make('b.pdf', file),
    tasks: make('c.pdf', { ...file, taskId: task.id }),
  };
  make('Archive', {}, there);
  make('Contracts', { customerId: alder }, staff);
  await ada.outbox.sent();
  await ada.pull();
});
afterEach(async () => {
  flushSync(() => unmount());
  document.body.replaceChildren();
  await ada.close();
});

function show(
  moved: string[],
  props: { isCopy?: boolean; onMove?: (place: Root, id?: string) => void } = {},
) {
  const root = createRoot(document.body.appendChild(document.createElement('div')));
  unmount = () => root.unmount();
  flushSync(() =>
    root.render(
      <MantineProvider env="test">
        <MoveDialog
          root={{ scopeId: here }}
          moved={moved.map((name) => ids[name]!)}
          onMove={() => {}}
          onClose={() => {}}
          {...props}
        />
      </MantineProvider>,
    ),
  );
}
const choices = () => [...document.querySelectorAll<HTMLButtonElement>('[data-list-item]')];
const textsOf = (elements: Element[]) => elements.map(({ textContent }) => textContent);
const placeInput = () => document.querySelector<HTMLInputElement>('input[aria-haspopup="listbox"]')!;
const options = () => [...document.querySelectorAll<HTMLElement>('[role="option"]')];
const button = (name: string) =>
  [...document.querySelectorAll('button')].find(({ textContent }) => textContent === name)!;
function choosePlace(name: string): void {
  flushSync(() => placeInput().click());
  flushSync(() =>
    options()
      .find(({ textContent }) => textContent === name)!
      .click(),
  );
}

it.each([
  [['inside'], ['Plans']],
  [['top'], ['Documents']],
  [['tasks'], []],
  [['inside', 'top'], []],
  [['plans'], ['Documents', 'Plans']],
])('of %s not to %s', (moved, refused) => {
  show(moved);
  expect(textsOf(choices())).toEqual(['Documents', 'Plans']);
  expect(textsOf(choices().filter(({ disabled }) => disabled))).toEqual(refused);
});

it('offers the projects that are not archived, under their customers, and the customers', () => {
  show(['plans']);
  expect(placeInput().value).toBe('Villa');
  flushSync(() => placeInput().click());
  expect(textsOf(options())).toEqual(['Hall', 'Villa', 'Alder AG']);
});

it('shows the folders of another project, and of a customer, and hands on which was chosen', () => {
  const onMove = vi.fn();
  show(['plans'], { onMove });
  expect(button('Move').disabled).toBe(true);
  choosePlace('Alder AG');
  expect(textsOf(choices())).toEqual(['Documents', 'Contracts']);
  flushSync(() => button('Move').click());
  expect(onMove).toHaveBeenLastCalledWith({ scopeId: staff, customerId: alder }, undefined);
  choosePlace('Hall');
  expect(textsOf(choices())).toEqual(['Documents', 'Archive']);
  expect(choices().some(({ disabled }) => disabled)).toBe(false);
  flushSync(() => choices()[1]!.click());
  flushSync(() => button('Move').click());
  const archive = ada.collections.document.where('scopeId', ids.there!)[0]!.id;
  expect(onMove).toHaveBeenLastCalledWith({ scopeId: ids.there }, archive);
  choosePlace('Villa');
  expect(button('Move').disabled).toBe(true);
});

it('copies into the folder in which a thing lies, and not into the thing itself', () => {
  show(['plans'], { isCopy: true });
  expect(textsOf(choices().filter(({ disabled }) => disabled))).toEqual(['Plans']);
  expect(button('Copy')).toBeDefined();
});
