/** The author's device pulls nothing after its own batch, unless somebody else wrote meanwhile. */
import type { RevisionHint } from '@kontor/contract/wire/channel';
import { v7 as uuidv7 } from 'uuid';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { RevisionHints } from '../http/transport.ts';
import { createProject } from '../nouns/project.ts';
import { TrustError } from '../vault/trust/trustError.ts';
import { takeOwnWrites } from './ownWrites.ts';
import { RecordSet } from './recordSet.ts';
import type { Replica } from './replica.ts';
import type { SyncState } from './syncState.ts';
import { createDevice, type Device, openOn, until } from './testing/client.ts';
import { ProtocolServer } from './testing/protocolServer.ts';

let server: ProtocolServer;
let device: Device;
let ada: Replica;
let ben: Replica;
let projectId: string;
let taskId: string;
/** Pulls that reached the server. */
let pulls: number;

/** Ada's listeners for realtime hints; the test calls them. */
const told = new Set<(hint: RevisionHint) => void>();
const hints: RevisionHints = {
  onHint: (listener) => {
    told.add(listener);
    return () => told.delete(listener);
  },
  onConnected: () => () => {},
};
const tell = (hint: RevisionHint) => {
  for (const listener of told) listener(hint);
};
const revisionOf = (id: string) => server.scopes.get(id)!.revision;
const rest = () => new Promise((resolve) => setTimeout(resolve, 20));

beforeEach(async () => {
  server = new ProtocolServer();
  device = createDevice();
  ada = await openOn(device, server, { hints });
  ben = await openOn(createDevice(), server);
  projectId = createProject(ada, { name: 'P' }).id;
  taskId = ada.create('task', projectId, { title: 'A' }).id;
  await ada.outbox.sent();
  await Promise.all([ada.pull(), ben.pull()]);
  pulls = 0;
  const answer = server.onSync;
  server.onSync = (page) => {
    pulls++;
    return answer(page);
  };
});
afterEach(() => Promise.all([ada.close(), ben.close()]));

it('is taken over from the answer, whatever the hint for it says', async () => {
  ada.update('task', taskId, { title: 'B' });
  const made = ada.create('task', projectId, { title: 'new' }).id;
  await ada.outbox.sent();
  tell({ scope: projectId, revision: revisionOf(projectId) });
  await rest();
  expect(pulls).toBe(0);
  const rowOf = (id: string) => server.rows.get(`${projectId} ${id}`)!;
  for (const [id, version] of [
    [taskId, 2],
    [made, 1],
  ] as const)
    expect(ada.collections.task.get(id)).toMatchObject({ version, updatedAt: rowOf(id).updatedAt });
  expect(ada.isPending(taskId)).toBe(false);

  ada.remove('task', made);
  await ada.outbox.sent();
  await rest();
  expect(pulls).toBe(0);

  // A pull finds nothing new, and nothing that differs from what was taken over.
  await ada.pull();
  expect(pulls).toBe(1);
  expect(ada.faults.get()).toEqual([]);
  expect(ada.collections.task.all().map(({ title }) => title)).toEqual(['B']);
});

it('waits for the answer where the hint is faster', async () => {
  server.onApply = () => tell({ scope: projectId, revision: revisionOf(projectId) + 1 });
  ada.update('task', taskId, { title: 'B' });
  await ada.outbox.sent();
  await rest();
  expect(pulls).toBe(0);
  expect(ada.collections.task.get(taskId)).toMatchObject({ title: 'B', version: 2 });
});

it('is pulled where somebody else wrote into the same scope meanwhile', async () => {
  ben.create('task', projectId, { title: 'by Ben' });
  await ben.outbox.sent();
  ada.update('task', taskId, { title: 'B' });
  await until(() => ada.collections.task.size === 2);
  expect(ada.collections.task.get(taskId)).toMatchObject({ title: 'B', version: 2 });
});

it('is pulled where the answer may be about what was sent before', async () => {
  device.connection.losesAnswers = true;
  ada.update('task', taskId, { title: 'B' });
  await until(() => server.rows.get(`${projectId} ${taskId}`)!.version === 2);
  device.connection.losesAnswers = false;
  await ada.outbox.sent();
  await until(() => ada.collections.task.get(taskId)?.version === 2);
  expect(pulls).toBeGreaterThan(0);
});

it('is pulled where the answer may be about what was sent before, also after a try that sent nothing', async () => {
  let isRefusing = false;
  await ada.close();
  ada = await openOn(device, server, {
    vault: (vault) => ({
      ...vault,
      sealBatch: async (...args) => {
        if (isRefusing) throw new TrustError('unconfirmed-key');
        return vault.sealBatch(...args);
      },
    }),
  });
  await ada.pull();
  device.connection.losesAnswers = true;
  ada.update('task', taskId, { title: 'B' });
  await until(() => server.rows.get(`${projectId} ${taskId}`)!.version === 2);
  isRefusing = true;
  await until(() => ada.outbox.failed.get().length === 1);
  isRefusing = false;
  device.connection.losesAnswers = false;
  pulls = 0;
  ada.outbox.retry(ada.outbox.failed.get()[0]!.id);
  await ada.outbox.sent();
  await until(() => ada.collections.task.get(taskId)?.version === 2);
  expect(pulls).toBeGreaterThan(0);
});

it('marks the version: an older one is refused from then on, and a later one goes on from it', async () => {
  const older = structuredClone(server.rows.get(`${projectId} ${taskId}`)!);
  ada.update('task', taskId, { title: 'B' });
  await ada.outbox.sent();
  await ben.pull();
  ben.update('task', taskId, { status: 'DONE' });
  await ben.outbox.sent();
  await ada.pull();
  expect(ada.collections.task.get(taskId)).toMatchObject({ title: 'B', status: 'DONE', version: 3 });

  const scope = server.scopes.get(projectId)!;
  server.rows.set(`${projectId} ${taskId}`, { ...older, revision: ++scope.revision });
  await ada.pull();
  expect(ada.faults.get()).toMatchObject([{ kind: 'rolled-back', id: taskId }]);
  expect(ada.collections.task.get(taskId)?.title).toBe('B');
});

it('is on the device at the next start, and is not sent again', async () => {
  ada.update('task', taskId, { title: 'B' });
  await ada.outbox.sent();
  await ada.close();
  expect(await device.store.scan('outbox', '')).toEqual([]);
  device.connection.isOffline = true;
  ada = await openOn(device, server, { hints });
  expect(ada.collections.task.get(taskId)).toMatchObject({ title: 'B', version: 2 });
  expect(ada.outbox.status.get().pending).toBe(0);
});

it('takes over all of a batch or nothing: a pull would not keep what is here already', () => {
  const records = new RecordSet(() => []);
  const [roomId, unknownId] = [uuidv7(), uuidv7()];
  const state = {
    pulledScope: () => ({}),
    scope: () => ({ kind: 'room' }),
    cursor: () => 4,
    faults: { settle: () => {} },
    advance: () => {},
  } as unknown as SyncState;
  const written = { scopeId: roomId, version: 1, plain: {}, authorId: 'ada', proof: '' };
  const message = { ...written, entity: 'message', id: uuidv7(), refs: { userId: 'ada' } };
  const reaction = (messageId: string) => ({
    ...written,
    entity: 'reaction',
    id: uuidv7(),
    refs: { userId: 'ada', messageId },
  });
  const take = (...sent: (typeof message)[]) =>
    takeOwnWrites(
      { state, records },
      { records: sent, isRecordsOnly: true },
      { revisions: { [roomId]: 5 }, at: 1 },
    );
  // Where a reaction stands, its message says, which is not here.
  expect(take(message, reaction(unknownId))).toBeUndefined();
  expect(records.isHere(message.id)).toBe(false);
  const own = take(message, reaction(message.id));
  expect(own?.taken.map(({ createdRevision }) => createdRevision)).toEqual([5, 5]);
  expect(own?.changed).toHaveLength(2);
});
