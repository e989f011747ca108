/** Private projects at the server: who gets the key, who reads, who is told, and which key is accepted. */
import { packRevisions } from '@kontor/contract/memberLog/revisions';
import { monthId } from '@kontor/contract/nouns/month';
import { projectRoomId } from '@kontor/contract/nouns/room';
import type { Change } from '@kontor/contract/wire/change';
import { directRoomId } from '@kontor/contract/wire/directRoom';
import { hoursScopeId } from '@kontor/contract/wire/hoursScope';
import type { ScopeKey } from '@kontor/contract/wire/scope';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { nodeVerifier } from '../../adapters/verifier.ts';
import { createAccount, createSignedIn, type TestAccount } from '../../testing/accounts.ts';
import { accept, appendOf, grantOf, invite, nextEntry } from '../../testing/invitations.ts';
import { newKeys, recoveryCode, sendReset } from '../../testing/recovery.ts';
import { entryHash, grant, random, signEntry, type TestSigner } from '../../testing/sealed.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';
import {
  change,
  createProject,
  createWorkspace,
  enrol,
  expectApplied,
  newId,
  recordChange,
  revisionsOf,
  signerOf,
  sync,
  type TestWorkspace,
} from '../../testing/workspaces.ts';

let server: TestServer;
let workspace: TestWorkspace;
let owner: TestAccount;
let mate: TestAccount;
let other: TestAccount;
const heard: string[][] = [];

beforeAll(async () => {
  server = await startTestServer();
  const { realtime } = server.services;
  server.services.realtime = { ...realtime, publish: (channels) => heard.push([...channels]) };
});
afterAll(() => server.stop());
beforeEach(async () => {
  workspace = await createWorkspace(server);
  owner = workspace.owner;
  [mate, other] = [await createSignedIn(server), await createSignedIn(server)];
  for (const each of [mate, other]) await enrol(workspace, each);
  // `enrol` gives certificates of nobody's; granting takes the account's own.
  for (const each of [mate, other])
    await run('UPDATE membership SET cert_key = $2 WHERE user_id = $1', [each.userId, keyOf(signerOf(each))]);
});

const run = (text: string, values: unknown[]) => server.services.pool.query(text, values);
const keyOf = (signer: TestSigner) =>
  grant(signer, { scopeId: newId(), generation: 1, kid: random(16), recipientId: newId() }).granterKey;
const addKey = (key: ScopeKey): Change => ({ name: 'key.add', args: { key } });

interface Generation {
  scopeId: string;
  generation: number;
  kid: string;
  previousKid?: string | null;
}

/** Makes the rows of a generation that these people and the admins hold. */
function granted(
  { scopeId, generation, kid, previousKid = null }: Generation,
  people: TestAccount[],
  { by = owner, readers = [...people.map(({ userId }) => userId).sort(), 'admins'] } = {},
): Change[] {
  const terms = { scopeId, generation, kid, previousKid, readers, adminsKid: workspace.admins.kid };
  const rows: ScopeKey[] = [...people.map(({ userId }) => userId), 'admins'].map((recipientId) =>
    grant(signerOf(by), { ...terms, recipientId }),
  );
  if (previousKid !== null)
    rows.push({ type: 'previous', scopeId, generation, kid, previousKid, sealed: random(61) });
  return rows.map(addKey);
}

/** Creates a private project of these people. */
async function create(people: TestAccount[], by = owner): Promise<{ id: string; kid: string }> {
  const [id, kid] = [newId(), random(16)];
  await expectApplied(
    change(
      by,
      workspace.id,
      { name: 'scope.create', args: { scope: { id, kind: 'project', access: 'private' } } },
      ...granted({ scopeId: id, generation: 1, kid }, people, { by }),
      recordChange('project.create', { id, scopeId: id, kid }),
    ),
  );
  return { id, kid };
}

/** Makes a chain of generations that one person holds. */
function chain(scopeId: string, first: { generation: number; kid: string }, count: number): Change[] {
  const rows: Change[] = [];
  let [generation, previousKid] = [first.generation, first.kid];
  for (let i = 0; i < count; i++) {
    const kid = random(16);
    rows.push(...granted({ scopeId, generation: ++generation, kid, previousKid }, [mate], { by: mate }));
    previousKid = kid;
  }
  return rows;
}

const sees = async (account: TestAccount, id: string) =>
  (await sync(account, { workspaceId: workspace.id, cursors: {} })).answer.scopes.some(
    (scope) => scope.id === id,
  );
const seen = (id: string) => Promise.all([owner, mate, other].map((account) => sees(account, id)));
const write = async (account: TestAccount, scopeId: string, kid: string) => {
  const { status, body } = await change(account, workspace.id, recordChange('task.create', { scopeId, kid }));
  return status === 200 ? 'written' : body.code;
};
const codeOf = async (answer: ReturnType<typeof change>) => {
  const { status, body } = await answer;
  return status === 200 ? 'applied' : body.code;
};

describe('a private project', () => {
  it('of the admins alone gets a new key', async () => {
    const { id, kid } = await create([]);
    const next = { scopeId: id, generation: 2, kid: random(16), previousKid: kid };
    expect(await codeOf(change(owner, workspace.id, ...granted(next, [])))).toBe('applied');
  });

  it('gets one new key at a time', async () => {
    const { id, kid } = await create([mate], mate);
    const first = { generation: 1, kid };
    expect(await codeOf(change(mate, workspace.id, ...chain(id, first, 2)))).toBe('BAD_INPUT');
    expect(await codeOf(change(mate, workspace.id, ...chain(id, first, 1)))).toBe('applied');
  });

  it('needs a key that its maker, its readers and the admins get', async () => {
    const [id, kid] = [newId(), random(16)];
    const make = (keys: Change[], by = owner) =>
      codeOf(
        change(
          by,
          workspace.id,
          { name: 'scope.create', args: { scope: { id, kind: 'project', access: 'private' } } },
          ...keys,
          recordChange('project.create', { id, scopeId: id, kid }),
        ),
      );
    const first = { scopeId: id, generation: 1, kid };
    const all = granted(first, [mate]);
    expect(await make([])).toBe('BAD_INPUT');
    // The admins, a reader, and the employee who makes it, each left out.
    expect(await make(all.slice(0, 1))).toBe('BAD_INPUT');
    expect(await make(all.slice(1))).toBe('BAD_INPUT');
    expect(await make(granted(first, [other], { by: mate }), mate)).toBe('BAD_INPUT');
    // Rows of one generation that do not agree on who holds it.
    const [toMate] = all;
    const [, toAdmins] = granted(first, [mate], { readers: ['admins'] });
    expect(await make([toMate!, toAdmins!])).toBe('OUTDATED_KEY');
    // Admins of another time.
    const adminsKid = random(16);
    const stale = all.map(
      (each) =>
        ({
          ...each,
          args: { key: { ...(each.args as never as { key: ScopeKey }).key, adminsKid } },
        }) as Change,
    );
    expect(await make(stale)).toBe('OUTDATED_KEY');
    expect(await make(all)).toBe('applied');
    expect(await seen(id)).toEqual([true, true, false]);
  });

  it('shows to its readers alone, and tells them alone', async () => {
    const { id, kid } = await create([mate]);
    expect(await seen(id)).toEqual([true, true, false]);
    expect(await write(other, id, kid)).toBe('NOT_FOUND');
    heard.length = 0;
    expect(await write(mate, id, kid)).toBe('written');
    await expect.poll(() => heard.length).toBe(1);
    expect(heard[0]!.sort()).toEqual([owner, mate].map(({ userId }) => `private-user-${userId}`).sort());
  });

  it('gets a new key with new readers; who was taken out hears of it, and old keys seal no more', async () => {
    const { id, kid } = await create([mate]);
    const next = random(16);
    const second = { scopeId: id, generation: 2, kid: next, previousKid: kid };
    const renew = (keys: Change[], by = owner) => codeOf(change(by, workspace.id, ...keys));
    const rows = granted(second, [other]);
    expect(await renew(rows.slice(0, -1))).toBe('BAD_INPUT');
    expect(await renew(granted({ ...second, previousKid: random(16) }, [other]))).toBe('OUTDATED_KEY');
    expect(await renew(granted({ ...second, generation: 3 }, [other]))).toBe('OUTDATED_KEY');
    // To one more person, without a new key.
    expect(await renew(granted({ scopeId: id, generation: 1, kid }, [mate, other]).slice(1, 2))).toBe(
      'OUTDATED_KEY',
    );
    // By somebody who does not read it, and by somebody who would go on knowing it.
    expect(await renew(granted(second, [other], { by: other }), other)).toBe('NOT_FOUND');
    expect(await renew(granted(second, [other], { by: mate }), mate)).toBe('BAD_INPUT');
    heard.length = 0;
    expect(await renew(granted(second, [mate, other], { by: mate }), mate)).toBe('applied');
    expect(await seen(id)).toEqual([true, true, true]);
    const third = { scopeId: id, generation: 3, kid: random(16), previousKid: next };
    heard.length = 0;
    expect(await renew(granted(third, [other]))).toBe('applied');
    await expect.poll(() => heard.flat()).toContain(`private-user-${mate.userId}`);
    expect(await seen(id)).toEqual([true, false, true]);
    expect(await write(owner, id, next)).toBe('OUTDATED_KEY');
    expect(await write(owner, id, third.kid)).toBe('written');
    expect(await write(mate, id, third.kid)).toBe('NOT_FOUND');
  });

  it('keeps to whom its head names: a device that has not seen the newest one undoes nothing', async () => {
    const [id, kid] = [newId(), random(16)];
    const head = (people: TestAccount[], version: number, key: string) =>
      recordChange(version === 1 ? 'project.create' : 'project.update', {
        id,
        scopeId: id,
        kid: key,
        version,
        refs: { memberIds: people.map(({ userId }) => userId) },
      });
    const next = async (
      generation: number,
      people: TestAccount[],
      more: (key: string) => Change[] = () => [],
    ) => {
      const key = random(16);
      const rows = granted({ scopeId: id, generation, kid: key, previousKid: kids.at(-1)! }, people);
      const code = await codeOf(change(owner, workspace.id, ...rows, ...more(key)));
      if (code === 'applied') kids.push(key);
      return code;
    };
    const kids = [kid];
    await expectApplied(
      change(
        owner,
        workspace.id,
        { name: 'scope.create', args: { scope: { id, kind: 'project', access: 'private' } } },
        ...granted({ scopeId: id, generation: 1, kid }, [mate]),
        head([mate], 1, kid),
      ),
    );
    // Who was taken off comes back with no head but this one, and who was added stays.
    expect(await next(2, [other], (key) => [head([other], 2, key)])).toBe('applied');
    for (const stale of [[mate], [mate, other], []]) expect(await next(3, stale)).toBe('OUTDATED_KEY');
    expect(await seen(id)).toEqual([true, false, true]);
    // The same people under a fresh key, with or without their admin; and others with a head that names them.
    expect(await next(3, [other])).toBe('applied');
    expect(await next(4, [other, owner])).toBe('applied');
    expect(await next(5, [mate, other], (key) => [head([mate, other], 3, key)])).toBe('applied');
    // Who may hold no key counts for none.
    await run("UPDATE membership SET status = 'INACTIVE' WHERE user_id = $1", [mate.userId]);
    expect(await next(6, [])).toBe('OUTDATED_KEY');
    expect(await next(6, [other])).toBe('applied');
    // They are back, and the key is not what the head says: it is renewed for whatever reason, and mended by who knows better.
    await run("UPDATE membership SET status = 'ACTIVE' WHERE user_id = $1", [mate.userId]);
    expect(await next(7, [other])).toBe('applied');
    expect(await next(8, [mate, other])).toBe('applied');
    expect(await next(9, [other])).toBe('OUTDATED_KEY');
  });

  it.each([
    ['left', 'DELETE FROM membership WHERE user_id = $1'],
    ['was shut out', "UPDATE membership SET status = 'INACTIVE' WHERE user_id = $1"],
    ['became a customer', "UPDATE membership SET role = 'CUSTOMER' WHERE user_id = $1"],
    ['has another certificate', "UPDATE membership SET cert_key = 'x' WHERE user_id = $1"],
  ])('takes nothing under a key of which a reader %s', async (_what, text) => {
    const { id, kid } = await create([mate, other]);
    expect(await write(other, id, kid)).toBe('written');
    await run(text, [mate.userId]);
    expect(await write(other, id, kid)).toBe('OUTDATED_KEY');
    const next = random(16);
    const rows = granted({ scopeId: id, generation: 2, kid: next, previousKid: kid }, [other], { by: other });
    const record = recordChange('task.create', { scopeId: id, kid: next });
    expect(await codeOf(change(other, workspace.id, ...rows, record))).toBe('applied');
    expect(await write(other, id, next)).toBe('written');
  });

  it('takes nothing under a key that a reader lost with their certificate, until it is renewed for them', async () => {
    const people = [await createSignedIn(server), await createSignedIn(server)] as const;
    for (const each of people)
      expect((await accept(workspace, each, await invite(workspace, each.body.email))).status).toBe(200);
    const [ben, cora] = people;
    const { id, kid } = await create([ben, cora], cora);
    expect(await write(cora, id, kid)).toBe('written');
    const keys = await newKeys(ben);
    expect((await sendReset(server, { ...(await recoveryCode(server, ben)), ...keys })).status).toBe(200);
    expect(await write(cora, id, kid)).toBe('written');
    const { signer } = workspace;
    const { userId } = ben;
    const log = async (entry: Parameters<typeof nextEntry>[2], ...more: Change[]) =>
      codeOf(change(owner, workspace.id, appendOf(await nextEntry(workspace, signer, entry)), ...more));
    const cut = await revisionsOf(workspace);
    cut.delete(workspace.admins.id);
    const revisions = packRevisions(cut);
    expect(await log({ type: 'status', payload: { userId, status: 'LOCKED', scopes: [], revisions } })).toBe(
      'applied',
    );
    const staffKey = grantOf(workspace, signer, 'EMPLOYEE', userId);
    const payload = { userId, cert: keys.publicKey, method: 'admin' } as const;
    expect(await log({ type: 'rekey', payload }, staffKey)).toBe('applied');
    expect(await write(cora, id, kid)).toBe('OUTDATED_KEY');
    const next = random(16);
    const rows = granted({ scopeId: id, generation: 2, kid: next, previousKid: kid }, [ben, cora], {
      by: cora,
    });
    const record = recordChange('task.create', { scopeId: id, kid: next });
    expect(await codeOf(change(cora, workspace.id, ...rows, record))).toBe('applied');
    expect(await write(cora, id, next)).toBe('written');
  });

  it('takes nothing under a key that admins of before hold', async () => {
    const { id, kid } = await create([mate]);
    await run("UPDATE scope SET kid = $2 WHERE workspace_id = $1 AND kind = 'admins'", [
      workspace.id,
      random(16),
    ]);
    expect(await write(mate, id, kid)).toBe('OUTDATED_KEY');
  });
});

describe('the room of a project', () => {
  const head = (kind: 'project' | 'room', id: string, kid?: string) =>
    recordChange(`${kind}.create`, { id, scopeId: id, ...(kid && { kid }), refs: { memberIds: [] } });
  const scope = (kind: 'project' | 'room', id: string, access: 'open' | 'private'): Change => ({
    name: 'scope.create',
    args: { scope: { id, kind, access } },
  });
  const open = (kind: 'project' | 'room', id: string, by = mate) =>
    codeOf(change(by, workspace.id, scope(kind, id, 'open'), head(kind, id)));
  /** Returns the first key of a room that these people hold. */
  const roomKeys = (scopeId: string, kid: string, by: TestAccount) =>
    addKey(
      grant(signerOf(by), {
        scopeId,
        generation: 1,
        kid,
        previousKid: null,
        readers: [by.userId],
        recipientId: by.userId,
      }),
    );
  const closed = (id: string, by: TestAccount) => {
    const kid = random(16);
    const batch = [scope('room', id, 'private'), roomKeys(id, kid, by), head('room', id, kid)];
    return codeOf(change(by, workspace.id, ...batch));
  };

  it('comes after it: no project is made for a room that is there', async () => {
    const [general, secret] = [newId(), newId()];
    expect(await open('room', general, owner)).toBe('applied');
    expect(await closed(secret, owner)).toBe('applied');
    for (const room of [general, secret]) {
      const id = projectRoomId(room);
      const kid = random(16);
      const keys = granted({ scopeId: id, generation: 1, kid }, [mate], { by: mate });
      const batch = [scope('project', id, 'private'), ...keys, head('project', id, kid)];
      expect(await codeOf(change(mate, workspace.id, ...batch))).toBe('BAD_INPUT');
      expect(await open('project', id)).toBe('BAD_INPUT');
    }
    // So there is nothing that the open room could follow.
    const kid = random(16);
    const close = [
      { name: 'scope.update', args: { id: general, access: 'private' } } as const,
      roomKeys(general, kid, mate),
    ];
    expect(await codeOf(change(mate, workspace.id, ...close))).toBe('BAD_INPUT');
  });

  it('is made by who reads it, as open as it is', async () => {
    const openProject = await createProject(workspace);
    const { id: secret } = await create([mate]);
    const [ofOpen, ofSecret] = [projectRoomId(openProject), projectRoomId(secret)];
    expect(await open('room', ofSecret)).toBe('OUTDATED_KEY');
    expect(await closed(ofSecret, other)).toBe('NOT_FOUND');
    expect(await open('room', ofSecret, other)).toBe('NOT_FOUND');
    expect(await closed(ofSecret, mate)).toBe('applied');
    expect(await closed(ofOpen, mate)).toBe('OUTDATED_KEY');
    expect(await open('room', ofOpen)).toBe('applied');
    // Both at once.
    const both = newId();
    const batch = [scope('room', projectRoomId(both), 'open'), head('room', projectRoomId(both))];
    const withProject = [scope('project', both, 'open'), head('project', both), ...batch];
    expect(await codeOf(change(mate, workspace.id, ...withProject))).toBe('applied');
  });

  it('keeps off ids that are of others', async () => {
    const direct = await directRoomId(nodeVerifier, workspace.id, [owner.userId, other.userId]);
    const hours = await hoursScopeId(nodeVerifier, workspace.id, other.userId);
    for (const id of [direct, hours]) {
      expect(await open('project', id)).toBe('BAD_INPUT');
      expect(await open('room', id)).toBe('BAD_INPUT');
    }
  });

  it('keeps off ids that are of others in another workspace', async () => {
    const home = workspace;
    const ofProject = async () => projectRoomId(await createProject(home));
    const hours = () => hoursScopeId(nodeVerifier, home.id, newId());
    const derived = async () => [
      await directRoomId(nodeVerifier, home.id, [owner.userId, newId()]),
      await hours(),
      await ofProject(),
    ];
    workspace = await createWorkspace(server);
    const { owner: stranger, admins, signer } = workspace;
    const ofLog = (scopeId: string) => {
      const [kid, previousHash] = [random(16), entryHash(workspace.genesis)];
      const payload = { scopes: [{ scopeId, kind: 'customer' as const, generation: 1, kid }] };
      const place = { at: server.clock.now().getTime(), seq: 1, previousHash, workspaceId: workspace.id };
      const { staff } = workspace;
      const wrap = { parentScopeId: staff.id, parentKid: staff.kid, sealed: random(61) };
      return codeOf(
        change(
          stranger,
          workspace.id,
          { name: 'log.append', args: { entry: signEntry(signer, { ...place, type: 'rotate', payload }) } },
          addKey({ type: 'wrap', scopeId, generation: 1, kid, ...wrap }),
          recordChange('customer.create', { id: scopeId, scopeId, kid }),
          recordChange('customerFile.create', {
            scopeId: admins.id,
            kid: admins.kid,
            refs: { customerId: scopeId },
          }),
        ),
      );
    };
    for (const id of await derived()) expect(await ofLog(id)).toBe('LOG_REFUSED');
    for (const userId of await derived())
      await expect(createAccount(server, { userId })).rejects.toThrow('BAD_INPUT');
    expect(await open('room', await ofProject(), stranger)).toBe('NOT_FOUND');
    expect(await open('project', await ofProject(), stranger)).toBe('NOT_FOUND');
    const [id, kid] = [await hours(), random(16)];
    const refs = { userId: stranger.userId, readerIds: [] };
    const taking = [
      { name: 'scope.create', args: { scope: { id, kind: 'hours', access: 'private' } } } as const,
      ...granted({ scopeId: id, generation: 1, kid }, [], { by: stranger }),
      recordChange('workingTime.create', { id, scopeId: id, kid, refs }),
    ];
    expect(await codeOf(change(stranger, workspace.id, ...taking))).toBe('BAD_INPUT');
    expect(await ofLog(newId())).toBe('applied');
    workspace = home;
    expect(await open('project', await ofProject())).toBe('NOT_FOUND');
    expect(await open('room', await ofProject())).toBe('applied');
  });
});

describe('an id', () => {
  it('is of one record: nobody writes another one under that of a scope, or of what hours and direct rooms make of theirs', async () => {
    const [project, place] = [await createProject(workspace), await createProject(workspace)];
    const direct = await directRoomId(nodeVerifier, workspace.id, [owner.userId, other.userId]);
    const hours = await hoursScopeId(nodeVerifier, workspace.id, other.userId);
    for (const id of [project, workspace.staff.id, direct, hours, monthId(hours, '2030-01-01')])
      for (const name of ['task.create', 'comment.create'] as const) {
        const refs = name === 'task.create' ? {} : { userId: mate.userId, notifyIds: [] };
        const record = recordChange(name, { id, scopeId: place, refs });
        expect(await codeOf(change(mate, workspace.id, record)), `${name} ${id}`).toBe('BAD_INPUT');
      }
    expect(await codeOf(change(mate, workspace.id, recordChange('task.create', { scopeId: place })))).toBe(
      'applied',
    );
  });
});

describe('a project', () => {
  const update = (id: string, access: 'open' | 'private'): Change => ({
    name: 'scope.update',
    args: { id, access },
  });
  const wrap = (scopeId: string, kid: string, generation: number): Change =>
    addKey({
      type: 'wrap',
      scopeId,
      generation,
      kid,
      parentScopeId: workspace.staff.id,
      parentKid: workspace.staff.kid,
      sealed: random(61),
    });

  it('that is open has no key rows', async () => {
    const id = await createProject(workspace);
    const [toAdmins] = granted({ scopeId: id, generation: 2, kid: random(16) }, []);
    expect(await codeOf(change(owner, workspace.id, toAdmins!))).toBe('BAD_INPUT');
    expect(await codeOf(change(owner, workspace.id, wrap(id, random(16), 1)))).toBe('BAD_INPUT');
  });

  it('becomes private with a key behind those of the staff, and disappears from who does not hold it', async () => {
    const id = await createProject(workspace);
    const kid = random(16);
    const make = (generation: number, keys?: Change[]) =>
      codeOf(
        change(
          mate,
          workspace.id,
          update(id, 'private'),
          ...(keys ??
            granted({ scopeId: id, generation, kid, previousKid: random(16) }, [mate], { by: mate })),
        ),
      );
    expect(await make(3)).toBe('OUTDATED_KEY');
    expect(await make(2, [])).toBe('BAD_INPUT');
    expect(await seen(id)).toEqual([true, true, true]);
    heard.length = 0;
    expect(await make(2)).toBe('applied');
    await expect.poll(() => heard.flat()).toContain(`private-workspace-${workspace.id}-staff`);
    expect(await seen(id)).toEqual([true, true, false]);
    const { answer } = await sync(other, { workspaceId: workspace.id, cursors: { [id]: 1 } });
    expect(answer.gone).toEqual([id]);
    expect(await write(owner, id, random(16))).toBe('OUTDATED_KEY');
    expect(await write(owner, id, kid)).toBe('written');
  });

  it('becomes open again with its key under that of the staff, and is renewed with it', async () => {
    const { id, kid } = await create([mate]);
    const open = (...keys: Change[]) => codeOf(change(mate, workspace.id, update(id, 'open'), ...keys));
    expect(await open()).toBe('BAD_INPUT');
    expect(await open(wrap(id, random(16), 1))).toBe('OUTDATED_KEY');
    expect(await codeOf(change(other, workspace.id, update(id, 'open'), wrap(id, kid, 1)))).toBe('NOT_FOUND');
    expect(await open(wrap(id, kid, 1))).toBe('applied');
    expect(await seen(id)).toEqual([true, true, true]);
    expect(await write(other, id, kid)).toBe('written');
    workspace.staff.kid = random(16);
    await run('UPDATE scope SET kid = $2 WHERE id = $1', [workspace.staff.id, workspace.staff.kid]);
    expect(await write(other, id, kid)).toBe('OUTDATED_KEY');
    const next = random(16);
    const previous = addKey({
      type: 'previous',
      scopeId: id,
      generation: 2,
      kid: next,
      previousKid: kid,
      sealed: random(61),
    });
    const task = recordChange('task.create', { scopeId: id, kid: next });
    expect(await codeOf(change(other, workspace.id, wrap(id, next, 2), task))).toBe('BAD_INPUT');
    expect(await codeOf(change(other, workspace.id, wrap(id, next, 2), previous, task))).toBe('applied');
    expect(await write(mate, id, next)).toBe('written');
  });
});
