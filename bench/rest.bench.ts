/**
 * The server by itself: what it holds and takes while nobody asks for anything, and what a durable write takes of the
 * processor. The floor is a bare server in Node that inserts what is posted to it. PostgreSQL's own processes count on
 * neither side.
 */
import { withDatabase } from '../e2e/database.ts';
import { startHop } from './floor/hop.ts';
import { compare, figureOf, loneFigure, pairFigure } from './measure.ts';
import { runs, sized } from './options.ts';
import { cpuDuring, ownMemory } from './processes.ts';
import { progress, report } from './report.ts';
import { startWorld } from './world.ts';
import { bodies, floorSender, rate, sender } from './writing.ts';

const clients = 16;
/** Writes of one sample. */
const writes = sized(3_200, 200);
/** Seconds of rest. */
const resting = sized(60, 10);

const pause = (seconds: number) => new Promise((wake) => setTimeout(wake, seconds * 1000));

/** Measures the ms of the processor per second of rest. */
const atRest = async (pid: number) => ((await cpuDuring(pid, () => pause(resting))) / resting) * 1000;

const countRows = (dataPath: string, table: 'task' | 'floor_hop'): Promise<number> =>
  withDatabase(dataPath, async (client) => {
    return Number((await client.query(`SELECT count(*) FROM ${table}`)).rows[0].count);
  });

await report('The server by itself', async () => {
  const world = await startWorld(1_000, { env: { LOG_LEVEL: 'error' } });
  const { dataPath, pid } = world.server;
  const floor = await startHop(dataPath);
  await pause(5);
  progress('at rest');
  const [ours, bare] = await Promise.all([atRest(pid), atRest(floor.pid)]);
  const memory = [ownMemory(pid), ownMemory(floor.pid)].map((bytes) => bytes / 1e6);

  progress('writes');
  const [send, post] = [sender(world, clients), floorSender(floor.url, clients)];
  const before = await countRows(dataPath, 'task');
  const perWrite = async (of: number, made: readonly string[], to: (body: string) => Promise<void>) =>
    ((await cpuDuring(of, () => rate(made, clients, to))) / writes) * 1000;
  const sealed = Buffer.alloc(557, 7).toString('base64url');
  const plain = () =>
    Array.from({ length: writes }, () => JSON.stringify({ id: crypto.randomUUID(), sealed }));
  const times = await compare(
    async () => perWrite(pid, await bodies(world, world.projectIds, writes), send),
    () => perWrite(floor.pid, plain(), post),
    runs,
  );
  // The samples and one warm-up.
  const sent = (runs + 1) * writes;
  const kept = [(await countRows(dataPath, 'task')) - before, await countRows(dataPath, 'floor_hop')];
  if (kept.some((rows) => rows !== sent))
    throw new Error(`${sent} writes each, ${kept.join(' and ')} are there`);
  return {
    figures: [
      pairFigure('server at rest: memory without PostgreSQL', memory[0]!, memory[1]!, {
        unit: 'MB',
        target: '<= 120 MB',
        note: 'after 1,000 records came in',
      }),
      loneFigure('server at rest: processor', ours, {
        unit: 'ms/s',
        target: '',
        note: `floor ${bare.toFixed(1)} ms/s`,
      }),
      figureOf(`processor per write, ${clients} clients`, times, { unit: 'ms', target: '<= 1.5 x' }),
    ],
    proofs: [`${sent} acknowledged writes on each side, and all of them are rows`],
  };
});
