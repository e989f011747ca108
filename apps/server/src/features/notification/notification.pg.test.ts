/**
 * Tries who is told of what: every event, to everybody a workspace may have in it, muted and not, by their own act and by
 * somebody else's. The expectation is worked out from the rules in words, not from the code's own table.
 */
import type { MemberStatus, Role } from '@kontor/contract/entity/role';
import type { NotificationEvent } from '@kontor/contract/server/notification';
import type { Presigned } from '@kontor/contract/wire/blob';
import type { Change, RecordChangeName } from '@kontor/contract/wire/change';
import { type Inbox, maxMutes } from '@kontor/contract/wire/notification';
import type { RecordArgs } from '@kontor/contract/wire/record';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { tellUnlockWanted } from '../../sync/notices.ts';
import { createSignedIn, type TestAccount } from '../../testing/accounts.ts';
import { random } from '../../testing/sealed.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';
import {
  createCustomer,
  createWorkspace,
  enrol,
  expectApplied,
  newId,
  recordChange,
  send,
  type TestWorkspace,
} from '../../testing/workspaces.ts';

interface Person {
  name: string;
  role: Role;
  status: MemberStatus;
  /** Holds the keys of what is private. */
  isGranted: boolean;
}

const people: Person[] = (['ADMIN', 'EMPLOYEE', 'CUSTOMER'] as const).flatMap((role) =>
  (['ACTIVE', 'INACTIVE', 'LOCKED'] as const).flatMap((status) =>
    // A key that somebody holds who may not read is renewed before anything is written.
    (status === 'ACTIVE' && role !== 'CUSTOMER' ? [true, false] : [false]).map((isGranted) => ({
      name: `${role} ${status}${isGranted ? ', granted' : ''}`,
      role,
      status,
      isGranted,
    })),
  ),
);

type Place = 'open project' | 'private project' | 'open room' | 'private room';

interface Act {
  event: NotificationEvent;
  place: Place;
  /** Makes a change that goes before, by whoever acts, and names the people where the act itself does not. */
  before?(ids: string[], at: Scope): RecordDraft;
  /** Makes the change; `ids`: everybody whom it may name; `blobs`: a new one where `hasBlob`, else none. */
  record(ids: string[], at: Scope, blobs: string[]): RecordDraft;
  hasBlob?: boolean;
  /** Whom it names gets the key with it: it is noted for them, and shows once they hold that. */
  namesReaders?: boolean;
}

interface RecordDraft {
  name: RecordChangeName;
  args: Partial<RecordArgs>;
}

interface Scope {
  id: string;
  kid: string | undefined;
  /** A task that is commented on. */
  taskId: string;
  /** A request that is answered. */
  signingId: string;
  /** A task to which a file is added, of another one each time. */
  filedId?: string;
  /** Version of the project's or the room's own record. */
  version: number;
}

/** Sets who is in a project or a room. */
const setMembers = (place: Place, at: Scope, memberIds: string[]): RecordDraft => ({
  name: place.endsWith('room') ? 'room.update' : 'project.update',
  args: { id: at.id, version: ++at.version, refs: { memberIds } },
});

const inProjects = ['open project', 'private project'] as const;
const inRooms = ['open room', 'private room'] as const;
const places = [...inProjects, ...inRooms];
const acts: Act[] = [
  ...inProjects.map(
    (place): Act => ({
      event: 'ASSIGNED_TO_TASK',
      place,
      record: (assigneeIds) => ({ name: 'task.create', args: { refs: { assigneeIds } } }),
    }),
  ),
  ...inProjects.map(
    (place): Act => ({
      event: 'NEW_COMMENT',
      place,
      record: (notifyIds, { taskId }) => ({
        name: 'comment.create',
        args: { refs: { taskId, notifyIds } },
      }),
    }),
  ),
  ...inProjects.map(
    (place): Act => ({
      event: 'NEW_DOCUMENT_ON_TASK',
      place,
      hasBlob: true,
      before: (assigneeIds, at) => {
        at.filedId = newId();
        return { name: 'task.create', args: { id: at.filedId, refs: { assigneeIds } } };
      },
      record: (_ids, { filedId }, blobs) => ({
        name: 'document.create',
        args: { refs: { taskId: filedId!, nameTag: random(32), blobs } },
      }),
    }),
  ),
  ...inProjects.map(
    (place): Act => ({
      event: 'NEW_DOCUMENT_ON_PROJECT',
      place,
      hasBlob: true,
      before: (memberIds, at) => setMembers(place, at, memberIds),
      record: (_ids, _at, blobs) => ({
        name: 'document.create',
        args: { refs: { nameTag: random(32), blobs } },
      }),
    }),
  ),
  ...inProjects.map(
    (place): Act => ({
      event: 'ASKED_TO_SIGN',
      place,
      hasBlob: true,
      record: (signerIds, _at, blobs) => ({
        name: 'signing.create',
        args: { refs: { signerIds, notifyIds: [], blobs } },
      }),
    }),
  ),
  ...inProjects.map(
    (place): Act => ({
      event: 'ASKED_TO_SIGN',
      place,
      record: (notifyIds, { signingId }) => ({
        name: 'signingReminder.create',
        args: { refs: { signingId, notifyIds } },
      }),
    }),
  ),
  ...inProjects.map(
    (place): Act => ({
      event: 'SIGNING_ANSWERED',
      place,
      // Everybody answers a request once.
      before: (_ids, at) => {
        at.signingId = newId();
        return { name: 'signing.create', args: { id: at.signingId, refs: { signerIds: [], blobs: [] } } };
      },
      record: (notifyIds, { signingId }) => ({
        name: 'signingAnswer.create',
        args: { refs: { signingId, notifyIds } },
      }),
    }),
  ),
  ...places.map(
    (place): Act => ({
      event: place.endsWith('room') ? 'INVITED_TO_CHAT' : 'ASSIGNED_TO_SPACE',
      place,
      before: (_ids, at) => setMembers(place, at, []),
      record: (ids, at) => setMembers(place, at, ids),
      namesReaders: true,
    }),
  ),
  ...inRooms.map(
    (place): Act => ({
      event: 'MENTIONED',
      place,
      record: (notifyIds) => ({ name: 'message.create', args: { refs: { notifyIds } } }),
    }),
  ),
];

let server: TestServer;
let workspace: TestWorkspace;
let sender: TestAccount;
const accounts = new Map<Person, TestAccount>();
const scopes = new Map<Place, Scope>();

const sql = (text: string, values: unknown[] = []) => server.services.pool.query(text, values);

/** Makes a scope as its people would have, by SQL: this is about what the server does with it. */
async function createScope(place: Place): Promise<void> {
  const [access, kind] = place.split(' ') as [string, string];
  const id = newId();
  const kid = access === 'private' ? random(16) : undefined;
  await sql(
    `INSERT INTO scope (id, kind, access, workspace_id, revision, generation, kid, created_at)
     VALUES ($1, $2, $3, $4, 1, $5, $6, now())`,
    [id, kind, access, workspace.id, kid ? 1 : 0, kid ?? null],
  );
  if (kid) {
    const grantees = [
      sender,
      ...people.filter(({ isGranted }) => isGranted).map((who) => accounts.get(who)!),
    ];
    const isForAdmins = kind === 'project';
    const recipients = [...grantees.map(({ userId }) => userId), ...(isForAdmins ? ['admins'] : [])];
    const key = { readers: recipients, ...(isForAdmins && { adminsKid: workspace.admins.kid }) };
    for (const recipient of recipients)
      await sql(
        `INSERT INTO scope_key (scope_id, revision, type, generation, kid, recipient, recipient_key, key)
         VALUES ($1, 1, 'grant', 1, $2, $3, (SELECT cert_key FROM membership
           WHERE workspace_id = $4 AND user_id::text = $3), $5)`,
        [id, kid, recipient, workspace.id, key],
      );
  }
  scopes.set(place, { id, kid, taskId: newId(), signingId: newId(), version: 1 });
}

beforeAll(async () => {
  server = await startTestServer({ env: { BILLING: 'none' } });
  workspace = await createWorkspace(server);
  sender = workspace.owner;
  for (const person of people) {
    const account = await createSignedIn(server);
    await enrol(workspace, account, person);
    accounts.set(person, account);
  }
  for (const place of places) {
    await createScope(place);
    const { id, kid } = scopes.get(place)!;
    const name = place.endsWith('room') ? 'room.create' : 'project.create';
    const head = { id, scopeId: id, refs: { memberIds: [] }, ...(kid && { kid }) };
    await write(sender, [recordChange(name, head)]);
  }
  for (const place of inProjects) {
    const { id: scopeId, kid, taskId, signingId } = scopes.get(place)!;
    const at = { scopeId, ...(kid && { kid }) };
    const refs = { askerId: sender.userId, signerIds: [], notifyIds: [], blobs: [] };
    await write(sender, [recordChange('task.create', { ...at, id: taskId, refs: { assigneeIds: [] } })]);
    await write(sender, [recordChange('signing.create', { ...at, id: signingId, refs })]);
  }
});
afterAll(() => server.stop());

const write = (who: TestAccount, changes: Change[]) =>
  expectApplied(send(who, { id: newId(), workspaceId: workspace.id, changes }));

/** Uploads a part and returns its key. */
async function upload({ client }: TestAccount): Promise<string> {
  const { body } = await client.call<Presigned[]>('GET', '/api/s3/pre-signed-url?count=1&sizes=10', {
    headers: { 'x-workspace-id': workspace.id },
  });
  const { url, fileKey } = body[0]!;
  await fetch(new URL(url, server.url), { method: 'PUT', body: new Uint8Array(10) });
  return fileKey;
}

/** The ref that must name whoever writes. */
const ownerOf: Partial<Record<RecordChangeName, string>> = {
  'comment.create': 'userId',
  'message.create': 'userId',
  'signing.create': 'askerId',
  'signingAnswer.create': 'userId',
};

/** Sends an act by somebody, naming these people; on the slow path with a change of another noun beside it. */
async function perform(
  { place, before, record, hasBlob }: Act,
  who: TestAccount,
  ids: string[],
  isFast: boolean,
) {
  const scope = scopes.get(place)!;
  const at = { scopeId: scope.id, ...(scope.kid && { kid: scope.kid }) };
  const owned = (name: RecordChangeName) => {
    const owner = ownerOf[name];
    return owner ? { [owner]: who.userId } : {};
  };
  if (before) {
    const { name, args } = before(ids, scope);
    await write(who, [recordChange(name, { ...at, ...args, refs: { ...args.refs, ...owned(name) } })]);
  }
  const { name, args } = record(ids, scope, hasBlob ? [await upload(who)] : []);
  const made = recordChange(name, { ...at, ...args, refs: { ...args.refs, ...owned(name) } });
  const userId = who.userId;
  const besides: { name: RecordChangeName; refs: RecordArgs['refs'] } =
    name === 'message.create'
      ? { name: 'reaction.create', refs: { messageId: made.args.id, userId } }
      : place.endsWith('room')
        ? { name: 'message.create', refs: { userId, notifyIds: [] } }
        : { name: 'document.create', refs: { nameTag: random(32) } };
  const other = recordChange(besides.name, {
    scopeId: scope.id,
    refs: besides.refs,
    ...(scope.kid && { kid: scope.kid }),
  });
  await write(who, isFast ? [made] : [made, other]);
  return made.args.id;
}

/** Tells who may hear, by the rules in words. */
function mayHear({ role, status, isGranted }: Person, place: Place): boolean {
  if (status !== 'ACTIVE' || role === 'CUSTOMER') return false;
  if (place === 'private project') return role === 'ADMIN' || isGranted;
  return place === 'private room' ? isGranted : true;
}

const toldOf = async (recordId: string): Promise<string[]> =>
  (
    await sql(
      'SELECT user_id FROM notification WHERE record_id = $1 AND removed_at IS NULL ORDER BY user_id',
      [recordId],
    )
  ).rows.map(({ user_id }) => user_id);

const inboxOf = async ({ client }: TestAccount): Promise<Inbox> =>
  (await client.call<Inbox>('GET', `/api/workspaces/${workspace.id}/notifications`)).body;

const everybody = () => people.map((person) => accounts.get(person)!.userId);
const idsOf = (some: Person[]) => some.map((person) => accounts.get(person)!.userId).sort();

describe.each([
  ['the fast path', true],
  ['the slow path', false],
] as const)('%s', (_name, isFast) => {
  it.each(
    acts.map(
      (act) => [`${act.event} in ${act.place}, ${act.record([], {} as Scope, []).name}`, act] as const,
    ),
  )('%s', async (_title, act) => {
    const id = await perform(act, sender, [...everybody(), sender.userId], isFast);
    const noted = (person: Person) =>
      mayHear(act.namesReaders ? { ...person, isGranted: true } : person, act.place);
    const expected = idsOf(people.filter(noted));
    expect(expected.length).toBeGreaterThan(0);
    expect(await toldOf(id)).toEqual(expected);
    // Each of them finds it, and nobody else does.
    for (const person of people) {
      const { notifications = [] } = await inboxOf(accounts.get(person)!);
      const found = notifications.find(({ recordId }) => recordId === id);
      expect([person.name, found !== undefined]).toEqual([person.name, mayHear(person, act.place)]);
      if (found) expect(found).toMatchObject({ event: act.event, senderId: sender.userId, readAt: null });
    }
  });

  it.each(['the subject', 'the scope'])('says nothing of %s that is muted', async (what) => {
    const muting = people.find(({ role, isGranted }) => role === 'EMPLOYEE' && isGranted)!;
    const account = accounts.get(muting)!;
    for (const act of acts) {
      const { id, taskId } = scopes.get(act.place)!;
      if (what === 'the subject' && act.event !== 'NEW_COMMENT') continue;
      const muted = what === 'the scope' ? id : taskId;
      const mute = (isMuted: boolean) =>
        account.client.call('PUT', `/api/workspaces/${workspace.id}/mutes`, { json: { id: muted, isMuted } });
      await mute(true);
      expect((await inboxOf(account)).mutedIds).toEqual([muted]);
      const quiet = await perform(act, sender, [account.userId], isFast);
      expect(await toldOf(quiet)).toEqual([]);
      await mute(false);
      const loud = await perform(act, sender, [account.userId], isFast);
      expect(await toldOf(loud)).toEqual([account.userId]);
    }
  });

  it('lets nobody mute more than there is to mute', async () => {
    const account = await createSignedIn(server);
    await enrol(workspace, account, { role: 'CUSTOMER' });
    const mute = async (id: string, isMuted: boolean) =>
      (await account.client.call('PUT', `/api/workspaces/${workspace.id}/mutes`, { json: { id, isMuted } }))
        .status;
    await server.services.pool.query(
      'INSERT INTO mute (user_id, workspace_id, subject_id) SELECT $1, $2, gen_random_uuid() FROM generate_series(1, $3)',
      [account.userId, workspace.id, maxMutes - 1],
    );
    const [first, second] = [newId(), newId()];
    expect(await mute(first, true)).toBe(200);
    expect(await mute(second, true)).toBe(409);
    expect(await mute(first, false)).toBe(200);
    expect(await mute(second, true)).toBe(200);
  });

  it('tells nobody of their own act', async () => {
    const mate = accounts.get(people.find(({ role, isGranted }) => role === 'EMPLOYEE' && isGranted)!)!;
    for (const act of acts) {
      const own = await perform(act, mate, [mate.userId, sender.userId], isFast);
      expect(await toldOf(own)).toEqual([sender.userId]);
    }
  });
});

describe('what is told by role', () => {
  let customer: { id: string; kid: string };
  beforeAll(async () => {
    customer = await createCustomer(workspace);
    const guests = people.filter(({ role }) => role === 'CUSTOMER');
    for (const guest of guests)
      await sql(
        `INSERT INTO scope_key (scope_id, revision, type, generation, kid, recipient, recipient_key, key)
         SELECT $1, 1, 'grant', 1, $2, user_id, cert_key, '{}' FROM membership WHERE workspace_id = $3 AND user_id = $4`,
        [customer.id, customer.kid, workspace.id, accounts.get(guest)!.userId],
      );
  });

  const keepFile = async (who: TestAccount) => {
    const { id: scopeId, kid } = workspace.staff;
    const refs = { customerId: customer.id, nameTag: random(32), blobs: [await upload(who)] };
    const made = recordChange('document.create', { scopeId, kid, refs });
    await write(who, [made]);
    return made.args.id;
  };
  const shareFile = async (who: TestAccount) => {
    const made = recordChange('share.create', {
      scopeId: customer.id,
      kid: customer.kid,
      refs: { blobs: [await upload(who)] },
    });
    await write(who, [made]);
    return made.args.id;
  };
  it('a file that is shared again, since somebody undid something, to nobody who heard of it', async () => {
    const mate = accounts.get(people.find((each) => each.role === 'EMPLOYEE' && each.status === 'ACTIVE')!)!;
    const guests = idsOf(
      people.filter(({ role, status }) => role === 'CUSTOMER' && status === 'ACTIVE'),
    ).sort();
    const { id: scopeId, kid } = customer;
    const refs = { blobs: [await upload(mate)] };
    const share = async () => {
      const made = recordChange('share.create', { scopeId, kid, refs });
      await write(mate, [made]);
      return made.args.id;
    };
    const revoke = (id: string) =>
      write(mate, [recordChange('share.delete', { scopeId, kid, id, version: 2, refs })]);
    const first = await share();
    expect(await toldOf(first)).toEqual(guests);
    await revoke(first);
    // Nobody had seen that one.
    const second = await share();
    expect(await toldOf(second)).toEqual(guests);
    await sql('UPDATE notification SET mailed_at = now() WHERE record_id = $1', [second]);
    await revoke(second);
    expect(await toldOf(await share())).toEqual([]);
    // What is new in it is news.
    expect(await toldOf(await shareFile(mate))).toEqual(guests);
  });
  const waitForUnlock = async ({ userId }: TestAccount) => {
    await tellUnlockWanted(server.services.db, [workspace.id], { userId, at: server.clock.now() });
    return userId;
  };
  it.each([
    ['a file about a customer, to admins', keepFile, 'ADMIN', 'NEW_DOCUMENT_ON_CUSTOMER'],
    ['a file that is shared, to the customer’s people', shareFile, 'CUSTOMER', 'NEW_DOCUMENT_ON_CUSTOMER'],
    ['who waits to be let in, to admins', waitForUnlock, 'ADMIN', 'UNLOCK_WANTED'],
  ] as const)('%s', async (_title, act, role, event) => {
    const hearers = people.filter((person) => person.role === role && person.status === 'ACTIVE');
    // The owner is an admin too.
    const all = [...idsOf(hearers), ...(role === 'ADMIN' ? [sender.userId] : [])];
    const others = (...ids: string[]) => all.filter((id) => !ids.includes(id)).sort();
    const mate = accounts.get(people.find((each) => each.role === 'EMPLOYEE' && each.status === 'ACTIVE')!)!;
    expect(await toldOf(await act(mate))).toEqual(others());
    // Nobody is told of their own act.
    const own = await act(sender);
    expect(await toldOf(own)).toEqual(others(sender.userId));
    const hearer = accounts.get(hearers[0]!)!;
    const found = (await inboxOf(hearer)).notifications.find(({ recordId }) => recordId === own);
    expect(found).toMatchObject({ event, senderId: sender.userId, readAt: null });

    const mute = (isMuted: boolean) =>
      hearer.client.call('PUT', `/api/workspaces/${workspace.id}/mutes`, {
        json: { id: found!.subjectId, isMuted },
      });
    await sql('DELETE FROM notification WHERE record_id = $1', [own]);
    await mute(true);
    expect(await toldOf(await act(sender))).toEqual(others(sender.userId, hearer.userId));
    await mute(false);
    expect(await toldOf(await act(sender))).toEqual(others(sender.userId));
  });
});
