/** Whom a batch names as the readers of the scopes that it writes into. */
import { expect, it } from 'vitest';
import { createProject } from '../nouns/project.ts';
import { createRoom } from '../nouns/room.ts';
import { createHours } from '../nouns/workingTime.ts';
import type { PlainBatch } from '../vault/plainBatch.ts';
import { createDevice, openOn, until } from './testing/client.ts';
import { ProtocolServer } from './testing/protocolServer.ts';

it('names the people of the head with every write, whatever the newest key says of its readers', async () => {
  const server = new ProtocolServer();
  const named: PlainBatch['members'][] = [];
  const device = createDevice();
  const ada = await openOn(device, server, {
    vault: (vault) => ({
      ...vault,
      sealBatch: (workspaceId, batch) => {
        named.push(batch.members);
        return vault.sealBatch(workspaceId, batch);
      },
    }),
  });
  const write = async (act: () => void) => {
    act();
    await ada.outbox.sent();
    await ada.pull();
    return named.at(-1);
  };
  const standing = (readers: string[]) => ({ readers, head: { readers, proof: 'signed' } });
  let project = '';
  const hours = 'a1a1fdf7-8796-8285-ae38-6f253399bdc2';
  await write(() => {
    project = createProject(ada, { name: 'Board', memberIds: ['ben', 'cora'] }, 'private').id;
  });
  expect(named.at(-1)).toEqual({ [project]: { readers: ['ben', 'cora'] } });
  expect(await write(() => ada.create('task', project, { title: 'Salaries' }))).toEqual({
    [project]: standing(['ben', 'cora']),
  });
  // A head that is written itself says whom the one before named.
  expect(await write(() => ada.update('project', project, { memberIds: ['ben'] }))).toEqual({
    [project]: { ...standing(['ben', 'cora']), readers: ['ben'] },
  });
  expect(await write(() => ada.create('document', project, { kind: 'folder', name: 'Plans' }))).toEqual({
    [project]: standing(['ben']),
  });
  await write(() => createHours(ada, hours, 'ada'));
  const day = { day: '2026-01-05', kind: 'vacation' } as never;
  expect(await write(() => ada.create('absence', hours, day))).toEqual({
    [hours]: standing(['ada']),
  });
  // A room is opened with its project; another one stays its people's for good.
  const by = { userId: device.userId, at: 0 };
  for (const projectId of [project, undefined]) {
    let room = '';
    await write(() => {
      const values = { name: 'Pay', memberIds: ['ben'], ...(projectId && { projectId }) };
      room = createRoom(ada, values, 'private', by);
    });
    expect(await write(() => ada.update('room', room, { topic: 'Salaries' }))).toEqual({
      [room]: { ...standing([by.userId, 'ben']), ...(!projectId && { staysPrivate: true }) },
    });
  }
  await ada.close();
});

it('writes nothing into a private scope whose head the server keeps back, until it comes', async () => {
  const server = new ProtocolServer();
  const ada = await openOn(createDevice(), server);
  const project = createProject(ada, { name: 'Board', memberIds: ['ben'] }, 'private').id;
  const { id } = ada.create('task', project, { title: 'Salaries' });
  await ada.outbox.sent();
  const key = `${project} ${project}`;
  const head = server.rows.get(key)!;
  server.rows.delete(key);
  const phone = await openOn(createDevice(), server);
  await phone.pull();
  phone.update('task', id, { title: 'Salaries of next year' });
  await until(() => phone.outbox.status.get().waiting === 1);
  expect(server.rows.get(`${project} ${id}`)!.version).toBe(1);
  server.rows.set(key, { ...head, revision: ++server.scopes.get(project)!.revision });
  await phone.pull();
  await phone.outbox.sent();
  expect(server.rows.get(`${project} ${id}`)!.version).toBe(2);
  await Promise.all([ada.close(), phone.close()]);
});
