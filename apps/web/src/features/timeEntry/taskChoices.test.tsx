// @vitest-environment happy-dom
/** The tasks that an entry can be about: in order, through every change of tasks and of their projects. */
import { createProject } from '@kontor/client/nouns/project';
import { createDevice, openOn } from '@kontor/client/replica/testing/client';
import { ProtocolServer } from '@kontor/client/replica/testing/protocolServer';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { expect, it, vi } from 'vitest';
import * as words from '../../platform/text/compare.ts';
import { type OpenWorkspace, provideWorkspace } from '../../platform/workspace/workspace.ts';
import { useTaskChoices } from './taskChoices.ts';

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
