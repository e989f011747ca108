/** The later changes that go along where a refused transaction is dropped: a person is told of them before. */
import { expect, it } from 'vitest';
import { createProject } from '../nouns/project.ts';
import { createDevice, openOn, until } from './testing/client.ts';
import { ProtocolServer } from './testing/protocolServer.ts';

it('counts the later transactions that are built on a refused one, each once, and those are what goes with it', async () => {
  const ada = await openOn(createDevice(), new ProtocolServer());
  const { id: project } = createProject(ada, { name: 'P' });
  ada.create('document', project, { kind: 'folder', name: 'Plans' });
  await ada.outbox.sent();
  const folder = (name: string, parentId?: string) =>
    ada.create('document', project, { kind: 'folder', name, ...(parentId && { parentId }) }).id;
  const twin = folder('PLANS');
  const inner = folder('Roof', twin);
  const innermost = folder('North', inner);
  ada.update('document', innermost, { name: 'South' });
  const other = folder('Letters');
  await until(() => ada.outbox.failed.get().some(({ code }) => code === 'NAME_TAKEN'));
  const { id } = ada.outbox.failed.get().find(({ code }) => code === 'NAME_TAKEN')!;
  expect(ada.outbox.builtOn(id)).toBe(3);
  await ada.outbox.discard(id);
  await ada.outbox.sent();
  expect(ada.outbox.builtOn(id)).toBe(0);
  const left = ada.collections.document.all().map((each) => each.name);
  expect(left.sort()).toEqual(['Letters', 'Plans']);
  expect(ada.collections.document.get(other)).toBeDefined();
  await ada.close();
});
