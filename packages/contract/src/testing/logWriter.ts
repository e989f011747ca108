/** People with real signing keys who write member logs, for the tests of the log's rules. */

import {
  createHash,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  randomBytes,
  randomUUID,
  sign,
  verify,
} from 'node:crypto';
import { cutOf } from '../memberLog/cuts.ts';
import {
  type LogAct,
  type LogEntry,
  logEntryBytes,
  type NamedGeneration,
  type UnsignedLogEntry,
} from '../memberLog/entries.ts';
import { foldLog } from '../memberLog/fold.ts';
import { customersAmong, packKids } from '../memberLog/generations.ts';
import { lastRevision } from '../memberLog/history.ts';
import type { LogError } from '../memberLog/logError.ts';
import { packRevisions } from '../memberLog/revisions.ts';
import { type LogState, opens } from '../memberLog/state.ts';
import { type Bytes, fromBase64Url, lp } from '../wire/bytes.ts';
import { type KeyCert, keyCertBytes, type Verifier } from '../wire/keyCert.ts';
import { randomXWingKey } from './publicKeys.ts';

export const random = (length: number): string => randomBytes(length).toString('base64url');
export const newId = (): string => randomUUID();

export const verifier: Verifier = {
  verify: async (publicKey, message, signature) => {
    const x = Buffer.from(publicKey).toString('base64url');
    const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' });
    return verify(null, message, key, signature);
  },
  sha256: async (bytes) => new Uint8Array(createHash('sha256').update(bytes).digest()),
};

const sha = (bytes: Bytes) => createHash('sha256').update(bytes).digest('base64url');

/** A certificate and the key that signs for it. */
export interface Identity {
  cert: KeyCert;
  certKey: string;
  signingKey: KeyObject;
}

export function identity(userId: string = newId()): Identity {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const body = {
    userId,
    hpkePublicKey: randomXWingKey(),
    signingPublicKey: publicKey.export({ format: 'jwk' }).x!,
    createdAt: 1,
    previous: null,
  };
  const signature = sign(null, keyCertBytes(body), privateKey).toString('base64url');
  const cert = { ...body, signature };
  return { cert, certKey: sha(lp(keyCertBytes(cert), fromBase64Url(signature))), signingKey: privateKey };
}

/** Signs an act as the next entry of a log. `more` goes over what honest authors write. */
export function signAct(
  state: Pick<LogState, 'seq' | 'head' | 'workspaceId'>,
  by: Identity,
  act: LogAct,
  more: Partial<LogEntry> = {},
): LogEntry {
  const unsigned = {
    seq: state.seq + 1,
    previousHash: state.seq < 0 ? null : state.head,
    workspaceId: state.workspaceId,
    authorId: by.cert.userId,
    authorKey: by.certKey,
    at: 1_000,
    ...act,
    ...more,
  } as UnsignedLogEntry;
  const signature = sign(null, logEntryBytes(unsigned), by.signingKey).toString('base64url');
  return { ...unsigned, signature } as LogEntry;
}

export interface Log {
  owner: Identity;
  entry: LogEntry;
  state: LogState;
  adminsId: string;
  staffId: string;
}

/** Returns a log that begins. */
export async function begun(owner: Identity = identity()): Promise<Log> {
  const [adminsId, staffId] = [newId(), newId()];
  const act: LogAct = {
    type: 'genesis',
    payload: {
      owner: owner.cert,
      scopes: [
        { scopeId: adminsId, kind: 'admins', generation: 1, kid: random(16) },
        { scopeId: staffId, kind: 'staff', generation: 1, kid: random(16) },
      ],
      adminsPublicKey: randomXWingKey(),
    },
  };
  const entry = signAct({ seq: -1, head: '', workspaceId: newId() }, owner, act);
  return { owner, entry, state: await foldLog(undefined, [entry], verifier), adminsId, staffId };
}

/** Returns new generations of scopes as an entry carries them that packs the customers' key ids. */
export function packed(state: LogState, scopeIds: Iterable<string>) {
  const { scopes, ...rest } = renewed(state, scopeIds);
  const kidOf = new Map(scopes.map(({ scopeId, kid }) => [scopeId, kid]));
  const customers = customersAmong(state, kidOf.keys());
  return {
    ...rest,
    scopes: scopes.filter(({ scopeId }) => !customers.includes(scopeId)),
    ...(customers.length > 0 && { customerKids: packKids(customers.map((id) => kidOf.get(id)!)) }),
  };
}

/** Returns new generations of scopes as an entry carries them that names each. */
export function renewed(state: LogState, scopeIds: Iterable<string>) {
  const scopes = [...scopeIds].map((scopeId): NamedGeneration => {
    const scope = state.scopes.get(scopeId);
    const kind = (scope?.kind ?? 'customer') as NamedGeneration['kind'];
    return { scopeId, kind, generation: (scope?.generation ?? 0) + 1, kid: random(16) };
  });
  const rotatesAdmins = scopes.some(({ kind }) => kind === 'admins');
  return { scopes, ...(rotatesAdmins && { adminsPublicKey: randomXWingKey() }) };
}

/**
 * Returns an act with the revisions of what it cuts, as `current` has them: where it has none, where they stood at the last
 * cut. Scopes in `current` that the log does not know count as projects. An act that names some keeps them.
 */
export function withRevisions(
  state: LogState,
  act: LogAct,
  current: ReadonlyMap<string, number> = new Map(),
): LogAct {
  if (!['role', 'status', 'remove', 'rotate'].includes(act.type) || 'revisions' in act.payload) return act;
  const { scopes, customerKids, userId } = act.payload as {
    scopes: NamedGeneration[];
    customerKids?: string;
    userId: string;
  };
  const renewed = scopes.map(({ scopeId }) => scopeId);
  const who = state.invitations.get(userId) ?? state.members.get(userId);
  if (customerKids !== undefined && who)
    for (const scope of state.scopes.values())
      if (scope.kind === 'customer' && opens(who, scope)) renewed.push(scope.scopeId);
  const { scopeIds, isWide } = cutOf(state, act, renewed);
  const projects = isWide ? [...current.keys()].filter((id) => !state.scopes.has(id)) : [];
  const ids = [...scopeIds, ...projects];
  if (ids.length === 0) return act;
  const revisions = packRevisions(new Map(ids.map((id) => [id, current.get(id) ?? lastRevision(state, id)])));
  return { ...act, payload: { ...act.payload, revisions } } as LogAct;
}

/** Returns the state after an act, or the fault for which it is refused. */
export async function outcome(
  state: LogState,
  by: Identity,
  act: LogAct,
  more: Partial<LogEntry> = {},
): Promise<LogState | LogError['fault']> {
  return foldLog(state, [signAct(state, by, withRevisions(state, act), more)], verifier).catch(
    (error: LogError) => {
      if (error.name !== 'LogError') throw error;
      return error.fault;
    },
  );
}

/** Returns the state after an act that is in order. */
export async function after(state: LogState, by: Identity, act: LogAct): Promise<LogState> {
  return foldLog(state, [signAct(state, by, withRevisions(state, act))], verifier);
}
