/** New generations of logged scopes, as an entry names them. */
import { fromBase64Url, toBase64Url } from '../wire/bytes.ts';
import type { NamedGeneration } from './entries.ts';
import { LogError } from './logError.ts';
import type { LoggedScope, LogState } from './state.ts';

interface Named {
  seq: number;
  payload: {
    scopes: readonly NamedGeneration[];
    adminsPublicKey?: string | undefined;
    customerKids?: string | undefined;
  };
}

type Keys = Pick<LogState, 'scopes' | 'adminsPublicKey'>;

const kidBytes = 16;

/**
 * Returns the scopes and the `admins` public key after an entry that names its generations. `mayCreate`: a customer's scope
 * may come into being.
 * @throws LogError bad-generation where one does not follow the last or brings an old key back; malformed
 */
export function nextGenerations(
  state: LogState,
  { seq, payload }: Named,
  { mayCreate }: { mayCreate: boolean } = { mayCreate: false },
): Keys {
  const scopes = new Map(state.scopes);
  for (const { scopeId, kind, generation, kid } of payload.scopes) {
    const before = scopes.get(scopeId) ?? (mayCreate && kind === 'customer' ? unborn(scopeId) : undefined);
    if (!before || before.kind !== kind || generation !== before.generation + 1)
      throw new LogError('bad-generation', seq);
    if ([...before.kids.values()].includes(kid)) throw new LogError('bad-generation', seq);
    scopes.set(scopeId, { ...before, generation, kids: new Map(before.kids).set(generation, kid) });
  }
  const rotatesAdmins = payload.scopes.some(({ kind }) => kind === 'admins');
  if (rotatesAdmins !== (payload.adminsPublicKey !== undefined)) throw new LogError('malformed', seq);
  return { scopes, adminsPublicKey: payload.adminsPublicKey ?? state.adminsPublicKey };
}

const unborn = (scopeId: string): LoggedScope => ({
  scopeId,
  kind: 'customer',
  generation: 0,
  kids: new Map(),
});

/**
 * Renews as `nextGenerations`, of an entry with which somebody loses scopes.
 * @throws LogError wrong-generations unless the entry starts new ones of exactly these, each once
 */
export function renewLost(state: LogState, { seq, payload }: Named, lost: ReadonlySet<string>): Keys {
  const { customerKids } = payload;
  const scopes =
    customerKids === undefined
      ? payload.scopes
      : [...payload.scopes, ...customersGenerations(state, { seq, customerKids }, lost)];
  const named = new Set(scopes.map(({ scopeId }) => scopeId));
  if (named.size !== scopes.length || named.symmetricDifference(lost).size > 0)
    throw new LogError('wrong-generations', seq);
  return nextGenerations(state, { seq, payload: { ...payload, scopes } });
}

/** Returns those of `scopeIds` that are customers', in the order in which an entry packs their key ids. */
export const customersAmong = ({ scopes }: Pick<LogState, 'scopes'>, scopeIds: Iterable<string>): string[] =>
  [...scopeIds].filter((id) => scopes.get(id)?.kind === 'customer').sort();

/** Packs key ids in one text. */
export function packKids(kids: readonly string[]): string {
  const packed = new Uint8Array(kids.length * kidBytes);
  for (const [i, kid] of kids.entries()) packed.set(fromBase64Url(kid), i * kidBytes);
  return toBase64Url(packed);
}

function customersGenerations(
  state: LogState,
  { seq, customerKids }: { seq: number; customerKids: string },
  lost: ReadonlySet<string>,
): NamedGeneration[] {
  const ids = customersAmong(state, lost);
  if (ids.length === 0 || customerKids.length !== Math.ceil((ids.length * kidBytes * 8) / 6))
    throw new LogError('wrong-generations', seq);
  const packed = fromBase64Url(customerKids);
  return ids.map((scopeId, i) => ({
    scopeId,
    kind: 'customer',
    generation: state.scopes.get(scopeId)!.generation + 1,
    kid: toBase64Url(packed.subarray(i * kidBytes, (i + 1) * kidBytes)),
  }));
}
