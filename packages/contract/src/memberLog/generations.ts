/** New generations of logged scopes, as an entry names them. */
import { LogError } from '../logError.ts';
import type { NamedGeneration } from './entries.ts';
import type { LoggedScope, LogState } from './state.ts';

interface Named {
  seq: number;
  payload: { scopes: readonly NamedGeneration[]; adminsPublicKey?: string | undefined };
}

type Keys = Pick<LogState, 'scopes' | 'adminsPublicKey'>;

/**
 * The scopes and the `admins` public key after an entry. `mayCreate`: a customer's scope may come into being.
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

/** @throws LogError wrong-generations unless the entry starts new ones of exactly these scopes, each once */
export function assertRotates({ seq, payload }: Named, expected: ReadonlySet<string>): void {
  const named = new Set(payload.scopes.map(({ scopeId }) => scopeId));
  if (named.size !== payload.scopes.length || named.symmetricDifference(expected).size > 0)
    throw new LogError('wrong-generations', seq);
}
