/**
 * Durable writes by 64 clients at once: signed in, validated, permitted, revision bumped, remembered, readers told;
 * against the same rows by one prepared statement through the same driver. fsync is on for both.
 */
import { Agent, request } from 'node:http';
import { toBase64Url } from '@kontor/contract/wire/bytes';
import { headers, protocolVersion } from '@kontor/contract/wire/protocol';
import { startServer } from '@kontor/testkit/server';
import { v7 as uuidv7 } from 'uuid';
import { withDatabase } from '../e2e/database.ts';
import { openWriteFloor } from './floor/writes.ts';
import { compare, type Figure, figureOf } from './measure.ts';
import { runs } from './options.ts';
import { taskFields } from './records.ts';
import { report } from './report.ts';
import { startWorld, type World } from './world.ts';

const clients = 64;
/** Writes of one sample. */
const writes = 6_400;

/** Runs `work` for each item, 64 at a time. @returns items per second */
async function rate<T>(items: readonly T[], work: (item: T) => Promise<unknown>): Promise<number> {
  const queue = items.values();
  const client = async () => {
    for (const item of queue) await work(item);
  };
  const start = performance.now();
  await Promise.all(Array.from({ length: clients }, client));
  return (items.length / (performance.now() - start)) * 1000;
}

/** The body of one change each, spread over the scopes, sealed before the clock starts. */
async function bodies({ actor, workspaceId }: World, scopeIds: readonly string[]): Promise<string[]> {
  const records = taskFields(writes, actor.session.user!.id, Math.random() * 1e9).map((plain, i) => ({
    entity: 'task',
    id: uuidv7(),
    scopeId: scopeIds[i % scopeIds.length]!,
    version: 1,
    refs: {},
    plain,
  }));
  const sealed = await actor.device.vault.sealRecords(workspaceId, records);
  return records.map(({ scopeId, id, version, refs }, i) => {
    const args = { scopeId, id, version, refs, sealed: toBase64Url(sealed[i]!) };
    return JSON.stringify({ id: uuidv7(), workspaceId, changes: [{ name: 'task.create', args }] });
  });
}

/** Sends bodies over kept connections. A plain client, so that little of the machine goes into it. */
function sender({ server, actor, workspaceId }: World): (body: string) => Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: clients });
  const cookie = [...actor.device.line.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const fixed = {
    cookie,
    'content-type': 'application/json',
    [headers.protocol]: String(protocolVersion),
    [headers.workspace]: workspaceId,
  };
  return (body) =>
    new Promise((resolve, reject) => {
      const call = request(
        { host: 'localhost', port: server.port, path: '/api/changes', method: 'POST', agent },
        (response) => {
          response.resume();
          response.on('end', () => {
            if (response.statusCode === 200) resolve();
            else reject(new Error(`a write was answered ${response.statusCode}`));
          });
        },
      );
      for (const [name, value] of Object.entries(fixed)) call.setHeader(name, value);
      call.setHeader('content-length', Buffer.byteLength(body));
      call.on('error', reject);
      call.end(body);
    });
}

const countTasks = (dataPath: string): Promise<number> =>
  withDatabase(dataPath, async (client) =>
    Number((await client.query('SELECT count(*) FROM task')).rows[0].count),
  );

await report('Durable writes', async () => {
  // Enough projects that 64 clients do not wait for each other's.
  const world = await startWorld(clients * 1_000, { env: { LOG_LEVEL: 'error' } });
  const { server, projectIds } = world;
  const spread = projectIds.slice(0, clients);
  const floor = await openWriteFloor(server.dataPath, spread);
  const before = await countTasks(server.dataPath);
  const send = sender(world);
  let acknowledged = 0;
  const sealed = Buffer.alloc(557, 7);
  const shape = async (name: string, scopeIds: readonly string[], target: string): Promise<Figure> => {
    const samples = await compare(
      async () => {
        const perSecond = await rate(await bodies(world, scopeIds), send);
        acknowledged += writes;
        return perSecond;
      },
      () =>
        rate(
          Array.from({ length: writes }, (_, i) => scopeIds[i % scopeIds.length]!),
          (id) => floor.write(id, sealed),
        ),
      runs,
    );
    return figureOf(name, samples, { unit: '/s', target, note: 'rates: higher is better' });
  };
  const figures = [
    await shape(`${clients} clients, ${spread.length} scopes`, spread, '>= 0.6'),
    await shape(`${clients} clients, one hot scope`, spread.slice(0, 1), '>= 0.9'),
  ];
  await floor.stop();
  const fsync = await withDatabase(server.dataPath, async (client) => {
    const { rows } = await client.query(
      "SELECT current_setting('fsync') AS f, current_setting('synchronous_commit') AS s",
    );
    return `fsync ${rows[0].f}, synchronous_commit ${rows[0].s}`;
  });
  await server.kill();
  const again = await startServer({ dataPath: server.dataPath, port: server.port });
  const kept = (await countTasks(server.dataPath)) - before;
  await again.stop();
  await world.stop();
  if (kept !== acknowledged) throw new Error(`${acknowledged} writes were acknowledged, ${kept} are there`);
  return {
    figures,
    proofs: [
      fsync,
      `server and database killed at the end and started again: ${kept} of ${acknowledged} acknowledged writes are there`,
    ],
  };
});
