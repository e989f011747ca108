/** Counts the crossings to the vault with which a page is kept: one, and one for each full page of it. */
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createProject } from '../nouns/project.ts';
import type { ReplicaVault } from './engineParts.ts';
import type { Replica } from './replica.ts';
import { createDevice, type Device, openOn } from './testing/client.ts';
import { ProtocolServer } from './testing/protocolServer.ts';

let server: ProtocolServer;
let writer: Replica;
let reader: Replica;
let device: Device;
let projectId: string;
let crossings: number;
const counted = (vault: ReplicaVault): ReplicaVault => ({
  ...vault,
  sealLocal: (...piece) => {
    if (piece[0] !== 'outbox') crossings++;
    return vault.sealLocal(...piece);
  },
  sealPieces: (pieces) => {
    crossings++;
    return vault.sealPieces(pieces);
  },
});

beforeEach(async () => {
  server = new ProtocolServer();
  writer = await openOn(createDevice(), server);
  projectId = createProject(writer, { name: 'P' }).id;
  await writer.outbox.sent();
  device = createDevice();
  reader = await openOn(device, server, { vault: counted });
  await reader.pull();
  await reader.dismissLost();
  crossings = 0;
});
afterEach(() => Promise.all([writer.close(), reader.close()]));

/** Writes tasks, so many in a transaction each, and reads them on the other device until all is kept. */
async function read(...counts: readonly number[]): Promise<void> {
  for (const count of counts)
    writer.transaction(() => {
      for (let i = 0; i < count; i++)
        writer.create('task', projectId, { title: `task ${i} ${'x'.repeat(400)}` });
    });
  await writer.outbox.sent();
  await reader.pull();
  await reader.dismissLost();
  expect(reader.collections.task.all()).toHaveLength(counts.reduce((sum, count) => sum + count));
}

async function keptTasks(): Promise<number> {
  await reader.close();
  reader = await openOn(device, server);
  return reader.collections.task.all().length;
}

it('keeps a record and its mark with one', async () => {
  await read(1);
  expect(crossings).toBe(1);
  expect(await keptTasks()).toBe(1);
});

it('keeps full pages with one each', async () => {
  await read(500, 500);
  expect(crossings).toBe(3);
  expect(await keptTasks()).toBe(1_000);
});
