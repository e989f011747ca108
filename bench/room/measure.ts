/** Opens rooms of several sizes as a person does: cold and warm, a page back, a jump; and what they take of memory. */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { DeviceStore } from '@kontor/client/device/deviceStore';
import { MemoryStore } from '@kontor/client/device/memoryStore';
import { nouns } from '@kontor/client/nouns/hooks';
import { systemClock } from '@kontor/client/replica/clock';
import { openReplica } from '@kontor/client/replica/openReplica';
import type { Replica } from '@kontor/client/replica/replica';
import { aloneTab } from '@kontor/client/replica/tabs';
import { type Founder, founder, teach } from '@kontor/client/testing/founder';
import type { EntityName } from '@kontor/contract/nouns/entities';
import { v7 as uuidv7 } from 'uuid';
import { openRows } from '../floor/windowFloor.ts';
import { Room } from './room.ts';
import { sweptDevice } from './sweptDevice.ts';

const message = 'probeMessage' as EntityName;

/** Costs of one visit, ms. */
export interface Visit {
  open: number;
  pageBack: number;
  jump: number;
}

export interface RoomWorld {
  room: Room;
  cold(): Promise<Visit>;
  /** Measures a room on a device that has all of it, offline. */
  warm(): Promise<Visit>;
  /** Opens as much as the head has, with nothing around it; ms. */
  floor(): Promise<number>;
  /**
   * Measures the bytes that a device holds which has all of the room and as much of it open as may be; and
   * the parsed JSON of that.
   */
  memory(): Promise<{ ours: number; floor: number }>;
}

setFlagsFromString('--expose-gc');
const gc = runInNewContext('gc') as () => void;

/** Counts the bytes that are held after a collection of garbage. */
const collect = (): number => {
  for (let i = 0; i < 4; i++) gc();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
};

const timed = async (act: () => Promise<unknown>): Promise<number> => {
  const start = performance.now();
  await act();
  return performance.now() - start;
};

function check(holds: boolean, what: string): void {
  if (!holds) throw new Error(what);
}

/** Makes somebody with a workspace whose vault knows a room, and the server that shows both. */
export async function roomWorld(size: number): Promise<RoomWorld> {
  const made = await founder();
  const { vault, userId, workspaceId } = made;
  await vault.sealForDevice({ deviceShare: 'A'.repeat(43) });
  const room = new Room({ vault, userId, workspaceId }, uuidv7(), size);
  await teach(vault, made, [{ scope: room.scope, keys: [] }]);
  const kept = new MemoryStore();
  // What a device keeps besides the pages of the room.
  const first = await open(made, room, kept);
  await first.pull();
  await first.close();
  const disk = swept(made, room, kept);
  /** Visits it once before the clock: what a visit reads is on a disk, and neither made nor sealed while it is read. */
  let onDisk: Promise<unknown> | undefined;
  return {
    room,
    cold: () => visit(made, room, new MemoryStore(), false),
    warm: async () => {
      onDisk ??= visit(made, room, disk, true);
      await onDisk;
      return visit(made, room, disk, true);
    },
    floor: () =>
      timed(async () => {
        const [scope] = await room.pulled(0);
        const shown = await openRows({ vault, store: new MemoryStore(), workspaceId }, scope!.rows);
        check(String(shown.at(-1)).startsWith(`${room.revision}: `), 'the floor shows something else');
      }),
    memory: () => memoryOf(made, room, kept),
  };
}

const swept = ({ vault, userId, workspaceId }: Founder, room: Room, kept: MemoryStore) =>
  sweptDevice({ room, userId, workspaceId, vault, kept });

function open(made: Founder, room: Room, device: DeviceStore, isOffline = false): Promise<Replica> {
  const { vault, userId, workspaceId, admins, staff, keys, entry } = made;
  const offline = () => Promise.reject(Object.assign(new Error('no connection'), { code: 'OFFLINE' }));
  const scopes = [admins, staff].map((scope) => {
    const own = keys.filter(({ scopeId }) => scopeId === scope.id);
    return { ...scope, cursor: 1, keys: own, rows: [], isWhole: true };
  });
  return openReplica({
    workspaceId,
    userId,
    vault,
    device,
    nouns,
    clock: systemClock,
    sweeps: false,
    tabs: aloneTab(),
    hints: { onHint: () => () => {}, onConnected: () => () => {} },
    onLog: () => {},
    transport: isOffline
      ? { sync: offline, history: offline, apply: offline }
      : {
          sync: async ({ cursors, logLength }) => ({
            log: [entry].slice(logLength),
            gone: [],
            more: false,
            scopes: [
              ...scopes.filter(({ id }) => !(id in cursors)),
              ...(await room.pulled(cursors[room.scope.id] ?? 0)),
            ],
          }),
          history: (request) => room.history(request),
          apply: offline,
        },
  });
}

async function visit(made: Founder, room: Room, device: DeviceStore, isOffline: boolean): Promise<Visit> {
  const scopeId = room.scope.id;
  let replica: Replica | undefined;
  const opened = await timed(async () => {
    replica = await open(made, room, device, isOffline);
    if (!isOffline) await replica.pull();
    await replica.windows.open(scopeId);
  });
  const view = replica!.windows.view(message, scopeId);
  const stop = view.subscribe(() => {});
  const rows = () => view.get().flatMap((item) => (item.kind === 'gap' ? [] : [item.record]));
  const shows = (revision: number) => {
    const found = rows().find(({ createdRevision }) => createdRevision === revision) as unknown as {
      words: string;
    };
    check(found?.words.startsWith(`${revision}: `) === true, `message ${revision} is not shown`);
  };
  shows(room.revision);
  const lowest = rows()[0]!.createdRevision!;
  const pageBack = lowest > 2 ? await timed(() => replica!.windows.before(scopeId, lowest)) : 0;
  if (lowest > 2) shows(lowest - 1);
  const middle = Math.floor(room.size / 3) + 2;
  const jump = await timed(async () => {
    const found = await replica!.windows.jump(scopeId, { at: room.timeOf(middle) });
    check(found === middle, `the jump ended at ${found}, not at ${middle}`);
  });
  shows(middle);
  check(replica!.faults.get().length === 0, `a fault: ${JSON.stringify(replica!.faults.get()[0])}`);
  stop();
  await replica!.close();
  return { open: opened, pageBack, jump };
}

async function memoryOf(made: Founder, room: Room, kept: MemoryStore) {
  const scopeId = room.scope.id;
  const before = collect();
  const device = swept(made, room, kept);
  let replica: Replica | undefined = await open(made, room, device, true);
  await replica.windows.open(scopeId);
  const view = replica.windows.view(message, scopeId);
  const stop = view.subscribe(() => {});
  // Twice as much as may be open at once.
  for (let read = 0; read < 20_000 && !view.isStart; read += 100) {
    const gap = view.get().findLast((item) => item.kind === 'gap');
    if (gap?.kind !== 'gap') break;
    await replica.windows.before(scopeId, gap.to + 1);
  }
  await new Promise((resolve) => setTimeout(resolve, 50));
  const open10k = replica.collections[message].size;
  check(open10k <= 10_600, `${open10k} records are open at once`);
  const rows = JSON.stringify(replica.collections[message].all());
  device.forget();
  const ours = collect() - before - rows.length;
  stop();
  await replica.close();
  replica = undefined;
  const empty = collect();
  const parsed = JSON.parse(rows) as unknown[];
  const floor = collect() - empty;
  check(parsed.length === open10k, 'the floor holds something else');
  return { ours, floor };
}
