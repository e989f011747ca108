/** Shares after two devices changed documents and shares at once, or one did before all was there. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { DeviceStore } from '../device/deviceStore.ts';
import { moveDocuments } from '../nouns/document.ts';
import { createProject } from '../nouns/project.ts';
import { revokeDocuments, shareDocuments } from '../nouns/share.ts';
import { moveTasks } from '../nouns/task.ts';
import { restoreFromTrash, trashDocuments } from '../nouns/trash.ts';
import { observable } from '../observable.ts';
import type { Replica } from '../replica/replica.ts';
import { anyAuthor } from '../replica/testing/clearVault.ts';
import { createDevice, openOn, until } from '../replica/testing/client.ts';
import { lateVerified } from '../replica/testing/lateVerified.ts';
import { ProtocolServer, ServerError } from '../replica/testing/protocolServer.ts';
import { keepCards } from './ownCards.ts';
import { keepShares } from './ownShares.ts';

const [alder, birke] = ['a1', 'b1'].map((end) => `019a0000-0000-7000-8000-0000000000${end}`) as [
  string,
  string,
];
const devices = [createDevice(anyAuthor), createDevice(anyAuthor)] as const;
let server: ProtocolServer;
let ada: Replica;
let ben: Replica;
let projectId: string;
let folder: string;
let file: string;
let stops: (() => void)[];

const keep = (replica: Replica, userId = anyAuthor) => {
  const place = { workspace: { ...replica, confirmed: observable(true) }, userId };
  return [keepShares(place), keepCards(place)];
};

beforeEach(async () => {
  server = new ProtocolServer();
  const fresh = [createDevice(anyAuthor), createDevice(anyAuthor)];
  for (const [i, device] of devices.entries()) Object.assign(device, fresh[i]);
  [ada, ben] = (await Promise.all(devices.map((device) => openOn(device, server)))) as [Replica, Replica];
  for (const [id, name] of [
    [alder, 'Alder AG'],
    [birke, 'Birke GmbH'],
  ] as const)
    ada.transaction((transaction) => {
      transaction.createScope({ id, kind: 'customer', access: 'open' });
      ada.create('customer', id, { id, name, type: 'COMPANY' });
    });
  projectId = createProject(ada, { name: 'Roof', type: 'CUSTOMER_PROJECT', customerId: alder }).id;
  folder = ada.create('document', projectId, { kind: 'folder', name: 'F' }).id;
  file = made(ada, 'x.txt');
  await meet();
  stops = [ada, ben].flatMap((each) => keep(each));
});
afterEach(async () => {
  for (const stop of stops) stop();
  await Promise.all([ada.close(), ben.close()]);
});

const made = (replica: Replica, name: string, parentId?: string) =>
  replica.create('document', projectId, { kind: 'file', name, ...(parentId && { parentId }) }).id;

async function meet(): Promise<void> {
  for (let round = 0; round < 3; round++)
    for (const each of [ada, ben]) {
      await each.outbox.sent();
      await each.pull();
    }
}

/** Lets the devices correct what they see, until both have nothing more to say. */
async function settled(): Promise<void> {
  for (let round = 0; round < 4; round++) {
    await new Promise((resolve) => setTimeout(resolve, 10));
    await meet();
  }
}

/** Has Ben act without a connection, and Ada meanwhile; then all is sent. */
async function atOnce(byBen: () => void, byAda: () => void): Promise<void> {
  devices[1].connection.isOffline = true;
  byBen();
  byAda();
  await ada.outbox.sent();
  devices[1].connection.isOffline = false;
  await settled();
}

/** Has both act and send before either has seen the other's. */
async function unseen(byBen: () => void, byAda: () => void): Promise<void> {
  byBen();
  byAda();
  await Promise.all([ada.outbox.sent(), ben.outbox.sent()]);
  await settled();
}

const sharedOn = (replica: Replica) =>
  replica.collections.share
    .all()
    .map(({ name, path, scopeId }) => {
      const way = [...path.map((step) => step.name), name].join('/');
      return `${scopeId === alder ? 'A' : 'B'}: ${way}`;
    })
    .sort();
const shared = () => {
  expect(sharedOn(ben)).toEqual(sharedOn(ada));
  expect([ada, ben].flatMap((each) => each.outbox.failed.get())).toEqual([]);
  return sharedOn(ada);
};

describe.each([
  ['one of them without a connection', atOnce],
  ['neither seeing the other', unseen],
])('two people at once, %s', (_, both) => {
  it('put something into a folder and stop sharing that', async () => {
    shareDocuments(ada, [folder], alder);
    await meet();
    await both(
      () => {
        moveDocuments(ben, [file], { scopeId: projectId, parentId: folder });
        made(ben, 'new.txt', folder);
      },
      () => revokeDocuments(ada, [folder], alder),
    );
    expect(shared()).toEqual([]);
  });

  it('put something into a folder and share that, which shows no more than whoever shared it saw', async () => {
    await both(
      () => {
        moveDocuments(ben, [file], { scopeId: projectId, parentId: folder });
        made(ben, 'new.txt', folder);
      },
      () => shareDocuments(ada, [folder], alder),
    );
    expect(shared()).toEqual(['A: F']);
  });

  it('share a document and move its task to another customer', async () => {
    const other = createProject(ada, { name: 'Wall', type: 'CUSTOMER_PROJECT', customerId: birke }).id;
    const task = ada.create('task', projectId, { title: 'T' }).id;
    ada.update('document', file, { taskId: task });
    await meet();
    await both(
      () => shareDocuments(ben, [file], alder),
      () => moveTasks(ada, [task], other),
    );
    expect(ada.collections.document.get(file)?.scopeId).toBe(other);
    expect(shared()).toEqual([]);
  });

  it('share a document and give the project to another customer', async () => {
    await both(
      () => shareDocuments(ben, [file], alder),
      () => ada.update('project', projectId, { customerId: birke }),
    );
    expect(shared()).toEqual([]);
  });

  it('put a document into the trash and share it, which it is once it comes out', async () => {
    await both(
      () => trashDocuments(ben, [file]),
      () => shareDocuments(ada, [file], alder),
    );
    expect(shared()).toEqual([]);
    restoreFromTrash(
      ada,
      ada.collections.trashEntry.all().map(({ id }) => id),
    );
    await settled();
    expect(shared()).toEqual(['A: x.txt']);
  });

  it('share a document and delete its project', async () => {
    await both(
      () => shareDocuments(ben, [file], alder),
      () => ada.remove('project', projectId),
    );
    expect(sharedOn(ada)).toEqual([]);
    expect(sharedOn(ben)).toEqual([]);
  });

  it('rename a document and share it', async () => {
    await both(
      () => ben.update('document', file, { name: 'y.txt' }),
      () => shareDocuments(ada, [file], alder),
    );
    expect(shared()).toEqual(['A: y.txt']);
  });

  it('share the same document', async () => {
    await both(
      () => shareDocuments(ben, [file], alder),
      () => shareDocuments(ada, [file], alder),
    );
    expect(shared()).toEqual(['A: x.txt']);
  });
});

it('shows a customer at no time what was put into a folder that is not shared any more, once that is known', async () => {
  shareDocuments(ada, [folder], alder);
  await meet();
  devices[1].connection.isOffline = true;
  moveDocuments(ben, [file], { scopeId: projectId, parentId: folder });
  revokeDocuments(ada, [folder], alder);
  await ada.outbox.sent();
  devices[1].connection.isOffline = false;
  await ben.pull();
  await settled();
  expect(shared()).toEqual([]);
  const shares = [...server.rows.values()].filter(({ entity }) => entity === 'share');
  expect(shares).toHaveLength(1);
});

it('leaves alone what somebody took out of a shared folder’s sight, whatever else is done there', async () => {
  shareDocuments(ada, [folder], alder);
  const kept = made(ada, 'kept.txt', folder);
  await meet();
  revokeDocuments(ada, [kept], alder);
  await meet();
  ben.update('document', kept, { name: 'renamed.txt' });
  made(ben, 'new.txt', folder);
  await settled();
  expect(shared()).toEqual(['A: F', 'A: F/new.txt']);
});

describe('a revocation stands', () => {
  /**
   * Has Ben act without a connection and start again; the pages of his device open after what he has not
   * sent.
   */
  async function afterRestart(byBen: () => void): Promise<void> {
    devices[1].connection.isOffline = true;
    byBen();
    await ben.close();
    ben = await openOn(devices[1], server, { first: [] });
    stops.push(...keep(ben));
    await until(() => ben.loaded.get().isComplete);
    devices[1].connection.isOffline = false;
    await ben.pull();
    await settled();
  }

  it.each(['changed', 'shared with its folder', 'new'])('of a document that was %s', async (act) => {
    if (act !== 'shared with its folder') shareDocuments(ada, [folder], alder);
    made(ada, 'ok.txt', folder);
    const kept = made(ada, 'secret.txt', folder);
    await meet();
    if (act === 'changed') revokeDocuments(ada, [kept], alder);
    await meet();
    await afterRestart(() => {
      if (act === 'changed') {
        ben.update('document', kept, { name: 'renamed.txt' });
        return;
      }
      if (act !== 'new') shareDocuments(ben, [folder], alder);
      revokeDocuments(ben, [act === 'new' ? made(ben, 'new.txt', folder) : kept], alder);
    });
    expect(shared()).toEqual(['A: F', 'A: F/ok.txt', ...(act === 'new' ? ['A: F/secret.txt'] : [])]);
  });

  it('by a colleague before the one who shared looks', async () => {
    const kept = made(ada, 'secret.txt', folder);
    await meet();
    for (const stop of stops) stop();
    const confirmed = observable(false);
    stops = [keepShares({ workspace: { ...ben, confirmed }, userId: anyAuthor })];
    shareDocuments(ben, [folder], alder);
    await meet();
    revokeDocuments(ada, [kept], alder);
    await meet();
    confirmed.set(true);
    await settled();
    expect(shared()).toEqual(['A: F']);
  });
});

it('shares at once, from a device without a connection, a folder and what comes into it then', async () => {
  devices[1].connection.isOffline = true;
  shareDocuments(ben, [folder], alder);
  made(ben, 'new.txt', folder);
  devices[1].connection.isOffline = false;
  await settled();
  expect(shared()).toEqual(['A: F', 'A: F/new.txt']);
});

it('follows what was done before the customer’s records were open', async () => {
  const open = ben.create('document', projectId, { kind: 'folder', name: 'Open' }).id;
  const [stale, moved] = [made(ben, 'stale.txt'), made(ben, 'moved.txt')];
  shareDocuments(ben, [open, file, stale], alder);
  const left = made(ben, 'left.txt', open);
  await settled();
  await ben.close();
  const gate = Promise.withResolvers<void>();
  const { store } = devices[1];
  const held: DeviceStore = {
    get: async (table, key) => {
      if (table === 'page' && key.includes(`/${alder}/`)) await gate.promise;
      return store.get(table, key);
    },
    keys: (table, prefix) => store.keys(table, prefix),
    scan: (table, prefix) => store.scan(table, prefix),
    write: (changes) => store.write(changes),
    clear: (kept) => store.clear(kept),
    change: (change) => store.change(change),
    close: () => store.close(),
  };
  ben = await openOn({ ...devices[1], store: held }, server, { first: [projectId] });
  stops.push(...keep(ben));
  expect([ben.collections.share.size, ben.collections.document.size]).toEqual([0, 6]);
  trashDocuments(ben, [file]);
  moveDocuments(ben, [moved], { scopeId: projectId, parentId: open });
  moveDocuments(ben, [left], { scopeId: projectId });
  ben.update('document', stale, { name: 'fresh.txt' });
  ben.update('project', projectId, { memberIds: [anyAuthor] });
  gate.resolve();
  await until(() => ben.loaded.get().isComplete);
  await settled();
  expect(shared()).toEqual(['A: Open', 'A: fresh.txt']);
  expect(ada.collections.projectCard.all()).toMatchObject([{ name: 'Roof', scopeId: alder }]);
  restoreFromTrash(
    ada,
    ada.collections.trashEntry.all().map(({ id }) => id),
  );
  ben.update('project', projectId, { customerId: birke });
  await settled();
  expect(shared()).toEqual([]);
});

describe('a share that says something else than its document', () => {
  let more: Replica[];

  beforeEach(async () => {
    more = [];
    for (const stop of stops) stop();
    stops = [];
    await atOnce(
      () => ben.update('document', file, { name: 'y.txt' }),
      () => shareDocuments(ada, [file], alder),
    );
    expect(shared()).toEqual(['A: x.txt']);
  });
  afterEach(() => Promise.all(more.map((each) => each.close())));

  it.each(['document', 'project'] as const)('waits until it is verified who wrote the %s', async (entity) => {
    const { vault, verify } = lateVerified(entity);
    const another = await openOn(createDevice(anyAuthor), server, { vault });
    more.push(another);
    stops.push(...keep(another));
    await another.pull();
    await settled();
    expect(shared()).toEqual(['A: x.txt']);
    verify();
    await until(() => sharedOn(another)[0] === 'A: y.txt');
    await settled();
    expect(shared()).toEqual(['A: y.txt']);
  });

  it('is left to whoever wrote one of them', async () => {
    stops.push(...keep(ben, 'another'));
    await settled();
    expect(shared()).toEqual(['A: x.txt']);
  });

  it('is corrected once and not for ever where another device says it again', async () => {
    stops.push(...keep(ben));
    await settled();
    expect(shared()).toEqual(['A: y.txt']);
    ada.update('share', ada.collections.share.all()[0]!.id, { name: 'x.txt' });
    await settled();
    expect(shared()).toEqual(['A: x.txt']);
  });
});

it('is corrected though the server refuses to correct another one', async () => {
  for (const stop of stops) stop();
  const other = made(ada, 'w.txt');
  await meet();
  await atOnce(
    () => {
      ben.update('document', file, { name: 'new.txt' });
      ben.update('document', other, { name: 'never.txt' });
    },
    () => shareDocuments(ada, [file, other], alder),
  );
  expect(shared()).toEqual(['A: w.txt', 'A: x.txt']);
  const refused = ada.collections.share.where('documentId', other)[0]!.id;
  server.onApply = ({ changes }) => {
    if (changes.some(({ args }) => 'id' in args && args.id === refused)) throw new ServerError('NOT_FOUND');
  };
  stops = keep(ben);
  await settled();
  expect(shared()).toEqual(['A: new.txt', 'A: w.txt']);
});

describe('a share stands', () => {
  it('while its project is not known', async () => {
    shareDocuments(ada, [file], alder);
    await meet();
    for (const stop of stops) stop();
    const row = server.rows.get(`${projectId} ${projectId}`)!;
    server.rows.delete(`${projectId} ${projectId}`);
    const another = await openOn(createDevice(anyAuthor), server);
    await another.pull();
    stops = keep(another);
    expect([another.collections.project.size, another.collections.document.size]).toEqual([0, 2]);
    await settled();
    await another.close();
    server.rows.set(`${projectId} ${projectId}`, row);
    await meet();
    expect(shared()).toEqual(['A: x.txt']);
  });

  it('though its document went where this person does not read', async () => {
    const other = createProject(ada, { name: 'Wall', type: 'CUSTOMER_PROJECT', customerId: alder }).id;
    shareDocuments(ada, [file], alder);
    moveDocuments(ada, [file], { scopeId: other });
    await meet();
    for (const stop of stops) stop();
    server.hidden.add(other);
    await ben.pull();
    await ben.close();
    ben = await openOn(devices[1], server);
    expect(ben.collections.document.get(file)).toBeUndefined();
    stops = keep(ben);
    await ben.pull();
    await new Promise((resolve) => setTimeout(resolve, 50));
    await ben.outbox.sent();
    await ben.pull();
    expect(sharedOn(ben)).toEqual(['A: x.txt']);
  });

  it('where the move of its document was refused, and is discarded', async () => {
    const other = createProject(ada, { name: 'Wall', type: 'CUSTOMER_PROJECT', customerId: birke }).id;
    shareDocuments(ada, [file], alder);
    await meet();
    await atOnce(
      () => moveDocuments(ben, [file], { scopeId: other }),
      () => ada.create('document', other, { kind: 'folder', name: 'X.TXT' }),
    );
    expect(ben.outbox.status.get()).toMatchObject({ pending: 0, failed: 1 });
    await ben.outbox.discard(ben.outbox.failed.get()[0]!.id);
    await settled();
    expect(shared()).toEqual(['A: x.txt']);
  });
});
