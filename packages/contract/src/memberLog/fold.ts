/**
 * Folding the member log: public keys, roles and the key ids of the `admins`, `staff` and `customer` scopes are believed
 * from it and from nowhere else. Client and server fold it with this code; the server refuses what clients would
 * refuse, so that one bad entry stops nobody.
 */
import { dayMs } from '../time/day.ts';
import { fromBase64Url, toBase64Url } from '../wire/bytes.ts';
import { fingerprintOf, isValidCert, type Verifier } from '../wire/keyCert.ts';
import { isXWingPublicKey } from '../wire/publicKeys.ts';
import { cutBy } from './cuts.ts';
import {
  type EntryOf,
  type LogEntry,
  type LogEntryType,
  logEntryBytes,
  logEntryHash,
  logEntrySchema,
} from './entries.ts';
import { certIn } from './entryParts.ts';
import { historyAfter } from './history.ts';
import { LogError } from './logError.ts';
import { type EntrySigner, rules, take } from './rules.ts';
import type { LoggedMember, LogState } from './state.ts';

/** ms by which an entry may be ahead of the clock of whoever takes it over: clocks are wrong by hours. */
export const maxAhead = dayMs;

/**
 * Folds entries onto a state (undefined before genesis).
 * @param now ms, where somebody else says that these entries are so: none of them is of the far future then, behind which
 * nobody could sign anything any more
 * @throws LogError at the first entry that is malformed, off the chain, unsigned, not permitted or ahead of the clock.
 */
export async function foldLog(
  state: LogState | undefined,
  entries: readonly unknown[],
  verifier: Verifier,
  now = Number.POSITIVE_INFINITY,
): Promise<LogState> {
  let current = state;
  for (const raw of entries) {
    current = await foldEntry(current, raw, verifier);
    if (current.at > now + maxAhead) throw new LogError('ahead-of-clock', current.seq);
  }
  if (!current) throw new LogError('malformed', 0);
  return current;
}

async function foldEntry(state: LogState | undefined, raw: unknown, verifier: Verifier): Promise<LogState> {
  const seq = state ? state.seq + 1 : 0;
  const parsed = logEntrySchema.safeParse(raw);
  if (!parsed.success) throw new LogError('malformed', seq);
  const entry = parsed.data;
  if (entry.seq !== seq || entry.previousHash !== (state?.head ?? null))
    throw new LogError('broken-chain', seq);
  if (state && entry.at < state.at) throw new LogError('wrong-time', seq);
  if (!hasAdminsKey(entry)) throw new LogError('malformed', seq);
  if (state && entry.workspaceId !== state.workspaceId) throw new LogError('wrong-workspace', seq);
  if ((entry.type === 'genesis') !== (state === undefined)) throw new LogError('broken-chain', seq);
  const certKey = await fingerprintIn(entry, verifier);
  const signer = state ? signerOf(state, entry) : founder(entry as EntryOf<'genesis'>, certKey);
  const { cert } = 'member' in signer ? signer.member : signer.invitation;
  const signature = fromBase64Url(entry.signature);
  if (!(await verifier.verify(fromBase64Url(cert.signingPublicKey), logEntryBytes(entry), signature)))
    throw new LogError('bad-signature', seq);
  const head = await logEntryHash(entry, verifier);
  if (!state) return genesis(entry as EntryOf<'genesis'>, signer, head);
  const rule = rules[entry.type as Exclude<LogEntryType, 'genesis'>] as (act: object) => Partial<LogState>;
  const after = { ...state, ...rule({ state, entry, signer, certKey }), seq, head, at: entry.at };
  return { ...after, history: historyAfter(state, after, cutBy(state, after, entry)) };
}

/** Tests that a new public key of the `admins` scope, where an entry brings one, can be sealed to. */
function hasAdminsKey({ payload }: LogEntry): boolean {
  const key = 'adminsPublicKey' in payload ? payload.adminsPublicKey : undefined;
  return key === undefined || isXWingPublicKey(fromBase64Url(key));
}

/** Resolves with the fingerprint of the certificate that an entry brings; '' where it brings none. */
async function fingerprintIn(entry: LogEntry, verifier: Verifier): Promise<string> {
  const cert = certIn(entry);
  if (!cert) return '';
  if (!(await isValidCert(cert, verifier))) throw new LogError('bad-certificate', entry.seq);
  return toBase64Url(await fingerprintOf(cert, verifier));
}

/** Finds the signer in the state before: a member, or an invitation. */
function signerOf(state: LogState, { authorId, authorKey, seq }: LogEntry): EntrySigner {
  const member = state.members.get(authorId);
  if (member?.certKey === authorKey) return { member };
  const invitation = state.invitations.get(authorId);
  if (invitation?.certKey === authorKey) return { invitation };
  throw new LogError('unknown-author', seq);
}

/** Genesis is signed by the owner whom it names. */
function founder({ payload, authorId, authorKey, seq }: EntryOf<'genesis'>, certKey: string): EntrySigner {
  const cert = payload.owner;
  if (cert.userId !== authorId || certKey !== authorKey) throw new LogError('unknown-author', seq);
  const member: LoggedMember = {
    userId: cert.userId,
    cert,
    certKey,
    role: 'ADMIN',
    customerId: null,
    status: 'ACTIVE',
    isOwner: true,
  };
  return { member };
}

function genesis(entry: EntryOf<'genesis'>, signer: EntrySigner, head: string): LogState {
  const { scopes, adminsPublicKey } = entry.payload;
  const kinds = scopes.map((scope) => scope.kind).sort();
  if (kinds.join() !== 'admins,staff') throw new LogError('malformed', entry.seq);
  if (scopes.some((scope) => scope.generation !== 1)) throw new LogError('bad-generation', entry.seq);
  const first = {
    workspaceId: entry.workspaceId,
    seq: entry.seq,
    at: entry.at,
    head,
    genesis: head,
    ...take({ members: new Map(), certs: new Map() }, (signer as { member: LoggedMember }).member),
    invitations: new Map(),
    scopes: new Map(scopes.map((scope) => [scope.scopeId, { ...scope, kids: new Map([[1, scope.kid]]) }])),
    adminsPublicKey,
  };
  return { ...first, history: historyAfter(undefined, first) };
}
