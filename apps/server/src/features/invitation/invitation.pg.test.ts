/** Invitations over real HTTP: the right to make them, the right to accept them, and what everybody else is told. */
import type { Invitation, SentInvitation, ShownInvitation } from '@kontor/contract/wire/invitation';
import type { Inbox } from '@kontor/contract/wire/notification';
import type { WorkspaceSummary } from '@kontor/contract/wire/workspace';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createSignedIn, type TestAccount } from '../../testing/accounts.ts';
import { httpClient } from '../../testing/httpClient.ts';
import {
  accept,
  acceptChanges,
  appendOf,
  grantOf,
  headOf,
  invite,
  inviteChanges,
  type Link,
  newLink,
  nextEntry,
  withdraw,
} from '../../testing/invitations.ts';
import { random } from '../../testing/sealed.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';
import {
  change,
  createWorkspace,
  newId,
  recordChange,
  send,
  signerOf,
  sync,
  type TestWorkspace,
} from '../../testing/workspaces.ts';
import { invitationThrottles } from './throttles.ts';

let server: TestServer;
let workspace: TestWorkspace;
let ben: TestAccount;
/** Longer than the six days that test invitations stand; the test clock lags behind theirs. */
const afterExpiry = 6.5 * 86_400_000;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());
beforeEach(async () => {
  workspace = await createWorkspace(server);
  ben = await createSignedIn(server);
});

const newAddress = () => `${random(9).toLowerCase().replaceAll(/[-_]/g, 'x')}@example.org`;
const mailsTo = async (email: string) => (await server.mailbox.list()).filter(({ to }) => to === email);
const get = <T>(account: TestAccount, path: string) => account.client.call<T & { code: string }>('GET', path);
const post = (account: TestAccount, path: string) => account.client.call<{ code: string }>('POST', path);
const sentBy = (account: TestAccount) =>
  get<SentInvitation[]>(account, `/api/workspaces/${workspace.id}/invitations`);
const workspacesOf = async (account: TestAccount) =>
  (await get<WorkspaceSummary[]>(account, '/api/workspaces')).body;
const fails = async (answer: Promise<{ status: number; body: { code?: string } }>) => {
  const { status, body } = await answer;
  return [status, body.code];
};
/** Returns what the owner was told, and of whom. */
const told = async () => {
  const { body } = await get<Inbox>(workspace.owner, `/api/workspaces/${workspace.id}/notifications`);
  return body.notifications.map(({ event, recordId }) => [event, recordId]);
};
/** Returns the ids of all members. */
const memberIds = async () =>
  (
    await server.services.db
      .selectFrom('membership')
      .select('user_id')
      .where('workspace_id', '=', workspace.id)
      .execute()
  ).map(({ user_id }) => user_id);

describe('inviting', () => {
  it('keeps a place for an address, and mails that there is one, without any secret', async () => {
    const email = newAddress();
    const link = await invite(workspace, email);
    expect((await sentBy(workspace.owner)).body).toMatchObject([{ id: link.userId, email, waiting: null }]);
    await expect.poll(() => mailsTo(email)).toHaveLength(1);
    const [mail] = await mailsTo(email);
    expect(mail!.subject).toBe('Invitation to Alder & Sons');
    expect(mail!.text).toContain(`${server.url}/join#to=${encodeURIComponent(email)}`);
    expect(mail!.html).toContain('Alder &amp; Sons');
    // Neither the invitation nor the log can be told from it.
    const said = `${mail!.text}${mail!.html}`;
    for (const secret of [link.userId, workspace.id, workspace.owner.userId, workspace.owner.body.email])
      expect(said).not.toContain(secret);
    // Nobody is in for being invited.
    expect(await memberIds()).toEqual([workspace.owner.userId]);
  });

  it('speaks the language of the account that is invited', async () => {
    const carla = await createSignedIn(server, { language: 'de' });
    await invite(workspace, carla.body.email);
    await expect
      .poll(async () => (await mailsTo(carla.body.email)).map(({ subject }) => subject))
      .toContain('Einladung zu Alder & Sons');
  });

  it('takes an address once, whether it waits or is a member', async () => {
    await invite(workspace, ben.body.email);
    await expect(invite(workspace, ben.body.email)).rejects.toThrow('ALREADY_INVITED');
    await expect(invite(workspace, ben.body.email.toUpperCase())).rejects.toThrow('ALREADY_INVITED');
    await expect(invite(workspace, workspace.owner.body.email)).rejects.toThrow('ALREADY_INVITED');
    expect((await sentBy(workspace.owner)).body).toHaveLength(1);
    expect((await headOf(workspace)).seq).toBe(1);
    // Another workspace knows nothing of it.
    await invite(await createWorkspace(server), ben.body.email);
    server.clock.advance(afterExpiry);
    await expect(invite(workspace, ben.body.email)).resolves.toBeDefined();
    server.clock.advance(-afterExpiry);
  });

  it('lets one of two at once through', async () => {
    const email = newAddress();
    const [one, two] = await Promise.all([1, 2].map(() => inviteChanges(workspace, email)));
    const answers = await Promise.all(
      [one!, two!].map(({ entry, key, address }) =>
        change(workspace.owner, workspace.id, entry, key, address),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect((await sentBy(workspace.owner)).body).toHaveLength(1);
  });

  it('is one batch of entry, keys and address', async () => {
    const { owner, id } = workspace;
    const { entry, key, address } = await inviteChanges(workspace, newAddress());
    expect(await fails(change(owner, id, entry, key))).toEqual([400, 'LOG_REFUSED']);
    expect(await fails(change(owner, id, entry, address))).toEqual([400, 'LOG_REFUSED']);
    expect(await fails(change(owner, id, address))).toEqual([400, 'LOG_REFUSED']);
    expect(await fails(change(owner, id, address, entry, key))).toEqual([400, 'LOG_REFUSED']);
    const bad = { name: 'invitation.create', args: { invitationId: newId(), email: 'nobody' } } as const;
    expect(await fails(change(owner, id, entry, key, bad))).toEqual([400, 'BAD_INPUT']);
    // An employee's invitation gets no key of the admins.
    const link = newLink();
    const other = await inviteChanges(workspace, newAddress(), link);
    const above = grantOf(workspace, workspace.signer, 'ADMIN', link.userId);
    expect(await fails(change(owner, id, other.entry, other.key, above, other.address))).toEqual([
      400,
      'BAD_INPUT',
    ]);
    expect((await change(owner, id, entry, key, address)).status).toBe(200);
  });

  it('names no invitation after an account', async () => {
    const link = { ...newLink(), ...signerOf(ben) };
    const { entry, key, address } = await inviteChanges(workspace, newAddress(), link);
    expect(await fails(change(workspace.owner, workspace.id, entry, key, address))).toEqual([
      400,
      'LOG_REFUSED',
    ]);
  });

  it('is for admins', async () => {
    const link = await invite(workspace, ben.body.email);
    await accept(workspace, ben, link);
    const stranger = await createSignedIn(server);
    const { entry, key, address } = await inviteChanges(workspace, newAddress());
    expect(await fails(change(ben, workspace.id, entry, key, address))).toEqual([403, 'PERMISSION_DENIED']);
    expect(await fails(change(stranger, workspace.id, entry, key, address))).toEqual([404, 'NOT_FOUND']);
    expect(await fails(sentBy(ben))).toEqual([403, 'PERMISSION_DENIED']);
    expect(await fails(sentBy(stranger))).toEqual([404, 'NOT_FOUND']);
    const open = await invite(workspace, newAddress());
    const mail = `/api/workspaces/${workspace.id}/invitations/${open.userId}/mail`;
    expect(await fails(post(ben, mail))).toEqual([403, 'PERMISSION_DENIED']);
    expect(await fails(post(stranger, mail))).toEqual([404, 'NOT_FOUND']);
    const other = await createWorkspace(server);
    const swapped = `/api/workspaces/${other.id}/invitations/${open.userId}/mail`;
    expect(await fails(post(other.owner, swapped))).toEqual([404, 'NOT_FOUND']);
    expect((await post(workspace.owner, mail)).status).toBe(200);
  });

  it('does not let an address be pestered', async () => {
    const email = newAddress();
    const link = await invite(workspace, email);
    const mail = `/api/workspaces/${workspace.id}/invitations/${link.userId}/mail`;
    const codes = [];
    for (let i = 0; i < 11; i++) codes.push((await post(workspace.owner, mail)).status);
    expect(codes.filter((status) => status === 200)).toHaveLength(5);
    expect(await fails(post(workspace.owner, mail))).toEqual([429, 'THROTTLED']);
    // Nor from another workspace of theirs.
    await expect(invite(await createWorkspace(server, workspace.owner), email)).rejects.toThrow('THROTTLED');
    // Other firms invite them all the same; many together do not.
    await invite(await createWorkspace(server), email);
    const { mailsPerAddress } = invitationThrottles(server.services.pool);
    for (let i = 0; i < 24; i++) await mailsPerAddress.take(email, `account ${i}`);
    await expect(invite(await createWorkspace(server), email)).rejects.toThrow('THROTTLED');
  });
});

describe('who is invited', () => {
  it('sees what waits for their address, and nobody else does', async () => {
    const link = await invite(workspace, ben.body.email);
    const path = `/api/invitations/${link.userId}`;
    const { body } = await get<Invitation[]>(ben, '/api/invitations');
    expect(body).toMatchObject([
      { id: link.userId, workspace: { id: workspace.id, name: 'Alder & Sons' }, role: 'EMPLOYEE' },
    ]);
    const shown = (await get<ShownInvitation>(ben, path)).body;
    expect(shown.log.map(({ type }) => type)).toEqual(['genesis', 'invite']);
    expect(shown.scopes).toMatchObject([
      { scope: { id: workspace.staff.id, kind: 'staff' }, keys: [{ recipientId: link.userId }] },
    ]);
    expect(shown.scopes[0]!.keys).toHaveLength(1);
    const other = await createSignedIn(server);
    for (const account of [other, workspace.owner]) {
      expect((await get(account, '/api/invitations')).body).toEqual([]);
      expect(await fails(get(account, path))).toEqual([404, 'NOT_FOUND']);
      expect(await fails(post(account, `${path}/ask`))).toEqual([404, 'NOT_FOUND']);
    }
    // An invitation that does not exist looks the same.
    expect(await fails(get(ben, `/api/invitations/${newId()}`))).toEqual([404, 'NOT_FOUND']);
    const out = httpClient(server.url);
    for (const [method, call] of [
      ['GET', path],
      ['GET', '/api/invitations'],
      ['POST', `${path}/ask`],
      ['GET', `/api/workspaces/${workspace.id}/invitations`],
      ['POST', `/api/workspaces/${workspace.id}/invitations/${link.userId}/mail`],
    ] as const)
      expect(await fails(out.call(method, call))).toEqual([401, 'NOT_SIGNED_IN']);
    // Being invited opens nothing.
    expect(await workspacesOf(ben)).toEqual([]);
    const pulled = await sync(ben, { workspaceId: workspace.id });
    expect(pulled.answer?.scopes.some(({ kind }) => kind !== 'personal') ?? false).toBe(false);
  });

  it('is nobody who is in already and took the invited address since', async () => {
    await accept(workspace, ben, await invite(workspace, ben.body.email));
    const email = newAddress();
    const link = await invite(workspace, email);
    await server.services.pool.query('UPDATE account SET email = $1 WHERE id = $2', [email, ben.userId]);
    expect((await get(ben, '/api/invitations')).body).toEqual([]);
    const path = `/api/invitations/${link.userId}`;
    expect(await fails(get(ben, path))).toEqual([404, 'NOT_FOUND']);
    expect(await fails(post(ben, `${path}/ask`))).toEqual([404, 'NOT_FOUND']);
  });

  it('joins with the link, and can work at once', async () => {
    const link = await invite(workspace, ben.body.email);
    expect((await accept(workspace, ben, link)).status).toBe(200);
    expect(await workspacesOf(ben)).toMatchObject([
      { id: workspace.id, role: 'EMPLOYEE', status: 'ACTIVE', isOwner: false, invitationId: null },
    ]);
    const { answer } = await sync(ben, { workspaceId: workspace.id });
    expect(answer.log.map(({ type }) => type)).toEqual(['genesis', 'invite', 'rekey']);
    const { kid, id: scopeId } = workspace.staff;
    const entry = (id: string, userId: string) =>
      recordChange('member.create', { id, scopeId, kid, refs: { userId } });
    const strange = entry(workspace.owner.userId, ben.userId);
    expect(await fails(change(ben, workspace.id, strange))).toEqual([403, 'PERMISSION_DENIED']);
    const others = entry(workspace.owner.userId, workspace.owner.userId);
    expect(await fails(change(ben, workspace.id, others))).toEqual([403, 'PERMISSION_DENIED']);
    expect((await change(ben, workspace.id, entry(ben.userId, ben.userId))).status).toBe(200);
    // The place is taken, and what the link held is gone.
    expect((await sentBy(workspace.owner)).body).toEqual([]);
    expect((await get(ben, '/api/invitations')).body).toEqual([]);
    const { rows } = await server.services.pool.query('SELECT FROM scope_key WHERE recipient = $1', [
      link.userId,
    ]);
    expect(rows).toHaveLength(0);
  });

  it('takes the place once', async () => {
    const link = await invite(workspace, ben.body.email);
    const changes = await acceptChanges(workspace, ben, link);
    const again = await acceptChanges(workspace, ben, link);
    const batch = { id: newId(), workspaceId: workspace.id, changes };
    const [one, two, other] = await Promise.all([
      send(ben, batch),
      send(ben, batch),
      change(ben, workspace.id, ...again),
    ]);
    // The same batch twice has one effect; of two different ones the first that comes counts.
    expect(one.body).toEqual(two.body);
    expect([one.status, other.status].sort()).toEqual([200, 404]);
    expect(await fails(accept(workspace, ben, link))).toEqual([404, 'NOT_FOUND']);
    expect(await memberIds()).toHaveLength(2);
    const entries = (await sync(workspace.owner, { workspaceId: workspace.id })).answer.log;
    expect(entries.filter(({ type }) => type === 'rekey')).toHaveLength(1);
  });

  it('joins with the keys that they need, or not at all', async () => {
    const link = await invite(workspace, ben.body.email);
    const [entry, key] = await acceptChanges(workspace, ben, link);
    expect(await fails(change(ben, workspace.id, entry!))).toEqual([400, 'LOG_REFUSED']);
    expect(await fails(change(ben, workspace.id, key!, entry!))).toEqual([404, 'NOT_FOUND']);
    const above = grantOf(workspace, signerOf(ben), 'ADMIN', ben.userId);
    expect((await change(ben, workspace.id, entry!, key!, above)).status).toBeGreaterThanOrEqual(400);
    const rename = { name: 'workspace.update', args: { id: workspace.id, name: 'Mine' } } as const;
    expect(await fails(change(ben, workspace.id, rename, entry!, key!))).toEqual([404, 'NOT_FOUND']);
    expect(await fails(change(ben, workspace.id, entry!, key!, rename))).toEqual([403, 'PERMISSION_DENIED']);
    expect(await memberIds()).toEqual([workspace.owner.userId]);
    expect((await change(ben, workspace.id, entry!, key!)).status).toBe(200);
  });
});

describe('an invitation is not taken', () => {
  let link: Link;
  beforeEach(async () => {
    link = await invite(workspace, ben.body.email);
  });
  /** Expects that the invitation stays open, and nobody came in. */
  const stands = async () => {
    expect(await memberIds()).toEqual([workspace.owner.userId]);
    expect((await sentBy(workspace.owner)).body).toHaveLength(1);
  };

  it('by another address, with the true link', async () => {
    const thief = await createSignedIn(server);
    expect(await fails(accept(workspace, thief, link))).toEqual([404, 'NOT_FOUND']);
    await stands();
  });

  it('without the secret, or for another certificate than the account’s', async () => {
    const forged = await acceptChanges(workspace, ben, link, { by: { ...newLink(), userId: link.userId } });
    expect(await fails(change(ben, workspace.id, ...forged))).toEqual([400, 'LOG_REFUSED']);
    const bySelf = await acceptChanges(workspace, ben, link, { by: signerOf(ben) });
    expect(await fails(change(ben, workspace.id, ...bySelf))).toEqual([400, 'LOG_REFUSED']);
    const mallory = await createSignedIn(server);
    const payload = { userId: link.userId, cert: mallory.body.publicKey, method: 'invitation' } as const;
    const swapped = appendOf(await nextEntry(workspace, link, { type: 'rekey', payload }));
    expect(await fails(change(ben, workspace.id, swapped))).toEqual([400, 'LOG_REFUSED']);
    await stands();
  });

  it('when it expired, whatever the time that the entry claims', async () => {
    const changes = await acceptChanges(workspace, ben, link);
    server.clock.advance(afterExpiry);
    expect(await fails(change(ben, workspace.id, ...changes))).toEqual([410, 'INVITATION_EXPIRED']);
    const { body } = await get<ShownInvitation>(ben, `/api/invitations/${link.userId}`);
    expect(body).toMatchObject({ workspace: { name: 'Alder & Sons' }, log: [], scopes: [] });
    expect((await get(ben, '/api/invitations')).body).toEqual([]);
    expect(await fails(post(ben, `/api/invitations/${link.userId}/ask`))).toEqual([
      410,
      'INVITATION_EXPIRED',
    ]);
    server.clock.advance(-afterExpiry);
    await stands();
  });

  it('when it was withdrawn', async () => {
    const changes = await acceptChanges(workspace, ben, link);
    expect((await withdraw(workspace, link)).status).toBe(200);
    expect(await fails(change(ben, workspace.id, ...changes))).toEqual([404, 'NOT_FOUND']);
    expect(await fails(get(ben, `/api/invitations/${link.userId}`))).toEqual([404, 'NOT_FOUND']);
    expect((await get(ben, '/api/invitations')).body).toEqual([]);
    expect((await sentBy(workspace.owner)).body).toEqual([]);
    expect(await memberIds()).toEqual([workspace.owner.userId]);
  });

  it('when the workspace is deleted', async () => {
    await change(workspace.owner, workspace.id, { name: 'workspace.delete', args: { id: workspace.id } });
    expect((await get(ben, '/api/invitations')).body).toEqual([]);
    expect(await fails(get(ben, `/api/invitations/${link.userId}`))).toEqual([404, 'NOT_FOUND']);
  });

  it('in another workspace, and says the same as where there is none', async () => {
    const other = await createWorkspace(server);
    const changes = await acceptChanges(other, ben, link);
    expect(await fails(change(ben, other.id, ...changes))).toEqual([404, 'NOT_FOUND']);
    expect(await fails(change(ben, newId(), ...changes))).toEqual([404, 'NOT_FOUND']);
    await stands();
  });
});

it('is told of to nobody where it is withdrawn while they ask', async () => {
  const link = await invite(workspace, ben.body.email);
  const other = await server.services.pool.connect();
  try {
    await other.query('BEGIN');
    await other.query('SELECT FROM workspace WHERE id = $1 FOR UPDATE', [workspace.id]);
    const asked = post(ben, `/api/invitations/${link.userId}/ask`);
    await new Promise((resolve) => setTimeout(resolve, 300));
    await other.query('DELETE FROM invitation WHERE id = $1', [link.userId]);
    await other.query('COMMIT');
    expect(await fails(asked)).toEqual([404, 'NOT_FOUND']);
  } finally {
    await other.query('ROLLBACK');
    other.release();
  }
  expect(await told()).toEqual([]);
});

it('is asked to open by one connection of an account, however often it asks while the workspace is locked', async () => {
  const link = await invite(workspace, ben.body.email);
  const locked = await server.services.pool.connect();
  const waiting = async () => {
    const { rows } = await server.services.pool.query(
      "SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'",
    );
    return rows.length;
  };
  let asked: Promise<{ status: number }[]> = Promise.resolve([]);
  try {
    await locked.query('BEGIN');
    await locked.query('SELECT FROM workspace WHERE id = $1 FOR UPDATE', [workspace.id]);
    asked = Promise.all(Array.from({ length: 25 }, () => post(ben, `/api/invitations/${link.userId}/ask`)));
    await expect.poll(waiting).toBe(1);
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(await waiting()).toBe(1);
  } finally {
    await locked.query('ROLLBACK');
    locked.release();
  }
  expect((await asked).map(({ status }) => status)).toEqual(Array.from({ length: 25 }, () => 200));
});

it('is shown while the workspace is locked, and waits for nobody', async () => {
  const link = await invite(workspace, ben.body.email);
  const locked = await server.services.pool.connect();
  try {
    await locked.query('BEGIN');
    await locked.query('SELECT FROM workspace WHERE id = $1 FOR UPDATE', [workspace.id]);
    const shown = await Promise.all(
      Array.from({ length: 25 }, () => get<ShownInvitation>(ben, `/api/invitations/${link.userId}`)),
    );
    expect(shown.map(({ body }) => body.log.length)).toEqual(Array.from({ length: 25 }, () => 2));
  } finally {
    await locked.query('ROLLBACK');
    locked.release();
  }
});

describe('joining without the secret', () => {
  let link: Link;
  beforeEach(async () => {
    link = await invite(workspace, ben.body.email);
    expect((await post(ben, `/api/invitations/${link.userId}/ask`)).status).toBe(200);
  });

  it('shows as locked to them, and with their certificate to the admins; the log says nothing', async () => {
    expect(await workspacesOf(ben)).toMatchObject([
      { id: workspace.id, name: 'Alder & Sons', status: 'LOCKED', invitationId: link.userId, memberCount: 0 },
    ]);
    expect((await sentBy(workspace.owner)).body).toMatchObject([
      { id: link.userId, waiting: { userId: ben.userId, cert: ben.body.publicKey } },
    ]);
    expect((await headOf(workspace)).type).toBe('invite');
    expect(await memberIds()).toEqual([workspace.owner.userId]);
    const task = recordChange('task.create', { scopeId: workspace.staff.id, kid: workspace.staff.kid });
    expect(await fails(change(ben, workspace.id, task))).toEqual([404, 'NOT_FOUND']);
    expect((await get<Invitation[]>(ben, '/api/invitations')).body).toMatchObject([{ isWaiting: true }]);
    // Asking again changes nothing.
    expect((await post(ben, `/api/invitations/${link.userId}/ask`)).status).toBe(200);
  });

  it('ends when an admin signs for that very account', async () => {
    const mallory = await createSignedIn(server);
    const signed = async (account: TestAccount) => {
      const payload = { userId: link.userId, cert: account.body.publicKey, method: 'admin' } as const;
      const entry = await nextEntry(workspace, workspace.signer, { type: 'rekey', payload });
      const key = grantOf(workspace, workspace.signer, 'EMPLOYEE', account.userId);
      return change(workspace.owner, workspace.id, appendOf(entry), key);
    };
    // An account of another address takes no place that was kept for this one.
    expect(await fails(signed(mallory))).toEqual([404, 'NOT_FOUND']);
    expect((await signed(ben)).status).toBe(200);
    expect(await workspacesOf(ben)).toMatchObject([{ status: 'ACTIVE', invitationId: null }]);
    expect((await sentBy(workspace.owner)).body).toEqual([]);
  });

  it('still leaves the link to be used', async () => {
    expect((await accept(workspace, ben, link)).status).toBe(200);
    expect(await workspacesOf(ben)).toMatchObject([{ status: 'ACTIVE' }]);
  });

  it('is over when the invitation is withdrawn', async () => {
    await withdraw(workspace, link);
    expect(await workspacesOf(ben)).toEqual([]);
  });

  it('is told to the admins for as long as somebody waits', async () => {
    expect(await told()).toEqual([['UNLOCK_WANTED', ben.userId]]);
    await withdraw(workspace, link);
    expect(await told()).toEqual([]);
  });

  it('ends with the account that asked', async () => {
    const json = { currentPassword: ben.body.password };
    expect((await ben.client.call('POST', '/api/account/deletion', { json })).status).toBe(200);
    expect(await told()).toEqual([]);
  });
});
