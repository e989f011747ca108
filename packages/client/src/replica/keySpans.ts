/**
 * Where each key of a private scope begins, by the rows that were taken over under it. No entry of the member log says who is taken
 * off a project, or cuts a room: what comes above the first row under its next key, and under an older one, came too late. A
 * row's revision is the server's word. So a row counts from where it was taken over, once what else is known of it bears its
 * place out, and cuts nothing that is held already: who serves it further below keeps nothing from this device that it had. Kept
 * with the rows.
 */
import type { FaultyRecord, OpenedRecord } from '../vault/plainRecord.ts';

/** The rows of a key that were taken over. */
interface Span {
  generation: number;
  /** The revision from which on nothing counts under an older key. */
  from: number;
  /** The highest revision of one. */
  to: number;
}

/** The part of a scope that an answer says to show: nothing up to `above`, which was shown before, nor beyond `upTo`. */
interface Shown {
  above: number;
  upTo: number;
}

/** Takes a row over, or says why not. Returns the ids of what changed. */
interface RowTaker {
  take(row: OpenedRecord): readonly string[];
}

export class KeySpans {
  readonly #keep: (scopeId: string, spans: readonly Span[] | undefined) => void;
  readonly #spans = new Map<string, readonly Span[]>();

  /** @param keep notes what the device has to keep of a scope; undefined to forget it */
  constructor(keep: (scopeId: string, spans: readonly Span[] | undefined) => void) {
    this.#keep = keep;
  }

  /** Takes over what the device kept. */
  load(kept: readonly (readonly [scopeId: string, spans: readonly Span[]])[]): void {
    for (const [scopeId, spans] of kept) this.#spans.set(scopeId, spans);
  }

  /** Notes everything once more as to be kept. */
  keepAll(): void {
    for (const [scopeId, spans] of this.#spans) this.#keep(scopeId, spans);
  }

  /** Forgets all scopes: a server that was set back counts its revisions anew. */
  clear(): void {
    for (const scopeId of this.#spans.keys()) this.#keep(scopeId, undefined);
    this.#spans.clear();
  }

  /**
   * Hands the rows of an answer over one by one: those under the newest keys first, so that they cut what came beside them.
   * Returns the ids of what changed, the rows without those that came too late, and those.
   */
  takeInOrder(
    rows: readonly OpenedRecord[],
    shownOf: (scopeId: string) => Shown,
    taker: RowTaker,
  ): { changed: string[]; inTime: readonly OpenedRecord[]; late: FaultyRecord[] } {
    const changed: string[] = [];
    const late = new Map<OpenedRecord, FaultyRecord>();
    for (const row of newestKeysFirst(rows)) {
      const { entity, id, scopeId, version, revision, createdRevision } = row;
      const place = createdRevision === undefined ? {} : { createdRevision };
      if (this.#isLate(row)) {
        late.set(row, { entity, id, scopeId, version, revision, ...place, fault: 'superseded-key' });
        continue;
      }
      const ids = taker.take(row);
      changed.push(...ids);
      if (ids.includes(id)) this.#note(row, shownOf(scopeId));
    }
    const inTime = late.size === 0 ? rows : rows.filter((row) => !late.has(row));
    return { changed, inTime, late: [...late.values()] };
  }

  #isLate({ scopeId, ownKey, revision }: OpenedRecord): boolean {
    if (ownKey === undefined) return false;
    return this.#of(scopeId).some(({ generation, from }) => generation > ownKey && from < revision);
  }

  #note({ scopeId, ownKey, revision, isUnverified }: OpenedRecord, { above, upTo }: Shown): void {
    if (ownKey === undefined || isUnverified || revision <= above) return;
    const spans = this.#of(scopeId);
    const held = Math.max(0, ...spans.map(({ generation, to }) => (generation < ownKey ? to : 0)));
    const own = spans.find(({ generation }) => generation === ownKey);
    const span: Span = {
      generation: ownKey,
      from: Math.min(Math.max(revision, held), own?.from ?? Number.POSITIVE_INFINITY),
      to: Math.max(Math.min(revision, upTo), own?.to ?? 0),
    };
    if (own && own.from === span.from && own.to === span.to) return;
    const next = [...spans.filter((each) => each !== own), span];
    this.#spans.set(scopeId, next);
    this.#keep(scopeId, next);
  }

  #of(scopeId: string): readonly Span[] {
    return this.#spans.get(scopeId) ?? [];
  }
}

function newestKeysFirst(rows: readonly OpenedRecord[]): readonly OpenedRecord[] {
  if (rows.every(({ ownKey }) => ownKey === undefined)) return rows;
  return rows.toSorted((a, b) => (b.ownKey ?? 0) - (a.ownKey ?? 0));
}
