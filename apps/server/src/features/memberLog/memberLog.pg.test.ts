/** The member log at the server: entries that clients would refuse never get in. */

import type { EntryOf, LogEntry } from '@kontor/contract/memberLog/entries';
import { generationsIn } from '@kontor/contract/memberLog/entryParts';
import { packRevisions } from '@kontor/contract/memberLog/revisions';
import { randomXWingKey } from '@kontor/contract/testing/publicKeys';

import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';

import { createSignedIn } from '../../testing/accounts.ts';
import { entryHash, grant, random, seal, signEntry } from '../../testing/sealed.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';
import {
  change,
  createProject,
  createWorkspace,
  enrol,
  foundingBatch,
  newId,
  recordChange,
  send,
  signerOf,
  sync,
  type TestWorkspace,
} from '../../testing/workspaces.ts';

let server: TestServer;
let workspace: TestWorkspace;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());
beforeEach(async () => {
  workspace = await createWorkspace(server);
});

/** Appends an entry together with the key rows that the staff's new key needs. */
function append(entry: LogEntry, account = workspace.owner, previousKid = workspace.staff.kid) {
  const { admins, staff } = workspace;
  const { generation, kid } = generationsIn(entry)[0]!;
  const key = { scopeId: staff.id, generation, kid, sealed: random(61) };
  return change(
    account,
    workspace.id,
    { name: 'log.append', args: { entry } },
    {
      name: 'key.add',
      args: { key: { type: 'wrap', ...key, parentScopeId: admins.id, parentKid: admins.kid } },
    },
    ...(generation > 1
      ? [{ name: 'key.add', args: { key: { type: 'previous', ...key, previousKid } } } as const]
      : []),
  );
}

type Draft = Partial<Omit<LogEntry, 'payload'>> & { payload?: unknown };

/** Makes the next generation of the staff's key, signed by the owner with the overrides of `more`. */
const rotation = (more: Draft = {}, kid = random(16), generation = 2, revision = 1): EntryOf<'rotate'> =>
  signEntry(workspace.signer, {
    at: server.clock.now().getTime(),
    seq: 1,
    previousHash: entryHash(workspace.genesis),
    workspaceId: workspace.id,
    type: 'rotate',
    payload: {
      scopes: [{ scopeId: workspace.staff.id, kind: 'staff', generation, kid }],
      revisions: packRevisions(new Map([[workspace.staff.id, revision]])),
    },
    ...more,
  } as Parameters<typeof signEntry>[1]) as EntryOf<'rotate'>;

const logOf = async () => (await sync(workspace.owner, { workspaceId: workspace.id })).answer.log;

describe('an entry', () => {
  it('that follows the newest is kept, and the scope takes its key', async () => {
    const kid = random(16);
    const entry = rotation({}, kid);
    const { status, body } = await append(entry);
    expect(status).toBe(200);
    expect(Object.keys(body.revisions).sort()).toEqual([workspace.admins.id, workspace.staff.id].sort());
    expect(await logOf()).toEqual([workspace.genesis, entry]);
    const member = recordChange('member.update', {
      id: workspace.owner.userId,
      version: 2,
      scopeId: workspace.staff.id,
      refs: { userId: workspace.owner.userId },
    });
    const sealedUnder = (key: string) => ({ ...member, args: { ...member.args, sealed: seal(key) } });
    expect(
      (await change(workspace.owner, workspace.id, sealedUnder(workspace.staff.kid))).body,
    ).toMatchObject({
      code: 'OUTDATED_KEY',
      data: { scopeId: workspace.staff.id },
    });
    expect((await change(workspace.owner, workspace.id, sealedUnder(kid))).status).toBe(200);
    const third = rotation({ seq: 2, previousHash: entryHash(entry) }, random(16), 3, 3);
    expect((await append(third, workspace.owner, kid)).status).toBe(200);
  });

  it('that names another revision of what it cuts than the server has hears which scopes moved', async () => {
    const { staff } = workspace;
    for (const revision of [0, 2])
      expect(await append(rotation({}, random(16), 2, revision))).toMatchObject({
        status: 409,
        body: { code: 'SCOPES_MOVED', data: { scopeIds: [staff.id] } },
      });
    const project = await createProject(workspace);
    const naming = (revisions: Record<string, number>) => {
      const scopes = [{ scopeId: staff.id, kind: 'staff', generation: 2, kid: random(16) }];
      const named = packRevisions(new Map(Object.entries({ [staff.id]: 1, ...revisions })));
      return append(rotation({ payload: { scopes, revisions: named } } as Draft));
    };
    for (const revisions of [{}, { [project]: 2 }])
      expect((await naming(revisions)).body).toMatchObject({
        code: 'SCOPES_MOVED',
        data: { scopeIds: [project] },
      });
    const { id: foreign } = await createWorkspace(server);
    for (const id of [foreign, newId()])
      expect((await naming({ [project]: 1, [id]: 1 })).body.code).toBe('LOG_REFUSED');
    expect(await logOf()).toEqual([workspace.genesis]);
    expect((await naming({ [project]: 1 })).status).toBe(200);
    // What has not moved since need not be named again.
    const [, second] = await logOf();
    const scopes = [{ scopeId: staff.id, kind: 'staff', generation: 3, kid: random(16) }];
    const third = rotation({
      seq: 2,
      previousHash: entryHash(second!),
      payload: { scopes, revisions: packRevisions(new Map([[staff.id, 2]])) },
    } as Draft);
    expect((await append(third, workspace.owner, generationsIn(second!)[0]!.kid)).status).toBe(200);
  });

  it('of a fork, a forger, a stranger or another workspace is refused', async () => {
    const other = await createWorkspace(server);
    const mate = await createSignedIn(server);
    await enrol(workspace, mate, { role: 'ADMIN' });
    const good = rotation();
    const refused: LogEntry[] = [
      rotation({ previousHash: random(32) }),
      rotation({ previousHash: null }),
      { ...good, signature: random(64) },
      { ...good, at: good.at + 1 },
      rotation({ workspaceId: other.id }),
      rotation({}, random(16), 3),
      rotation({}, random(16), 1),
      { ...rotation(), authorKey: random(32) },
      signEntry({ ...workspace.signer, signingKey: other.signer.signingKey }, good),
      rotation({
        payload: { scopes: [{ scopeId: other.staff.id, kind: 'staff', generation: 2, kid: random(16) }] },
      }),
      rotation({
        payload: {
          scopes: [{ scopeId: workspace.staff.id, kind: 'admins', generation: 2, kid: random(16) }],
        },
      }),
      rotation({ payload: { ...good.payload, adminsPublicKey: randomXWingKey() } }),
    ];
    for (const entry of refused)
      expect(await append(entry), JSON.stringify(entry)).toMatchObject({
        status: 400,
        body: { code: 'LOG_REFUSED' },
      });
    // An admin by the table alone, whom the log does not know, and somebody who sends another's entry.
    const byMate = signEntry(signerOf(mate), { ...good });
    expect((await append(byMate, mate)).body.code).toBe('LOG_REFUSED');
    expect((await append(good, mate)).body.code).toBe('LOG_REFUSED');
    expect(await logOf()).toEqual([workspace.genesis]);
    expect((await append(good)).status).toBe(200);
  });

  it('that is not of now is refused, and the right time named', async () => {
    const now = server.clock.now().getTime();
    const minutes = (n: number) => now + n * 60_000;
    for (const at of [2 ** 53 - 1, minutes(10.1), minutes(-10.1), 0])
      expect(await append(rotation({ at })), `${at}`).toMatchObject({
        status: 409,
        body: { code: 'WRONG_TIME', data: { now } },
      });
    expect(await logOf()).toEqual([workspace.genesis]);
    expect((await append(rotation({ at: minutes(9.9) }))).status).toBe(200);
  });

  it('meets a server whose clock fell behind the log: the time is wrong, and the log says whose', async () => {
    const days = 2 * 86_400_000;
    const said = vi.spyOn(server.services.log, 'error');
    server.clock.advance(days);
    try {
      const first = rotation();
      expect((await append(first)).status).toBe(200);
      server.clock.advance(-days);
      const now = server.clock.now().getTime();
      const next = { seq: 2, previousHash: entryHash(first) };
      const ofNow = rotation({ ...next, at: now + days }, random(16), 3, 2);
      expect((await append(ofNow)).body).toMatchObject({ code: 'WRONG_TIME', data: { now } });
      expect(said).toHaveBeenCalledWith(
        expect.objectContaining({ workspaceId: workspace.id }),
        expect.stringContaining('clock'),
      );
    } finally {
      said.mockRestore();
    }
  });

  it('of the far future that somebody wrote into the table is none to follow', async () => {
    const poisoned = rotation({ at: 2 ** 53 - 1 });
    const row = { workspace_id: workspace.id, seq: 1, hash: entryHash(poisoned) };
    await server.services.db
      .insertInto('member_log')
      .values({ ...row, entry: JSON.stringify(poisoned) })
      .execute();
    const at = server.clock.now().getTime();
    const next = rotation({ seq: 2, previousHash: row.hash, at }, random(16), 3, 2);
    // Not as one of the wrong time: nobody could ever give it a right one.
    expect((await append(next)).body.code).toBe('INTERNAL');
    await server.services.db
      .deleteFrom('member_log')
      .where('seq', '=', 1)
      .where('hash', '=', row.hash)
      .execute();
    expect((await append(rotation())).status).toBe(200);
  });

  it('with a key that nobody can seal to is refused', async () => {
    const scopes = [{ scopeId: workspace.admins.id, kind: 'admins', generation: 2, kid: random(16) }];
    const revisions = packRevisions(new Map([[workspace.admins.id, 1]]));
    const bent = Buffer.from(randomXWingKey(), 'base64url');
    bent[1]! |= 0x0f;
    const adminsPublicKey = bent.toString('base64url');
    const entry = rotation({ payload: { scopes, revisions, adminsPublicKey } } as Draft);
    expect((await append(entry)).body.code).toBe('LOG_REFUSED');
    const short = rotation({ payload: { scopes, revisions, adminsPublicKey: random(1_215) } } as Draft);
    expect((await append(short)).body.code).toBe('BAD_INPUT');
  });

  it('that comes late, or from too far ahead, hears where the log is', async () => {
    expect((await append(rotation())).status).toBe(200);
    expect(await append(rotation())).toMatchObject({
      status: 409,
      body: { code: 'LOG_MOVED', data: { seq: 1 } },
    });
    expect((await append(rotation({ seq: 7 }))).body).toMatchObject({ code: 'LOG_MOVED', data: { seq: 1 } });
  });

  it('among many for one place gets in alone', async () => {
    const entries = Array.from({ length: 6 }, () => rotation());
    const answers = await Promise.all(entries.map((entry) => append(entry)));
    const codes = answers.map(({ status, body }) => (status === 200 ? 'kept' : body.code)).sort();
    expect(codes).toEqual([...Array.from({ length: 5 }, () => 'LOG_MOVED'), 'kept']);
    expect(await logOf()).toHaveLength(2);
  });

  it('is folded anew where the stored log is not the one that was folded', async () => {
    await append(rotation());
    await server.services.pool.query('DELETE FROM member_log WHERE workspace_id = $1 AND seq = 1', [
      workspace.id,
    ]);
    await server.services.pool.query('DELETE FROM scope_key WHERE scope_id = $1 AND generation = 2', [
      workspace.staff.id,
    ]);
    await server.services.pool.query('UPDATE scope SET generation = 1, kid = $2 WHERE id = $1', [
      workspace.staff.id,
      workspace.staff.kid,
    ]);
    expect((await append(rotation({}, random(16), 2, 2))).status).toBe(200);
  });

  it('with a new key that would not reach its holders is refused', async () => {
    const lone = await change(workspace.owner, workspace.id, {
      name: 'log.append',
      args: { entry: rotation() },
    });
    expect(lone.body.code).toBe('LOG_REFUSED');
    expect((await append(rotation(), workspace.owner, random(16))).body.code).toBe('OUTDATED_KEY');
  });

  it('needs an admin', async () => {
    const mate = await createSignedIn(server);
    await enrol(workspace, mate);
    expect((await append(rotation(), mate)).body.code).toBe('PERMISSION_DENIED');
  });
});

describe('naming a backup', () => {
  const named = (more: object = {}, signer = workspace.signer) =>
    signEntry(signer, {
      at: server.clock.now().getTime(),
      seq: 1,
      previousHash: entryHash(workspace.genesis),
      workspaceId: workspace.id,
      type: 'restore',
      payload: { seq: 0, hash: entryHash(workspace.genesis), changedAt: 1, ...more },
    } as Parameters<typeof signEntry>[1]);
  const name = (entry: LogEntry, by = workspace.owner) =>
    change(by, workspace.id, { name: 'log.append', args: { entry } });

  it('by an admin is kept, and tells everybody', async () => {
    const entry = named();
    const { status, body } = await name(entry);
    expect(status).toBe(200);
    expect(Object.keys(body.revisions).sort()).toEqual([workspace.admins.id, workspace.staff.id].sort());
    expect(await logOf()).toEqual([workspace.genesis, entry]);
    // The same word once more is about a place that is taken.
    expect((await name(entry)).body.code).toBe('LOG_MOVED');
  });

  it('that is not the head, without a time, or by an employee is refused', async () => {
    for (const entry of [named({ seq: 1 }), named({ hash: random(32) })])
      expect((await name(entry)).body.code).toBe('LOG_REFUSED');
    for (const changedAt of [undefined, -1, '1'])
      expect(await name(named({ changedAt }))).toMatchObject({ status: 400, body: { code: 'BAD_INPUT' } });
    const mate = await createSignedIn(server);
    await enrol(workspace, mate);
    expect((await name(named({}, signerOf(mate)), mate)).body.code).toBe('PERMISSION_DENIED');
    expect(await logOf()).toEqual([workspace.genesis]);
  });
});

describe('founding', () => {
  it.each([
    ['no log', (name: string) => name !== 'log.append'],
    ['no workspace', (name: string) => name !== 'workspace.create'],
    ['no key for its admins', (name: string) => name !== 'key.add'],
  ])('without %s is refused whole', async (_missing, keep) => {
    const owner = await createSignedIn(server);
    const { batch } = foundingBatch(owner);
    const changes = batch.changes.filter(({ name }) => keep(name));
    expect((await send(owner, { ...batch, changes })).status).toBeGreaterThanOrEqual(400);
    expect((await owner.client.call('GET', '/api/workspaces')).body).toEqual([]);
  });

  it("by another's genesis is refused", async () => {
    const [owner, other] = [await createSignedIn(server), await createSignedIn(server)];
    const { batch } = foundingBatch(other);
    expect((await send(owner, batch)).body.code).toBe('LOG_REFUSED');
  });

  it('over a workspace that is there is refused', async () => {
    const { batch } = foundingBatch(workspace.owner);
    const renamed = JSON.parse(JSON.stringify(batch).replaceAll(batch.workspaceId!, workspace.id));
    expect((await send(workspace.owner, { ...renamed, id: newId() })).status).toBe(404);
  });

  it('has one effect when it is sent twice', async () => {
    const owner = await createSignedIn(server);
    const { batch } = foundingBatch(owner);
    const [one, two] = await Promise.all([send(owner, batch), send(owner, batch)]);
    expect([one!.status, two!.status, two!.body]).toEqual([200, 200, one!.body]);
  });
});

describe('a key row', () => {
  const add = (key: Parameters<typeof grant>[1], account = workspace.owner) =>
    change(account, workspace.id, { name: 'key.add', args: { key: grant(signerOf(account), key) } });

  it('goes to members who may read the scope, under the key of the log', async () => {
    const [mate, stranger] = [await createSignedIn(server), await createSignedIn(server)];
    await enrol(workspace, mate);
    const { admins, staff } = workspace;
    const key = { scopeId: staff.id, generation: 1, kid: staff.kid, recipientId: mate.userId };
    expect((await add({ ...key, recipientId: stranger.userId })).body.code).toBe('NOT_FOUND');
    expect((await add({ ...key, readers: [mate.userId, stranger.userId] })).body.code).toBe('NOT_FOUND');
    expect((await add({ ...key, readers: [] })).body.code).toBe('BAD_INPUT');
    expect((await add({ ...key, kid: random(16) })).body.code).toBe('OUTDATED_KEY');
    expect((await add({ ...key, generation: 2 })).body.code).toBe('OUTDATED_KEY');
    expect((await add({ ...key, recipientId: 'admins' })).body.code).toBe('BAD_INPUT');
    expect((await add({ ...key, granterId: mate.userId })).body.code).toBe('BAD_INPUT');
    expect((await add({ ...key, granterKey: random(32) })).body.code).toBe('BAD_INPUT');
    expect((await add({ ...key, scopeId: admins.id, kid: admins.kid })).body.code).toBe('BAD_INPUT');
    expect((await add({ ...key, scopeId: admins.id, kid: admins.kid }, mate)).body.code).toBe('NOT_FOUND');
    expect((await add(key)).status).toBe(200);
    // It stands: nobody puts another in its place.
    expect((await add(key)).body.code).toBe('OUTDATED_KEY');
  });

  it('reaches whom it is for, and nobody else', async () => {
    const [mate, other] = [await createSignedIn(server), await createSignedIn(server)];
    await enrol(workspace, mate);
    await enrol(workspace, other);
    const { staff, owner } = workspace;
    await add({ scopeId: staff.id, generation: 1, kid: staff.kid, recipientId: mate.userId });
    const keysOf = async (account: typeof owner) => {
      const { answer } = await sync(account, { workspaceId: workspace.id });
      return answer.scopes.flatMap(({ keys }) =>
        keys.map((key) => [key.type, 'recipientId' in key && key.recipientId]),
      );
    };
    expect(await keysOf(mate)).toEqual([
      ['grant', mate.userId],
      ['wrap', false],
    ]);
    expect(await keysOf(other)).toEqual([['wrap', false]]);
    expect(await keysOf(owner)).toEqual([
      ['grant', owner.userId],
      ['wrap', false],
    ]);
  });
});
