/**
 * The signatures of the authors of what is confirmed, and of which records they are not verified yet. Beside the rows and
 * not in them: there is one for each record, nobody shows them, and a text of a hundred characters is the least that keeps one.
 */
import type { OpenedRecord } from '../vault/plainRecord.ts';
import type { Gone, KeptRow, SignedState, Unverified } from './keptRecord.ts';
import type { Row } from './row.ts';
import { sameValue } from './sameValue.ts';

export class Beliefs {
  readonly #proofs = new Map<string, string>();
  readonly #unverified = new Map<string, Unverified>();

  /** Returns what the device keeps of it beside the row. */
  kept(id: string): Pick<KeptRow, 'proof' | 'unverified'> {
    const unverified = this.#unverified.get(id);
    return { proof: this.#proofs.get(id) ?? '', ...(unverified && { unverified }) };
  }

  isUnverified(id: string): boolean {
    return this.#unverified.has(id);
  }

  /** Returns the newest state that was verified, beneath one that is not; undefined where there is none. */
  believed(id: string): SignedState | undefined {
    let state = this.#unverified.get(id)?.before;
    while (state?.unverified) state = state.unverified.before;
    return state;
  }

  /** Returns the mark beneath one that is not verified, where no state of it is. */
  goneBeneath(id: string): Gone | undefined {
    let unverified = this.#unverified.get(id);
    while (unverified?.before?.unverified) unverified = unverified.before.unverified;
    return unverified?.gone;
  }

  /** Returns what is not verified yet, by the id of its record. */
  get unverified(): ReadonlyMap<string, Unverified> {
    return this.#unverified;
  }

  /** Counts those that are not verified yet. */
  get unverifiedCount(): number {
    return this.#unverified.size;
  }

  /** Returns the ids of some of those, the oldest first. */
  some(limit: number): string[] {
    const ids: string[] = [];
    for (const id of this.#unverified.keys()) if (ids.push(id) >= limit) break;
    return ids;
  }

  /** Notes the author of a record that is being confirmed; `row` or `gone` is what it takes the place of. */
  note(
    { id, plain, proof, isUnverified, revision }: OpenedRecord,
    row: Row | undefined,
    gone: Gone | undefined,
  ): void {
    const own = this.#proofs.get(id);
    const unverified = this.#unverified.get(id);
    const state = row && own !== undefined && { row, proof: own, ...(unverified && { unverified }) };
    if (isUnverified)
      this.#unverified.set(id, { revision, ...(state && { before: state }), ...(gone && { gone }) });
    else this.#unverified.delete(id);
    if (plain) this.#proofs.set(id, proof);
    else this.#proofs.delete(id);
  }

  believe(id: string): void {
    this.#unverified.delete(id);
  }

  /**
   * Notes that an earlier state was verified while a newer one came: it is believed, or refused. Returns
   * false where it is not here any more.
   */
  settleEarlier(state: SignedState, isBelieved: boolean): boolean {
    const { id } = state.row;
    const unverified = this.#unverified.get(id);
    const now = unverified && settled(unverified, state, isBelieved);
    if (now) this.#unverified.set(id, now);
    return now !== undefined;
  }

  /** Forgets what was before: what is not verified stands on nothing. */
  forgetBefore(id: string): void {
    const unverified = this.#unverified.get(id);
    if (unverified) this.#unverified.set(id, { revision: unverified.revision });
  }

  /** Takes over what the device kept. */
  restore(id: string, { proof, unverified }: Pick<KeptRow, 'proof' | 'unverified'>): void {
    this.#proofs.set(id, proof);
    if (unverified) this.#unverified.set(id, unverified);
    else this.#unverified.delete(id);
  }

  forget(id: string): void {
    this.#proofs.delete(id);
    this.#unverified.delete(id);
  }
}

/** Tells whether two states are one: a server may show several of one version. When it was written is the server's word. */
export const isSameState = (a: SignedState, b: SignedState): boolean =>
  a.proof === b.proof &&
  (a.row === b.row || sameValue({ ...a.row, updatedAt: 0 }, { ...b.row, updatedAt: 0 }));

/** Returns the same with what is now known of a state beneath it; undefined where that is not there, or not to be verified. */
function settled(unverified: Unverified, state: SignedState, isBelieved: boolean): Unverified | undefined {
  const { revision, before } = unverified;
  if (!before?.unverified) return undefined;
  if (!isSameState(before, state)) {
    const beneath = settled(before.unverified, state, isBelieved);
    return beneath && { revision, before: { ...before, unverified: beneath } };
  }
  const { row, proof } = before;
  const { revision: _, ...beneath } = before.unverified;
  return { revision, ...(isBelieved ? { before: { row, proof } } : beneath) };
}
