// @vitest-environment happy-dom
/** The tasks that an entry can be about: in order, through every change of tasks and of their projects. */
import { createProject } from '@kontor/client/nouns/project';
import { createDevice, openOn, until } from '@kontor/client/replica/testing/client';
import { ProtocolServer } from '@kontor/client/replica/testing/protocolServer';
import { MantineProvider } from '@mantine/core';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { v7 as uuidv7 } from 'uuid';
import { expect, it, vi } from 'vitest';
import * as words from '../../platform/text/compare.ts';
import { type OpenWorkspace, provideWorkspace } from '../../platform/workspace/workspace.ts';
import { useForm } from '../../ui/form/useForm.ts';
import { type EntryValues, entryValues } from './entryFields.ts';
import { EntryInputs } from './entryInputs.tsx';
import { useTaskChoices } from './taskChoices.ts';

Object.defineProperty(document, 'fonts', { configurable: true, value: new EventTarget() });

const gone = { id: 'gone', title: 'Keller', project: 'Bau' };
let shown = '';
function List({ also }: { also?: typeof gone }) {
  shown = useTaskChoices(also)
    .map(({ title, project }) => `${project} ${title}`)
    .join();
  return null;
}

it('lists tasks by project and title, and puts a change where it belongs without sorting all anew', async () => {
  const records = await openOn(createDevice(), new ProtocolServer());
  provideWorkspace({ records, userId: 'ada' } as unknown as OpenWorkspace);
  const [first, last, old] = ['Anbau', 'Dach', 'Alt'].map((name) => createProject(records, { name }).id);
  const make = (projectId: string | undefined, title: string) =>
    records.create('task', projectId!, { title });
  const { id } = make(last, 'Ziegel');
  make(first, 'Plan');
  make(old, 'Rest');
  records.update('project', old!, { archivedAt: 1 });
  const root = createRoot(document.createElement('div'));
  flushSync(() => root.render(<List also={gone} />));
  expect(shown).toBe('Anbau Plan,Bau Keller,Dach Ziegel');
  flushSync(() => records.update('task', id, { title: 'Balken' }));
  expect(shown).toBe('Anbau Plan,Bau Keller,Dach Balken');
  flushSync(() => records.update('project', last!, { name: 'Aal' }));
  expect(shown).toBe('Aal Balken,Anbau Plan,Bau Keller');
  for (let n = 0; n < 200; n++) make(first, `Raum ${n}`);
  flushSync(() => root.render(<List />));
  const compared = vi.spyOn(words, 'compareWords');
  flushSync(() => records.update('task', id, { title: 'Holz' }));
  expect(shown).toMatch(/^Aal Holz,/);
  expect(compared.mock.calls.length).toBeLessThan(200);
  flushSync(() => root.unmount());
  await records.close();
});

it('names the customer of a project, so that two of one name are two, and finds a task by either', async () => {
  const records = await openOn(createDevice(), new ProtocolServer(), { role: 'ADMIN' });
  provideWorkspace({ records, userId: 'ada' } as unknown as OpenWorkspace);
  for (const name of ['Lind', 'Alder']) {
    const id = uuidv7();
    records.transaction((transaction) => {
      transaction.createScope({ id, kind: 'customer', access: 'open' });
      records.create('customer', id, { id, name, type: 'COMPANY' });
    });
    const project = createProject(records, { name: 'Website', customerId: id });
    records.create('task', project.id, { title: `Texts for ${name.at(0)}` });
  }
  const root = createRoot(document.body.appendChild(document.createElement('div')));
  const place = { day: '2026-03-02', zone: 'Europe/Berlin', begin: () => 0 };
  function Inputs() {
    const stored = { ...entryValues(undefined, place), taskId: '' };
    return <EntryInputs form={useForm<EntryValues>({ stored })} tasks={useTaskChoices()} place={place} />;
  }
  const offered = () => [...document.querySelectorAll('[role=option]')].map((each) => each.textContent);
  flushSync(() =>
    root.render(
      <MantineProvider env="test">
        <List />
        <Inputs />
      </MantineProvider>,
    ),
  );
  expect(shown).toBe('Alder · Website Texts for A,Lind · Website Texts for L');
  const field = document.querySelector<HTMLInputElement>('[aria-haspopup=listbox]')!;
  field.focus();
  field.click();
  await until(() => offered().length === 2);
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!.call(field, 'lind website');
  field.dispatchEvent(new Event('input', { bubbles: true }));
  await until(() => offered().length < 2);
  expect(offered()).toEqual(['Texts for L']);
  flushSync(() => root.unmount());
  await records.close();
});
