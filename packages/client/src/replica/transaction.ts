/** One act of a person while it is being made: its ops, one per record, as entries that fit on the wire. */

import type { ScopeAccess } from '@kontor/contract/entity/scopeKind';
import type { StructuralChange } from '@kontor/contract/wire/change';
import { limits } from '@kontor/contract/wire/protocol';
import { v7 as uuidv7 } from 'uuid';
import type { Entry, Op } from './entry.ts';
import { joinOps, type PendingOp } from './overlay.ts';

/** Characters of JSON that a batch may have: well below the server's limit, with room for what merging adds. */
const maxBatchSize = limits.jsonBytes * 0.6;

export class Act {
  readonly #ops = new Map<string, Op>();
  readonly #structural: StructuralChange[] = [];
  readonly #entry: Entry;
  readonly #isPrivate: (scopeId: string) => boolean;

  /** @param isPrivate whether a scope is its readers' alone now */
  constructor(userId: string, at: number, isPrivate: (scopeId: string) => boolean) {
    this.#isPrivate = isPrivate;
    this.#entry = { id: uuidv7(), at, userId, structural: this.#structural, ops: [], state: 'pending' };
  }

  add(op: Op): void {
    const first = this.#ops.get(op.id);
    const joined = first ? joinOps(first, op) : op;
    // What changes late goes late: a container's tombstone comes behind those of what lies in it.
    if (op.verb === 'delete') this.#ops.delete(op.id);
    if (joined) this.#ops.set(op.id, joined);
    else this.#ops.delete(op.id);
  }

  /** What was done so far, one op per record. */
  ops(): readonly Op[] {
    return [...this.#ops.values()];
  }

  addStructural(change: StructuralChange): void {
    this.#structural.push(change);
  }

  /** Opens a project, or makes it private to its members. */
  setAccess(scopeId: string, access: ScopeAccess): void {
    this.#entry.access = { ...this.#entry.access, [scopeId]: access };
  }

  /** Who reads a scope once the act is done, where the act says so. */
  accessOf(scopeId: string): ScopeAccess | undefined {
    return this.#entry.access?.[scopeId];
  }

  pendingOf(recordId: string): PendingOp | undefined {
    const op = this.#ops.get(recordId);
    return op && { entry: this.#entry, op };
  }

  /** Records that the act made inside a container, which nobody else knows of yet. */
  createdIn(containerId: string): string[] {
    return [...this.#ops.values()].flatMap((op) =>
      op.verb === 'create' && (op.fields.parentId ?? op.fields.taskId) === containerId ? [op.id] : [],
    );
  }

  /** The entries to send, in order: one, unless it is more than a batch can carry. */
  entries(): Entry[] {
    const entries: Entry[] = [];
    let entry: Entry = { ...this.#entry, structural: [...this.#structural], ops: [] };
    let [changes, size] = [this.#structural.length, JSON.stringify(this.#structural).length];
    for (const op of this.#ops.values()) {
      const [opChanges, opSize] = weightOf(op);
      if (changes + opChanges > limits.changesPerBatch || (changes > 0 && size + opSize > maxBatchSize)) {
        entries.push(entry);
        entry = { ...this.#entry, id: uuidv7(), structural: [], ops: [] };
        [changes, size] = [0, 0];
      }
      entry.ops.push(op);
      changes += opChanges;
      size += opSize;
    }
    if (changes > 0) entries.push(entry);
    return entries.map((each) => this.#withPrivateScopes(each));
  }

  #withPrivateScopes(entry: Entry): Entry {
    const scopeIds = new Set(entry.ops.map(({ scopeId }) => scopeId));
    const privateScopes = [...scopeIds].filter(
      (id) => (this.accessOf(id) ?? this.#accessNow(id)) === 'private',
    );
    return privateScopes.length > 0 ? { ...entry, privateScopes } : entry;
  }

  #accessNow(scopeId: string): ScopeAccess {
    return this.#isPrivate(scopeId) ? 'private' : 'open';
  }
}

/** Changes on the wire and about how many characters: an envelope is padded and written as base64. */
export function weightOf(op: Op): [changes: number, size: number] {
  const frame = 400;
  if (op.verb === 'delete') return [1, frame + 800 + JSON.stringify(op.base.blobs ?? []).length];
  const content =
    op.verb === 'create' ? op.fields : op.verb === 'restore' ? op.base : { ...op.base, ...op.changed };
  const put = frame + Math.max(800, JSON.stringify(content).length * 1.5);
  return op.verb === 'move' ? [2, put + frame + 800] : [1, put];
}
