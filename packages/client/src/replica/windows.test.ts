/** A windowed scope as people read it: its head, pages before, jumps, gaps, what stays in memory and on the device. */
import type { EntityName } from '@kontor/contract/nouns/entities';
import { v7 as uuidv7 } from 'uuid';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { HistoryError } from './historyPuller.ts';
import type { Replica } from './replica.ts';
import { createDevice, type Device, openOn, until } from './testing/client.ts';
import { ProtocolServer } from './testing/protocolServer.ts';
import { type RoomWriter, roomWriter } from './testing/room.ts';
import type { WindowView } from './windowView.ts';

vi.mock('@kontor/contract/nouns/entities', async (load) => {
  const { withProbes } = await import('@kontor/contract/testing/probeNouns');
  return withProbes(await load<typeof import('@kontor/contract/nouns/entities')>());
});

const [room, message] = ['probeRoom', 'probeMessage'] as string[] as [EntityName, EntityName];

let server: ProtocolServer;
let writer: Replica;
let roomId: string;
let others: RoomWriter;
const author = createDevice();
let open: Replica[] = [];

interface Message {
  id: string;
  words: string;
  createdRevision?: number;
}
type View = WindowView<Message>;

async function reader(device: Device, options: Parameters<typeof openOn>[2] = {}): Promise<Replica> {
  const replica = await openOn(device, server, options);
  open.push(replica);
  await replica.pull();
  return replica;
}

/** Writes messages as somebody's other device does. */
const write = async (count: number, from = 0, timeOf?: (i: number) => number): Promise<string[]> =>
  (await others.write('cem', words(from, from + count - 1), timeOf)).map(({ id }) => id);

const viewOf = (replica: Replica): View => replica.windows.view(message, roomId) as unknown as View;
/** Returns what the list shows, in short. */
const shown = (view: View): string[] =>
  view.get().map((item) => (item.kind === 'gap' ? '…' : item.record.words));
const words = (from: number, to: number): string[] =>
  Array.from({ length: to - from + 1 }, (_, i) => `m${from + i}`);
const gapsOf = (view: View) => view.get().flatMap((item) => (item.kind === 'gap' ? [item] : []));

beforeEach(async () => {
  server = new ProtocolServer();
  server.headRows = 20;
  server.newRows = 50;
  writer = await reader(author);
  roomId = uuidv7();
  server.addScope({ id: roomId, kind: 'room', access: 'open' });
  await writer.pull();
  others = roomWriter(server, roomId);
  writer.create(room, roomId, { id: roomId, name: 'Room', memberIds: [] } as object);
  await writer.outbox.sent();
});
afterEach(async () => {
  await Promise.all(open.map((replica) => replica.close()));
  open = [];
});

describe('a windowed scope', () => {
  it('begins with its head, and what lies before it stands in the list as a gap', async () => {
    await write(60);
    const ben = await reader(createDevice());
    const view = viewOf(ben);
    await ben.windows.open(roomId);
    expect(shown(view)).toEqual(['…', ...words(40, 59)]);
    expect(view.isStart).toBe(false);
    // The head of the scope comes whatever the window.
    expect((ben.collections[room].get(roomId) as unknown as { name: string }).name).toBe('Room');
    expect(ben.faults.get()).toEqual([]);
  });

  it('is read back page by page, up to its beginning', async () => {
    await write(700);
    const ben = await reader(createDevice());
    const view = viewOf(ben);
    await ben.windows.open(roomId);
    let rounds = 0;
    for (; !view.isStart; rounds++) await ben.windows.before(roomId, gapsOf(view).at(-1)!.to + 1);
    expect(shown(view)).toEqual(words(0, 699));
    expect(rounds).toBeLessThan(6);
    expect(ben.faults.get()).toEqual([]);
    expect(ben.windows.proof(roomId)).toEqual({ missing: 0, misplaced: 0, unchecked: 0 });
  });

  it('asks for the log where who wrote a page of the past knew more of it, before anybody is accused', async () => {
    const ids = await write(60);
    const device = createDevice();
    let known = 0;
    const ben = await reader(device, {
      vault: (inner) => ({
        ...inner,
        openPage: async (id, page) => {
          const { opened, ...rest } = await inner.openPage(id, page);
          const isAhead = (record: { id: string }) =>
            record.id === ids[30] && device.requests.length === known;
          const faulty = opened
            .filter(isAhead)
            .map((record) => ({ ...record, fault: 'withheld-log' as const }));
          return { ...rest, opened: opened.filter((record) => !isAhead(record)), faulty };
        },
      }),
    });
    known = device.requests.length;
    const view = viewOf(ben);
    await ben.windows.open(roomId);
    const faults: number[] = [];
    const stop = ben.faults.subscribe(() => faults.push(ben.faults.get().length));
    await ben.windows.before(roomId, gapsOf(view).at(-1)!.to + 1);
    expect(shown(view)).toEqual(words(0, 59));
    expect([device.requests.length > known, faults.filter((count) => count > 0)]).toEqual([true, []]);
    stop();
  });

  it.each([
    ['once', 1, []],
    ['each time, as only a server does that lies', Number.POSITIVE_INFINITY, ['rolled-back']],
  ])('accuses nobody where a pull overtakes a page of the past %s', async (_, times, kinds) => {
    const ids = await write(60);
    const cem = await reader(createDevice('cem'));
    await cem.windows.open(roomId);
    await cem.windows.before(roomId, gapsOf(viewOf(cem)).at(-1)!.to + 1);
    const row = () => server.rows.get(`${roomId} ${ids[30]}`)!;
    const old = { ...row() };
    let overtaken = 0;
    const ben: Replica = await reader(createDevice(), {
      vault: (inner) => ({
        ...inner,
        openPage: async (id, page) => {
          const isPast = page.rows.some((each) => each.id === ids[31]);
          if (isPast && overtaken < times) {
            overtaken++;
            cem.update(message, ids[30]!, { words: `changed ${overtaken}` } as object);
            await cem.outbox.sent();
            await ben.pull();
          }
          return inner.openPage(id, page);
        },
      }),
    });
    if (times > 1)
      server.onHistory = (answer) => ({
        ...answer,
        scopes: answer.scopes.map((scope) => ({
          ...scope,
          rows: scope.rows.map((each) => (each.id === old.id ? old : each)),
        })),
      });
    await ben.windows.open(roomId);
    await ben.windows.before(roomId, gapsOf(viewOf(ben)).at(-1)!.to + 1);
    expect(ben.faults.get().map(({ kind }) => kind)).toEqual(kinds);
    expect(shown(viewOf(ben))[30]).toBe(`changed ${overtaken}`);
    expect(overtaken).toBeLessThan(5);
  });

  it('asks for that log once, however many say that there is more of it', async () => {
    const ids = await write(60);
    const device = createDevice();
    const ben = await reader(device, {
      vault: (inner) => ({
        ...inner,
        openPage: async (id, page) => {
          const { opened, ...rest } = await inner.openPage(id, page);
          const isAhead = (record: { id: string }) => [ids[30], ids[31]].includes(record.id);
          const faulty = opened
            .filter(isAhead)
            .map((record) => ({ ...record, fault: 'withheld-log' as const }));
          return { ...rest, opened: opened.filter((record) => !isAhead(record)), faulty };
        },
      }),
    });
    await ben.windows.open(roomId);
    await ben.windows.before(roomId, gapsOf(viewOf(ben)).at(-1)!.to + 1);
    expect(ben.faults.get()).toHaveLength(2);
    const before = device.requests.length;
    await ben.pull();
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(device.requests.length - before).toBeLessThan(4);
  });

  it('shows what others write, change and delete, wherever it stands', async () => {
    const ids = await write(60);
    const ben = await reader(createDevice());
    const view = viewOf(ben);
    const stop = view.subscribe(() => {});
    await ben.windows.open(roomId);
    await writer.pull();
    await writer.windows.before(roomId, 30);
    writer.update(message, ids[50]!, { words: 'changed' } as object);
    writer.update(message, ids[3]!, { words: 'changed below' } as object);
    writer.remove(message, ids[59]!);
    await writer.outbox.sent();
    await write(1, 60);
    await ben.pull();
    const expected = [...words(40, 49), 'changed', ...words(51, 58), 'm60'];
    // What changed below the window is known, and not drawn as if everything around it were.
    expect(shown(view)).toEqual(['…', ...expected]);
    await ben.windows.before(roomId, gapsOf(view)[0]!.to + 1);
    expect(shown(view)).toEqual([...words(0, 2), 'changed below', ...words(4, 39), ...expected]);
    expect(ben.faults.get()).toEqual([]);
    stop();
  });

  it('shows what is not sent yet behind everything else, and once it is sent in its place', async () => {
    await write(5);
    const device = createDevice();
    const ben = await reader(device);
    const view = viewOf(ben);
    await ben.windows.open(roomId);
    device.connection.isOffline = true;
    ben.create(message, roomId, { userId: device.userId, words: 'mine' } as object);
    ben.create(message, roomId, { userId: device.userId, words: 'mine too' } as object);
    await write(1, 5);
    expect(shown(view)).toEqual([...words(0, 4), 'mine', 'mine too']);
    device.connection.isOffline = false;
    await ben.pull();
    await ben.outbox.sent();
    await until(() => shown(view).length === 8);
    expect(shown(view)).toEqual([...words(0, 5), 'mine', 'mine too']);
    expect(ben.windows.proof(roomId)).toEqual({ missing: 0, misplaced: 0, unchecked: 0 });
  });

  it('leaves a gap where more came in an absence than is sent at once', async () => {
    await write(30);
    const device = createDevice();
    const ben = await reader(device);
    await ben.windows.open(roomId);
    device.connection.isOffline = true;
    await write(400, 30);
    device.connection.isOffline = false;
    await ben.pull();
    const view = viewOf(ben);
    expect(shown(view)).toEqual(['…', ...words(10, 29), '…', ...words(410, 429)]);
    const stop = view.subscribe(() => {});
    await ben.windows.after(roomId, gapsOf(view)[1]!.from - 1);
    expect(shown(view).slice(0, 60)).toEqual(['…', ...words(10, 68)]);
    while (gapsOf(view)[1]) await ben.windows.after(roomId, gapsOf(view)[1]!.from - 1);
    await ben.windows.before(roomId, gapsOf(view)[0]!.to + 1);
    stop();
    expect(shown(view)).toEqual(words(0, 429));
  });

  it('shows to whoever subscribes what came since they read it', async () => {
    await write(60);
    const ben = await reader(createDevice());
    await ben.windows.open(roomId);
    const view = viewOf(ben);
    const { to } = gapsOf(view)[0]!;
    await ben.windows.before(roomId, to + 1);
    const stop = view.subscribe(() => {});
    expect(shown(view)).toEqual(words(0, 59));
    stop();
  });

  it('counts a message once that came with the last pull and was changed here since', async () => {
    await others.write('ben', words(0, 58));
    const ben = await reader(createDevice('ben'));
    await ben.windows.open(roomId);
    const [last] = await others.write('ben', words(59, 59));
    await ben.pull();
    ben.update(message, last!.id, { words: 'changed' } as object);
    await ben.outbox.sent();
    const [hidden] = await others.write('ben', words(60, 61));
    server.onSync = (answer) => ({
      ...answer,
      scopes: answer.scopes.map((scope) => ({
        ...scope,
        rows: scope.rows.filter(({ id }) => id !== hidden!.id),
      })),
    });
    await ben.pull();
    expect(shown(viewOf(ben)).slice(-2)).toEqual(['changed', 'm61']);
    expect(ben.windows.proof(roomId).missing).toBe(1);
  });

  it('jumps to a place and to a moment, with gaps on both sides', async () => {
    const times = Array.from(
      { length: 800 },
      (_, i) => 1_760_000_000_000 + i * 60_000 + (i > 500 ? 86_400_000 : 0),
    );
    await write(800, 0, (i) => times[i]!);
    const ben = await reader(createDevice());
    const view = viewOf(ben);
    await ben.windows.open(roomId);
    const asked = server.histories.length;
    const revision = await ben.windows.jump(roomId, { at: times[300]! - 30_000 });
    const found = view
      .get()
      .find((item) => item.kind === 'record' && item.record.createdRevision === revision);
    expect(found).toMatchObject({ record: { words: 'm300' } });
    expect(gapsOf(view)).toHaveLength(2);
    expect(server.histories.length - asked).toBeLessThan(25);
    await ben.windows.jump(roomId, { revision: 3 });
    expect(shown(view)[0]).toBe('m0');
    await ben.windows.jump(roomId, { at: 0 });
    await ben.windows.jump(roomId, { at: times[799]! + 1 });
    expect(view.get().at(-1)).toMatchObject({ record: { words: 'm799' } });
  });

  it('makes one call of the same page for all who ask at the same time', async () => {
    await write(60);
    const ben = await reader(createDevice());
    await ben.windows.open(roomId);
    const gap = gapsOf(viewOf(ben))[0]!;
    await Promise.all([1, 2, 3].map(() => ben.windows.before(roomId, gap.to + 1)));
    expect(server.histories).toHaveLength(1);
  });

  it('says when there is no connection, and when it may not be read', async () => {
    await write(60);
    const device = createDevice();
    const ben = await reader(device);
    await ben.windows.open(roomId);
    const { to } = gapsOf(viewOf(ben))[0]!;
    const codeOf = (call: Promise<unknown>) => call.catch((error: HistoryError) => error.code);
    device.connection.isOffline = true;
    expect(await codeOf(ben.windows.before(roomId, to + 1))).toBe('OFFLINE');
    device.connection.isOffline = false;
    server.hidden.add(roomId);
    expect(await codeOf(ben.windows.before(roomId, to + 1))).toBe('NOT_FOUND');
    server.hidden.clear();
    expect(await codeOf(ben.windows.open(uuidv7()))).toBe('NOT_FOUND');
    expect(await codeOf(ben.windows.before(roomId, to + 1))).toBe(undefined);
  });

  it('takes a message once the page of the past is there that tells what it follows: nobody refused it', async () => {
    await write(60);
    const device = createDevice();
    const ben = await reader(device);
    let isMisshapen = true;
    server.onHistory = (answer) => (isMisshapen ? { ...answer, scopes: [] } : answer);
    const { id } = ben.create(message, roomId, { userId: device.userId, words: 'late' } as object);
    await until(() => server.histories.length > 1 || ben.outbox.status.get().failed > 0);
    isMisshapen = false;
    await ben.outbox.sent();
    expect(ben.outbox.failed.get()).toEqual([]);
    expect(server.rows.has(`${roomId} ${id}`)).toBe(true);
  });

  it('keeps nothing of a page that comes once it is closed: another tab may lead by then', async () => {
    await write(60);
    const device = createDevice();
    const page = Promise.withResolvers<void>();
    let [isHeld, isOpening] = [false, false];
    const ben = await reader(device, {
      vault: (vault) => ({
        ...vault,
        openPage: async (...rows) => {
          isOpening = isHeld;
          if (isHeld) await page.promise;
          return vault.openPage(...rows);
        },
      }),
    });
    await ben.windows.open(roomId);
    const { to } = gapsOf(viewOf(ben))[0]!;
    isHeld = true;
    const asked = ben.windows.before(roomId, to + 1).catch((error: HistoryError) => error.code);
    await until(() => isOpening);
    await ben.close();
    const kept = () => Promise.all([device.store.scan('page', ''), device.store.scan('state', '')]);
    const before = await kept();
    page.resolve();
    const code = await asked;
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(await kept()).toEqual(before);
    expect(code).toBe('OFFLINE');
  });
});
