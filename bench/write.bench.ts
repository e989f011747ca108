/**
 * Durable writes by 64 clients at once: signed in, validated, permitted, revision bumped, remembered, readers told;
 * against the same rows by one prepared statement through the same driver. fsync is on for both.
 */
import { startServer } from '@kontor/testkit/server';
import { withDatabase } from '../e2e/database.ts';
import { openWriteFloor } from './floor/writes.ts';
import { compare, type Figure, figureOf } from './measure.ts';
import { runs, sized } from './options.ts';
import { report } from './report.ts';
import { startWorld } from './world.ts';
import { bodies, rate, sender } from './writing.ts';

const clients = sized(64, 8);
/** Writes of one sample. */
const writes = sized(6_400, 400);

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
  const send = sender(world, clients);
  let acknowledged = 0;
  const sealed = Buffer.alloc(557, 7);
  const shape = async (name: string, scopeIds: readonly string[], target: string): Promise<Figure> => {
    const samples = await compare(
      async () => {
        const perSecond = await rate(await bodies(world, scopeIds, writes), clients, send);
        acknowledged += writes;
        return perSecond;
      },
      () =>
        rate(
          Array.from({ length: writes }, (_, i) => scopeIds[i % scopeIds.length]!),
          clients,
          (id) => floor.write(id, sealed),
        ),
      runs,
    );
    return figureOf(name, samples, { unit: '/s', target, note: 'rates: higher is better' });
  };
  const { rows: settings } = await withDatabase(server.dataPath, (client) =>
    client.query("SELECT current_setting('fsync') AS fsync, current_setting('synchronous_commit') AS commit"),
  );
  if (settings[0].fsync !== 'on' || settings[0].commit !== 'on')
    throw new Error('the database does not wait for the disk');
  const figures = [
    await shape(`${clients} clients, ${spread.length} scopes`, spread, '>= 0.6'),
    await shape(`${clients} clients, one hot scope`, spread.slice(0, 1), '>= 0.9'),
  ];
  await floor.stop();
  await server.kill();
  const again = await startServer({
    dataPath: server.dataPath,
    port: server.port,
    env: { BILLING: 'none' },
  });
  const kept = (await countTasks(server.dataPath)) - before;
  await again.stop();
  await world.stop();
  if (kept !== acknowledged) throw new Error(`${acknowledged} writes were acknowledged, ${kept} are there`);
  return {
    figures,
    proofs: [
      `server and database killed at the end and started again: ${kept} of ${acknowledged} acknowledged writes are there`,
    ],
  };
});
