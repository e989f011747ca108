/**
 * Telling a thousand who listen that something changed: deliveries per second of the server's processor, and what a
 * connection takes. The floor sends as many bytes through bare websockets. What the calls themselves take is taken off
 * on both sides: ours writes durably what it tells of, the floor is only told. The same calls, for a workspace to which
 * nobody listens, are measured beside each sample.
 */
import { startFanOut } from './floor/fanOut.ts';
import { type Listeners, listenToFloor, listenToStaff } from './listeners.ts';
import { alternate, median, pairFigure } from './measure.ts';
import { runs, sized } from './options.ts';
import { cpuDuring, ownMemory } from './processes.ts';
import { progress, report } from './report.ts';
import { found, startWorld, type World } from './world.ts';
import { bodies, floorSender, rate, sender } from './writing.ts';

const people = sized(1_000, 300);
/** Changes of one sample, one after the other as people make them. */
const changes = sized(1_000, 200);

/** Lets what is under way come to rest: a collection of garbage, the last answers. */
const rest = () => new Promise((wake) => setTimeout(wake, 1_500));

/** One side: a process that tells whoever listens, as often as it is called. */
interface Teller {
  pid: number;
  /** Prepares the calls of a sample, of something that people hear of or that nobody does; the answer makes them. */
  calls(isHeard: boolean): Promise<() => Promise<unknown>>;
}

interface Crowd {
  listeners: Listeners;
  /** kB that the process holds more for each of them. */
  each: number;
}

/** Lets people come to listen. */
async function gather(pid: number, arrive: () => Promise<Listeners>): Promise<Crowd> {
  await rest();
  const before = ownMemory(pid);
  const listeners = await arrive();
  await rest();
  return { listeners, each: (ownMemory(pid) - before) / people / 1000 };
}

/**
 * Measures the seconds of the processor that telling takes: what the calls of a sample take until everybody
 * was told of each, less what they take when nobody is to hear of them.
 */
async function tell({ pid, calls }: Teller, { listeners }: Crowd): Promise<{ all: number; telling: number }> {
  const [quiet, loud] = [await calls(false), await calls(true)];
  const alone = await cpuDuring(pid, quiet);
  const before = listeners.heard();
  const all = await cpuDuring(pid, async () => {
    await loud();
    await listeners.until(before + people * changes);
  });
  const told = listeners.heard() - before;
  if (told !== people * changes) throw new Error(`${told} of ${people * changes} messages came`);
  return { all, telling: all - alone };
}

await report('Telling many', async () => {
  const world = await startWorld(1_000, { env: { LOG_LEVEL: 'error' } });
  const elsewhere: World = { ...world, ...(await found(world.actor, 1)) };
  await world.actor.open(elsewhere.workspaceId);
  const floor = await startFanOut();
  const [send, sendElsewhere] = [sender(world, 1), sender(elsewhere, 1)];
  const [post, postQuietly] = [floorSender(floor.url, 1), floorSender(`${floor.url}/nobody`, 1)];
  /** The message of the floor: the last hint of ours. */
  let text = '';
  const ours: Teller = {
    pid: world.server.pid,
    calls: async (isHeard) => {
      const where = isHeard ? world : elsewhere;
      const sealed = await bodies(where, where.projectIds.slice(0, 1), changes);
      return () => rate(sealed, 1, isHeard ? send : sendElsewhere);
    },
  };
  const theirs: Teller = {
    pid: floor.pid,
    calls: async (isHeard) => {
      const texts = Array.from({ length: changes }, () => text);
      return () => rate(texts, 1, isHeard ? post : postQuietly);
    },
  };
  progress(`${people} come to listen`);
  const crowd = await gather(ours.pid, () => listenToStaff(world, people));
  const floorCrowd = await gather(theirs.pid, () => listenToFloor(floor.url, people));
  progress(`${changes} changes each time`);
  const samples = await alternate(
    {
      ours: () => tell(ours, crowd),
      floor: () => {
        text = crowd.listeners.last();
        return tell(theirs, floorCrowd);
      },
    },
    runs,
  );
  const perSecond = (side: keyof typeof samples, of: 'all' | 'telling') =>
    (people * changes) / median(samples[side].map((sample) => sample[of]));
  const count = people.toLocaleString('en');
  const whole = Math.round(perSecond('ours', 'all')).toLocaleString('en');
  return {
    figures: [
      pairFigure(
        `deliveries to ${count} per second of the processor`,
        perSecond('ours', 'telling'),
        perSecond('floor', 'telling'),
        { unit: '/s', target: '>= 0.95', note: `rates; with the writes that they tell of ${whole}/s` },
      ),
      pairFigure(`memory of a connection, of ${count}`, crowd.each, floorCrowd.each, {
        unit: 'kB',
        target: '<= 20 kB',
      }),
    ],
    proofs: [
      `each of ${count} was told of each of ${changes} changes in every sample, ${Buffer.byteLength(text)} bytes each`,
    ],
  };
});
