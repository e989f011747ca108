/**
 * A server that lies within a window: each lie is caught, or what it is about is said to be not checked yet, and nobody is
 * accused of a forgery. The same flow without the lie shows everything and says nothing.
 */
import type { SealedRecord } from '@kontor/contract/entity/entity';
import type { EntityName } from '@kontor/contract/nouns/entities';
import type { SyncAnswer } from '@kontor/contract/wire/sync';
import { v7 as uuidv7 } from 'uuid';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { FaultKind } from './fault.ts';
import type { Replica } from './replica.ts';
import { createDevice, type Device, openOn } from './testing/client.ts';
import { ProtocolServer } from './testing/protocolServer.ts';
import { type RoomWriter, roomWriter } from './testing/room.ts';
import type { WindowView } from './windowView.ts';

vi.mock('@kontor/contract/nouns/entities', async (load) => {
  const { withProbes } = await import('@kontor/contract/testing/probeNouns');
  return withProbes(await load<typeof import('@kontor/contract/nouns/entities')>());
});

const [room, message] = ['probeRoom', 'probeMessage'] as string[] as [EntityName, EntityName];
const count = 120;

let server: ProtocolServer;
let roomId: string;
let others: RoomWriter;
let rows: SealedRecord[];
let device: Device;
let victim: Replica;

type View = WindowView<{ id: string; words: string; createdRevision?: number }>;

interface Script {
  name: string;
  /** Tells the server's lie. */
  attack(): void;
  /** Does the person's acts while the server lies. */
  suffer(): Promise<void>;
  /** The kinds of fault by which it is caught; none where nothing can be said yet. */
  caught: FaultKind[];
  /** Checks what else holds, with the lie still on. */
  also(): void | Promise<void>;
  /** The kinds that stand once the server is honest again. */
  afterwards: FaultKind[];
}

/** Changes the rows of the room in each answer. */
function rewrite(change: (rows: SealedRecord[]) => SealedRecord[]): void {
  const changed = (answer: SyncAnswer): SyncAnswer => ({
    ...answer,
    scopes: answer.scopes.map((scope) =>
      scope.id === roomId ? { ...scope, rows: change(scope.rows) } : scope,
    ),
  });
  server.onSync = changed;
  server.onHistory = changed;
}
const beHonest = () => {
  server.onSync = (answer) => answer;
  server.onHistory = (answer) => answer;
};
/** Shows a row as if it had just been changed. */
function show(row: SealedRecord): void {
  server.rows.set(`${roomId} ${row.id}`, { ...row, revision: ++server.scopes.get(roomId)!.revision });
}

const viewOf = (): View => victim.windows.view(message, roomId) as unknown as View;
const words = (): string[] =>
  viewOf()
    .get()
    .flatMap((item) => (item.kind === 'gap' ? [] : [item.record.words]));
const firstGap = () =>
  viewOf()
    .get()
    .find((item) => item.kind === 'gap');
const kinds = (): FaultKind[] => victim.faults.get().map(({ kind }) => kind);
const everything = Array.from({ length: count }, (_, i) => `m${i}`);

/** Reads the room as far as the server lets one. */
async function readBack(): Promise<void> {
  await victim.windows.open(roomId);
  for (let i = 0; i < 4 && !viewOf().isStart; i++) {
    const gap = firstGap();
    if (gap?.kind === 'gap') await victim.windows.before(roomId, gap.to + 1);
  }
}
const openVictim = async (mostOpen?: number): Promise<void> => {
  victim = await openOn(device, server, mostOpen === undefined ? {} : { mostOpen });
  await victim.pull();
};

beforeEach(async () => {
  server = new ProtocolServer();
  server.headRows = 20;
  device = createDevice();
  roomId = uuidv7();
  server.addScope({ id: roomId, kind: 'room', access: 'open' });
  const ada = await openOn(createDevice(), server);
  await ada.pull();
  ada.create(room, roomId, { id: roomId, name: 'Room', memberIds: [] } as object);
  await ada.outbox.sent();
  await ada.close();
  others = roomWriter(server, roomId);
  rows = [];
  for (let i = 0; i < count; i++) {
    if (i === 80) server.scopes.get(roomId)!.revision += 1_000;
    rows.push(...(await others.write(i % 3 === 0 ? 'cem' : 'dan', [`m${i}`])));
  }
});
afterEach(() => victim.close());

let honest: SealedRecord[] = [];

const scripts: Script[] = [
  {
    name: 'hides a row',
    attack: () => rewrite((all) => all.filter(({ id }) => id !== rows[60]!.id)),
    suffer: async () => {
      await openVictim();
      await readBack();
    },
    caught: ['held-back'],
    also: () => expect(words()).toEqual(everything.filter((_, i) => i !== 60)),
    afterwards: [],
  },
  {
    name: 'swaps two rows of an author',
    attack: () => {
      const [a, b] = [rows[60]!, rows[63]!];
      rewrite((all) =>
        all.map((row) => {
          const other = row.id === a.id ? b : row.id === b.id ? a : row;
          const { createdRevision, revision } = other;
          return row === other ? row : { ...row, createdRevision: createdRevision!, revision };
        }),
      );
    },
    suffer: async () => {
      await openVictim();
      await readBack();
    },
    caught: ['misplaced'],
    also: () => expect(words()).toHaveLength(count),
    // One of the two orders was a lie, and it stays on record that they differ.
    afterwards: ['misplaced'],
  },
  {
    name: 'gives a row another place than it had',
    attack: () => show({ ...honest[10]!, createdRevision: honest[100]!.createdRevision! }),
    suffer: async () => {
      await victim.pull();
    },
    caught: ['misplaced'],
    also: async () => {
      await victim.windows.jump(roomId, { revision: 12 });
      expect(words().slice(9, 12)).toEqual(['m9', 'm10', 'm11']);
    },
    afterwards: [],
  },
  {
    name: 'shows an old version of a row that lies outside of the window',
    attack: () => show(honest[10]!),
    suffer: async () => {
      await victim.pull();
      await readBack();
    },
    caught: ['rolled-back'],
    also: async () => {
      await victim.windows.jump(roomId, { revision: 12 });
      expect(words()).toContain('changed');
      expect(words()).not.toContain('m10');
    },
    afterwards: [],
  },
  {
    name: 'says that the room begins where it does not',
    attack: () => {
      server.onHistory = (answer, { before }) => ({
        ...answer,
        scopes: answer.scopes.map((scope) => ({
          ...scope,
          rows: scope.rows.filter(({ createdRevision = 0 }) => createdRevision > 50),
          window: { from: before > 51 ? 0 : scope.window!.from, isStart: true },
        })),
      });
    },
    suffer: async () => {
      await openVictim();
      await readBack();
    },
    caught: ['held-back'],
    also: () => {
      expect(viewOf().isStart).toBe(false);
      expect(viewOf().get()[0]?.kind).toBe('gap');
    },
    afterwards: [],
  },
];

/** Makes the device that two of the scripts need: it has read everything, and closed most of it again. */
async function readAll(changes: boolean): Promise<void> {
  honest = rows.map((row) => ({ ...row }));
  await openVictim();
  await readBack();
  if (changes) {
    const cem = await openOn(createDevice('dan'), server);
    await cem.pull();
    await cem.windows.jump(roomId, { revision: 5 });
    cem.update(message, rows[10]!.id, { words: 'changed' } as object);
    await cem.outbox.sent();
    await cem.close();
    await victim.pull();
  }
  await victim.close();
  // The older one of the two pages is closed again.
  await openVictim(100);
}

describe('a client of a server that lies within a window', () => {
  let run = 0;

  it.each(scripts)('catches one that $name', async ({ name, attack, suffer, caught, also, afterwards }) => {
    const isKnown = name.includes('another place') || name.includes('old version');
    if (isKnown) await readAll(name.includes('old version'));
    else {
      // The control: without the lie the same flow shows everything.
      await suffer();
      expect([words(), kinds(), viewOf().isStart]).toEqual([everything, [], true]);
      await victim.close();
      device = createDevice();
    }
    if (isKnown) expect(kinds()).toEqual([]);
    const before = new Map(server.rows);
    attack();
    await suffer();
    if (isKnown) await readBack();
    expect([...new Set(kinds())]).toEqual(caught);
    expect(kinds()).not.toContain('forged-author');
    await also();
    beHonest();
    for (const [key, row] of before) server.rows.set(key, row);
    await victim.pull();
    await readBack();
    await victim.pull();
    await vi.waitFor(() => expect([...new Set(kinds())]).toEqual(afterwards));
    run++;
  });

  it('ran all five', () => expect(run).toBe(5));

  it('says of an edge that it is not checked yet', async () => {
    rewrite((all) => all.filter(({ id }) => id !== rows[99]!.id));
    await openVictim();
    await victim.windows.open(roomId);
    // m99 may lie below the edge, for all that the head tells.
    expect([words()[0], kinds()]).toEqual(['m100', []]);
    expect(victim.windows.proof(roomId)).toMatchObject({ missing: 0, misplaced: 0, unchecked: 2 });
    await readBack();
    expect(kinds()).toEqual(['held-back']);
  });

  it('does not take a row that stands outside of what the answer says it covers', async () => {
    server.onHistory = (answer, { before }) => ({
      ...answer,
      scopes: answer.scopes.map((scope) => ({
        ...scope,
        rows: scope.rows.map((row) =>
          row.id === rows[40]!.id ? { ...row, createdRevision: before + 5, revision: before + 9 } : row,
        ),
      })),
    });
    await openVictim();
    await readBack();
    expect(kinds()).toContain('misplaced');
    expect(words()).toHaveLength(count - 1);
  });
});
