/** Whom a batch names as the readers of the scopes that it writes into. */
import { expect, it } from 'vitest';
import { createProject } from '../nouns/project.ts';
import { createHours } from '../nouns/workingTime.ts';
import { createDevice, openOn } from './testing/client.ts';
import { ProtocolServer } from './testing/protocolServer.ts';

it('names the people of the head with every write, whatever the newest key says of its readers', async () => {
  const server = new ProtocolServer();
  const named: Readonly<Record<string, readonly string[]>>[] = [];
  const ada = await openOn(createDevice(), server, {
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
  let project = '';
  const hours = 'a1a1fdf7-8796-8285-ae38-6f253399bdc2';
  await write(() => {
    project = createProject(ada, { name: 'Board', memberIds: ['ben', 'cora'] }, 'private').id;
  });
  expect(await write(() => ada.create('task', project, { title: 'Salaries' }))).toEqual({
    [project]: ['ben', 'cora'],
  });
  await write(() => ada.update('project', project, { memberIds: ['ben'] }));
  expect(await write(() => ada.create('document', project, { kind: 'folder', name: 'Plans' }))).toEqual({
    [project]: ['ben'],
  });
  await write(() => createHours(ada, hours, 'ada'));
  const day = { day: '2026-01-05', kind: 'vacation' } as never;
  expect(await write(() => ada.create('absence', hours, day))).toEqual({ [hours]: ['ada'] });
  await ada.close();
});
