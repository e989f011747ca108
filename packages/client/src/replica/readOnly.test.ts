/** A workspace that can only be read: acts are refused before anything shows or waits, and links can be taken back. */
import { expect, it } from 'vitest';
import { createProject } from '../nouns/project.ts';
import { ReadOnlyError } from './readOnlyError.ts';
import { createDevice, openOn } from './testing/client.ts';
import { ProtocolServer } from './testing/protocolServer.ts';

it('keeps nothing of an act, and takes acts again once it is paid', async () => {
  let isWritable = true;
  const server = new ProtocolServer();
  const ada = await openOn(createDevice(), server, { isWritable: () => isWritable });
  const { id } = createProject(ada, { name: 'Roof' });
  const task = ada.create('task', id, { title: 'Measure' });
  const link = ada.create('link', id, {
    documentId: ada.create('document', id, { name: 'a.txt', kind: 'folder' }).id,
    makerId: ada.id,
    name: 'a.txt',
  } as never);
  await ada.outbox.sent();
  isWritable = false;
  expect(ada.isWritable()).toBe(false);
  expect(() => ada.update('task', task.id, { title: 'Order' })).toThrow(ReadOnlyError);
  expect(() => ada.create('task', id, { title: 'Order' })).toThrow(ReadOnlyError);
  expect(() =>
    ada.transaction(() => {
      ada.remove('link', link.id);
      ada.remove('task', task.id);
    }),
  ).toThrow(ReadOnlyError);
  expect(ada.collections.task.get(task.id)).toMatchObject({ title: 'Measure' });
  expect(ada.collections.task.all()).toHaveLength(1);
  expect(ada.outbox.status.get()).toMatchObject({ pending: 0, failed: 0 });
  ada.remove('link', link.id);
  expect(ada.collections.link.get(link.id)).toBeUndefined();
  isWritable = true;
  ada.update('task', task.id, { title: 'Order' });
  await ada.outbox.sent();
  expect(ada.collections.task.get(task.id)).toMatchObject({ title: 'Order' });
  await ada.close();
});
