/** A server that puts another record of the same version in the place of one that is being verified, and a newer version upon it. */
import type { SealedRecord } from '@kontor/contract/entity/entity';
import { fromUtf8, utf8 } from '@kontor/contract/wire/bytes';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createProject } from '../nouns/project.ts';
import type { UnverifiedRecord } from '../vault/plainRecord.ts';
import type { ReplicaVault } from './engineParts.ts';
import type { Replica } from './replica.ts';
import { createDevice, type Device, openOn, until } from './testing/client.ts';
import { ProtocolServer } from './testing/protocolServer.ts';

interface Question {
  records: UnverifiedRecord[];
  answer(): void;
}

let server: ProtocolServer;
let device: Device;
let writer: Replica;
let victim: Replica;
let projectId: string;
let id: string;
let honest: SealedRecord;
let later: SealedRecord;
/** Questions to the vault without an answer yet, oldest first. */
let questions: Question[];

/** Shows tasks before their authors are verified; of those it finds out whose titles nobody signed, once it is let. */
const slow = (vault: ReplicaVault): ReplicaVault => ({
  ...vault,
  openPage: async (workspaceId, page) => {
    const { opened, ...rest } = await vault.openPage(workspaceId, page);
    const shown = opened.map((each) =>
      each.entity === 'task' && each.plain ? { ...each, isUnverified: true as const } : each,
    );
    return { ...rest, opened: shown };
  },
  verifyRecords: async (_, records) => {
    const { promise, resolve } = Promise.withResolvers<void>();
    questions.push({ records, answer: resolve });
    await promise;
    return records.map(({ plain }) => !String(plain?.title).startsWith('forged'));
  },
});

beforeEach(async () => {
  questions = [];
  server = new ProtocolServer();
  device = createDevice();
  writer = await openOn(createDevice(), server);
  projectId = createProject(writer, { name: 'P' }).id;
  ({ id } = writer.create('task', projectId, { title: 'one' }));
  await writer.outbox.sent();
  honest = rowOf();
  writer.update('task', id, { title: 'forged two' });
  await writer.outbox.sent();
  later = rowOf();
  put(honest);
  victim = await openOn(device, server, { vault: slow });
  await victim.pull();
  await asked();
});
afterEach(async () => {
  for (const { answer } of questions) answer();
  await Promise.all([writer.close(), victim.close()]);
});

const titleOf = () => victim.collections.task.get(id)?.title;
const faults = () => victim.faults.get().map(({ kind, id: of }) => ({ kind, id: of }));
const asked = () => until(() => questions.length > 0);
/** Lets the vault answer what it was asked first. */
async function answered(): Promise<void> {
  questions.shift()!.answer();
  await new Promise((resolve) => setTimeout(resolve, 20));
}
const rowOf = (): SealedRecord => ({ ...[...server.rows.values()].find((row) => row.id === id)! });
const put = (row: SealedRecord) => server.rows.set(`${row.scopeId} ${row.id}`, row);
/** Returns a record that says to be of the honest one's version. */
const forged = (): SealedRecord => ({
  ...honest,
  sealed: utf8(fromUtf8(honest.sealed).replace('"one"', '"forged one"')),
});

/** Lets the project go and come back, and the task in it as it is shown then. */
async function comesBackAs(row: SealedRecord): Promise<void> {
  server.hidden.add(projectId);
  await victim.pull();
  expect(titleOf()).toBeUndefined();
  server.hidden.delete(projectId);
  put(row);
  await victim.pull();
}

/** Expects that a newer version that nobody signed shows upon what is there. */
async function isFollowed(): Promise<void> {
  put({ ...later, revision: ++server.scopes.get(projectId)!.revision });
  await victim.pull();
  expect(titleOf()).toBe('forged two');
}

it('believes beneath a newer version what was verified, and nothing else that says to be of its version', async () => {
  await comesBackAs(forged());
  expect(titleOf()).toBe('forged one');
  await isFollowed();
  // It was asked about the honest one.
  await answered();
  await asked();
  await answered();
  await until(() => faults().length > 0);
  // What is beneath was never verified: that comes now.
  expect([titleOf(), victim.isUnverified(id)]).toEqual(['forged one', true]);
  await asked();
  await answered();
  expect(titleOf()).toBeUndefined();
});

it('believes it where it is what was verified', async () => {
  await isFollowed();
  await answered();
  await asked();
  await answered();
  await until(() => faults().length > 0);
  expect([titleOf(), victim.isUnverified(id)]).toEqual(['one', false]);
});

it('refuses beneath a newer version what was found out, and no honest one of its version', async () => {
  await comesBackAs(forged());
  // The first question was about the honest one; the next is about the forged one.
  await answered();
  await asked();
  expect(questions[0]!.records.map(({ plain }) => plain?.title)).toEqual(['forged one']);
  await comesBackAs(honest);
  await isFollowed();
  await answered();
  await asked();
  await answered();
  await until(() => faults().length > 0);
  expect(titleOf()).toBe('one');
});
