/**
 * Telling a thousand who listen that something changed: deliveries per second of the server's processor, and what a
 * connection takes. The floor sends as many bytes through bare websockets. What the calls themselves take, with nobody
 * listening, is taken off on both sides: ours writes durably what it tells of, the floor is only told.
 */
import { startFanOut } from './floor/fanOut.ts';
import { type Listeners, listenToFloor, listenToStaff } from './listeners.ts';
import { compare, figureOf, median, pairFigure, type Samples } from './measure.ts';
import { runs, sized } from './options.ts';
import { cpuDuring, ownMemory } from './processes.ts';
import { progress, report } from './report.ts';
import { startWorld } from './world.ts';
import { bodies, floorSender, rate, sender } from './writing.ts';

const people = sized(1_000, 50);
/** Changes of one sample, one after the other as people make them. */
const changes = sized(1_000, 200);

/** Lets what is under way come to rest: a collection of garbage, the last answers. */
const rest = () => new Promise((wake) => setTimeout(wake, 1_500));

/** One side: a process that tells whoever listens, as often as it is called. */
interface Teller {
  pid: number;
  /** Prepares the calls of a sample; the answer makes them. */
  calls(): Promise<() => Promise<unknown>>;
}

interface Crowd {
  listeners: Listeners;
  /** kB that the process holds more for each of them. */
  each: number;
}

/** People come to listen. */
async function gather(pid: number, arrive: () => Promise<Listeners>): Promise<Crowd> {
  await rest();
  const before = ownMemory(pid);
  const listeners = await arrive();
  await rest();
  return { listeners, each: (ownMemory(pid) - before) / people / 1000 };
}

/** Seconds of the processor for the calls of a sample, until everybody who listens was told of each. */
async function tell({ pid, calls }: Teller, listeners?: Listeners): Promise<number> {
  const call = await calls();
  const before = listeners?.heard() ?? 0;
  const seconds = await cpuDuring(pid, async () => {
    await call();
    await listeners?.until(before + people * changes);
  });
  const told = (listeners?.heard() ?? 0) - before;
  if (listeners && told !== people * changes) throw new Error(`${told} of ${people * changes} messages came`);
  return seconds;
}

await report('Telling many', async () => {
  const world = await startWorld(1_000, { env: { LOG_LEVEL: 'error' } });
  const floor = await startFanOut();
  const [send, post] = [sender(world, 1), floorSender(floor.url, 1)];
  // As long as a hint of ours is.
  let text = 'x'.repeat(171);
  const ours: Teller = {
    pid: world.server.pid,
    calls: async () => {
      const sealed = await bodies(world, world.projectIds.slice(0, 1), changes);
      return () => rate(sealed, 1, send);
    },
  };
  const theirs: Teller = {
    pid: floor.pid,
    calls: async () => () =>
      rate(
        Array.from({ length: changes }, () => text),
        1,
        post,
      ),
  };
  const silent = await compare(
    () => tell(ours),
    () => tell(theirs),
    runs,
  );
  progress(`${people} come to listen`);
  const crowd = await gather(ours.pid, () => listenToStaff(world, people));
  const floorCrowd = await gather(theirs.pid, () => listenToFloor(floor.url, people));
  const times = await compare(
    () => tell(ours, crowd.listeners),
    () => {
      text = crowd.listeners.last() || text;
      return tell(theirs, floorCrowd.listeners);
    },
    runs,
  );
  const perSecond = (of: keyof Samples) =>
    times[of].map((seconds) => (people * changes) / (seconds - median(silent[of])));
  const whole = (people * changes) / median(times.ours);
  const count = people.toLocaleString('en');
  return {
    figures: [
      figureOf(
        `deliveries to ${count} per second of the processor`,
        { ours: perSecond('ours'), floor: perSecond('floor') },
        {
          unit: '/s',
          target: '>= 0.95',
          note: `rates; with the writes that they tell of ${Math.round(whole).toLocaleString('en')}/s`,
        },
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
