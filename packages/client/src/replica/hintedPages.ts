/**
 * Keeps the pages that hints brought along until a pull takes them instead of asking: for each scope all revisions from the one
 * that is here up to the newest that a hint told, or none.
 */
import type { SealedRecord } from '@kontor/contract/entity/entity';
import { fromBase64Url } from '@kontor/contract/wire/bytes';
import type { RevisionHint } from '@kontor/contract/wire/channel';
import { decodeSync, type SyncAnswer, type SyncScope } from '@kontor/contract/wire/sync';
import type { SyncRequest } from '@kontor/contract/wire/syncRequest';

/** Most pages of a scope that wait; somebody who writes faster than this device pulls is asked after. */
const maxPages = 100;

interface Told {
  /** The newest revision that a hint told. */
  upTo: number;
  /** By the revision that each leads to. */
  pages: Map<number, string>;
}

export class HintedPages {
  readonly #scopes = new Map<string, Told>();

  /** Keeps what a hint brought. @param cursor the revision of the scope that is here: what leads up to it is of no use any more */
  add({ scope, revision, page }: RevisionHint, cursor: number): void {
    const { upTo, pages } = this.#scopes.get(scope) ?? { upTo: 0, pages: new Map<number, string>() };
    for (const each of pages.keys()) if (each <= cursor) pages.delete(each);
    if (pages.size >= maxPages) pages.clear();
    if (page !== undefined && revision > cursor) pages.set(revision, page);
    this.#scopes.set(scope, { upTo: Math.max(upTo, revision), pages });
  }

  /** Forgets everything: a server that was set back to a backup counts its revisions anew. */
  clear(): void {
    this.#scopes.clear();
  }

  /**
   * Returns the answer to a request for some scopes where hints brought all of it, else undefined. The pages of what is asked for are
   * forgotten either way; how far they were to lead is not, since the answer may be of before.
   */
  take({ cursors, only }: SyncRequest): SyncAnswer | undefined {
    const scopes = only?.map((id) => joined(id, cursors[id] ?? 0, this.#scopes.get(id)));
    for (const [id, { pages }] of this.#scopes) if (!only || only.includes(id)) pages.clear();
    if (!scopes?.every((scope) => scope !== undefined)) return undefined;
    return { scopes, log: [], gone: [], more: false };
  }
}

/** Joins the pages behind a cursor into one; undefined where one is missing, or is not what the server answers. */
function joined(id: string, cursor: number, told: Told | undefined): SyncScope<SealedRecord> | undefined {
  if (!told) return undefined;
  const rows = new Map<string, SealedRecord>();
  let scope: SyncScope<SealedRecord> | undefined;
  for (let revision = cursor + 1; revision <= told.upTo; revision++) {
    scope = onlyScope(told.pages.get(revision));
    if (scope?.id !== id || scope.cursor !== revision) return undefined;
    // Of a record that was written twice the later version alone, as in any answer.
    for (const row of scope.rows) {
      rows.delete(row.id);
      rows.set(row.id, row);
    }
  }
  return (
    scope && {
      ...scope,
      rows: [...rows.values()],
      ...(scope.window && { window: { from: cursor + 1, isStart: false } }),
    }
  );
}

/** Returns the scope of a page that brings nothing else. */
function onlyScope(page: string | undefined): SyncScope<SealedRecord> | undefined {
  if (page === undefined) return undefined;
  try {
    const { scopes, log, gone, more } = decodeSync(fromBase64Url(page));
    const [scope] = scopes;
    const isAlone = scopes.length === 1 && log.length === 0 && gone.length === 0 && !more;
    return isAlone && scope!.isWhole && scope!.keys.length === 0 ? scope : undefined;
  } catch {
    // The server is asked instead, and what it answers is judged.
    return undefined;
  }
}
