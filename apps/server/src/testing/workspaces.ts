/** Workspaces for tests of the server, made through the API by signed-in accounts. */

import type { LogEntry } from '@kontor/contract/memberLog/entries';
import { type EntityName, entityOf } from '@kontor/contract/nouns/entities';
import { randomXWingKey } from '@kontor/contract/testing/publicKeys';
import { ruledId } from '@kontor/contract/testing/ruledId';
import type { Batch, BatchResult, Change, RecordChangeName } from '@kontor/contract/wire/change';
import type { ErrorBody } from '@kontor/contract/wire/errors';
import type { RecordArgs } from '@kontor/contract/wire/record';
import { decodeSync, type SyncAnswer } from '@kontor/contract/wire/sync';
import type { SyncRequest } from '@kontor/contract/wire/syncRequest';
import { uuidv7 } from '../http/uuid.ts';
import { createSignedIn, type TestAccount } from './accounts.ts';
import { entryHash, grant, random, seal, signEntry, type TestSigner } from './sealed.ts';
import type { TestServer } from './server.ts';

export const newId = (): string => uuidv7(new Date());

export interface TestWorkspace {
  id: string;
  server: TestServer;
  owner: TestAccount;
  signer: TestSigner;
  admins: { id: string; kid: string };
  staff: { id: string; kid: string };
  genesis: LogEntry;
  /** The batch that made it. */
  batch: Batch;
}

export const signerOf = ({ userId, signingKey, body }: TestAccount): TestSigner => ({
  userId,
  signingKey,
  cert: body.publicKey,
});

/** Sends a batch; `workspaceId` goes into the header too. */
export const send = (account: TestAccount, batch: Batch, headers: Record<string, string> = {}) =>
  account.client.call<BatchResult & ErrorBody>('POST', '/api/changes', {
    json: batch,
    headers: { ...(batch.workspaceId && { 'x-workspace-id': batch.workspaceId }), ...headers },
  });

/** Sends changes as one new batch of a workspace. */
export const change = (account: TestAccount, workspaceId: string | undefined, ...changes: Change[]) =>
  send(account, { id: newId(), ...(workspaceId && { workspaceId }), changes });

/** Makes a change of a record, sealed under a random key unless `kid` says otherwise. */
export function recordChange(
  name: RecordChangeName,
  { kid = random(16), ...args }: Partial<RecordArgs> & { scopeId: string; kid?: string },
): { name: RecordChangeName; args: RecordArgs } {
  const rule = entityOf(name.slice(0, name.indexOf('.')) as EntityName).id;
  const isMarked = typeof rule === 'object' && 'mark' in rule;
  const id = isMarked ? ruledId(rule, args.refs ?? {}, newId()) : newId();
  return { name, args: { id, version: 1, refs: {}, sealed: seal(kid), ...args } };
}

/** Makes the changes that found a workspace: the log's genesis, its two scopes, their keys, its first records. */
export function foundingBatch(
  owner: TestAccount,
  at = Date.now(),
  id = newId(),
): Omit<TestWorkspace, 'server'> {
  const signer = signerOf(owner);
  const admins = { id: newId(), kid: random(16) };
  const staff = { id: newId(), kid: random(16) };
  const genesis = signEntry(signer, {
    at,
    seq: 0,
    previousHash: null,
    workspaceId: id,
    type: 'genesis',
    payload: {
      owner: signer.cert,
      scopes: [
        { scopeId: admins.id, kind: 'admins', generation: 1, kid: admins.kid },
        { scopeId: staff.id, kind: 'staff', generation: 1, kid: staff.kid },
      ],
      adminsPublicKey: randomXWingKey(),
    },
  });
  const changes: Change[] = [
    { name: 'workspace.create', args: { id, name: 'Alder & Sons', color: '#0b5c63', logo: '' } },
    { name: 'log.append', args: { entry: genesis } },
    { name: 'scope.create', args: { scope: { id: admins.id, kind: 'admins', access: 'private' } } },
    { name: 'scope.create', args: { scope: { id: staff.id, kind: 'staff', access: 'private' } } },
    {
      name: 'key.add',
      args: {
        key: grant(signer, { scopeId: admins.id, generation: 1, kid: admins.kid, recipientId: owner.userId }),
      },
    },
    {
      name: 'key.add',
      args: {
        key: {
          type: 'wrap',
          scopeId: staff.id,
          generation: 1,
          kid: staff.kid,
          parentScopeId: admins.id,
          parentKid: admins.kid,
          sealed: random(61),
        },
      },
    },
    recordChange('business.create', { id, scopeId: admins.id, kid: admins.kid }),
    recordChange('member.create', {
      id: owner.userId,
      scopeId: staff.id,
      kid: staff.kid,
      refs: { userId: owner.userId },
    }),
  ];
  return { id, owner, signer, admins, staff, genesis, batch: { id: newId(), workspaceId: id, changes } };
}

export async function createWorkspace(
  server: TestServer,
  owner?: TestAccount,
  id = newId(),
): Promise<TestWorkspace> {
  const founding = foundingBatch(owner ?? (await createSignedIn(server)), server.clock.now().getTime(), id);
  await expectApplied(send(founding.owner, founding.batch));
  return { server, ...founding };
}

/** Creates an open project in a workspace; its id is its scope's. */
export async function createProject({ id, owner }: TestWorkspace): Promise<string> {
  const scopeId = newId();
  await expectApplied(
    change(
      owner,
      id,
      { name: 'scope.create', args: { scope: { id: scopeId, kind: 'project', access: 'open' } } },
      recordChange('project.create', { id: scopeId, scopeId }),
    ),
  );
  return scopeId;
}

/** Assigns new tasks of a project to people, each in a change of its own. Returns the tasks' ids. */
export async function assignTasks(
  { id, owner }: TestWorkspace,
  projectId: string,
  count: number,
  ...people: TestAccount[]
): Promise<string[]> {
  const ids: string[] = [];
  for (let i = 0; i < count; i++) {
    const assigneeIds = people.map(({ userId }) => userId);
    const task = recordChange('task.create', { scopeId: projectId, refs: { assigneeIds } });
    await expectApplied(change(owner, id, task));
    ids.push(task.args.id);
  }
  return ids;
}

/** Creates a customer with a file, by the second entry of the log. */
export async function createCustomer({
  id: workspaceId,
  owner,
  signer,
  admins,
  staff,
  genesis,
  server,
}: TestWorkspace) {
  const [id, kid, fileId] = [newId(), random(16), newId()];
  const entry = signEntry(signer, {
    at: server.clock.now().getTime(),
    seq: 1,
    previousHash: entryHash(genesis),
    workspaceId,
    type: 'rotate',
    payload: { scopes: [{ scopeId: id, kind: 'customer', generation: 1, kid }] },
  });
  const wrap = { parentScopeId: staff.id, parentKid: staff.kid, sealed: random(61) };
  await expectApplied(
    change(
      owner,
      workspaceId,
      { name: 'log.append', args: { entry } },
      { name: 'key.add', args: { key: { type: 'wrap', scopeId: id, generation: 1, kid, ...wrap } } },
      recordChange('customer.create', { id, scopeId: id, kid }),
      recordChange('customerFile.create', {
        id: fileId,
        scopeId: admins.id,
        kid: admins.kid,
        refs: { customerId: id },
      }),
    ),
  );
  return { id, kid, fileId };
}

/**
 * Adds somebody to a workspace by SQL, since this fixture could not sign a log entry for it: the tests are about what
 * the server does with their membership.
 */
export async function enrol(
  { id, server }: TestWorkspace,
  account: TestAccount,
  place: { role?: string; status?: string } = {},
): Promise<void> {
  await server.services.pool.query(
    `INSERT INTO membership (workspace_id, user_id, role, status, is_owner, cert_key, created_at)
     VALUES ($1, $2, $3, $4, false, $5, now())
     ON CONFLICT (workspace_id, user_id) DO UPDATE SET role = excluded.role, status = excluded.status`,
    [id, account.userId, place.role ?? 'EMPLOYEE', place.status ?? 'ACTIVE', random(32)],
  );
}

/** Returns the revisions that an entry of the log may name, by scope. */
export async function revisionsOf({ id, server }: Pick<TestWorkspace, 'id' | 'server'>) {
  const { rows } = await server.services.pool.query<{ id: string; revision: number }>(
    `SELECT id, revision FROM scope WHERE workspace_id = $1 AND (kind <> 'room' OR access = 'open')`,
    [id],
  );
  return new Map(rows.map(({ id: scopeId, revision }) => [scopeId, revision]));
}

/** Pulls once. */
export async function sync(
  account: TestAccount,
  request: Partial<SyncRequest>,
): Promise<{ status: number; answer: SyncAnswer; error: ErrorBody }> {
  const { workspaceId } = request;
  const cookie = [...account.client.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const answer = await fetch(`${account.client.url}/api/sync`, {
    method: 'POST',
    headers: {
      cookie,
      'content-type': 'application/json',
      ...(workspaceId && { 'x-workspace-id': workspaceId }),
    },
    body: JSON.stringify({ cursors: {}, logLength: 0, ...request }),
  });
  const bytes = new Uint8Array(await answer.arrayBuffer());
  const isBinary = answer.headers.get('content-type') === 'application/octet-stream';
  return {
    status: answer.status,
    answer: isBinary ? decodeSync(bytes) : (undefined as never),
    error: isBinary ? (undefined as never) : JSON.parse(new TextDecoder().decode(bytes)),
  };
}

export async function expectApplied(answer: ReturnType<typeof send>): Promise<BatchResult> {
  const { status, body } = await answer;
  if (status !== 200) throw new Error(`refused: ${status} ${JSON.stringify(body)}`);
  return body;
}
