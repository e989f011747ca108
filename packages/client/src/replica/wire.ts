/** An entry of the outbox as the batch that goes to the server: rows merged onto what is confirmed, then sealed. */
import { toBase64Url } from '@kontor/contract/bytes';
import type { Batch, Change, RecordChange } from '@kontor/contract/change';
import type { FilePart } from '@kontor/contract/document';
import type { PlainRecord, Vault } from '../vault/vault.ts';
import { type Conflict, conflictsOf } from './conflict.ts';
import type { Entry, EntryCode, Op } from './entry.ts';
import { applyOp, obstacleOf } from './overlay.ts';
import { plainOf, type Row, tombstoneOf } from './row.ts';

export interface WireParts {
  workspaceId: string;
  vault: Pick<Vault, 'sealRecords' | 'nameTag' | 'takeKeys'>;
  /** The row as the server confirmed it. */
  confirmed(id: string): Row | undefined;
  /** Highest version of it that the server showed and that could not be verified; 0 for none. */
  faultyVersion(id: string): number;
}

/** The batch and the version of each record in it; or why it cannot be sent; or that there is nothing to send. */
export type Prepared =
  | { batch: Batch; versions: Map<string, number> }
  | { obstacle: EntryCode }
  | { batch: undefined };

interface Step {
  name: RecordChange['name'];
  record: PlainRecord;
}

/** Makes an entry's batch. @throws TrustError when a key to seal with is missing */
export async function prepareBatch(parts: WireParts, entry: Entry): Promise<Prepared> {
  const { workspaceId, vault } = parts;
  const puts: Step[] = [];
  const deletes: Step[] = [];
  const versions = new Map<string, number>();
  const created = entry.structural.flatMap(({ name, args }) => (name === 'scope.create' ? [args.scope] : []));
  if (created.length > 0)
    await vault.takeKeys(
      workspaceId,
      created.map((scope) => ({ scope, keys: [] })),
    );
  for (const op of entry.ops) {
    const confirmed = parts.confirmed(op.id);
    if (parts.faultyVersion(op.id) > (confirmed?.version ?? 0)) return { obstacle: 'UNVERIFIED' };
    const obstacle = obstacleOf(op, confirmed);
    if (obstacle) return { obstacle };
    // Deleted by somebody already: that is what was wanted.
    if (op.verb === 'delete' && !confirmed) continue;
    const version = op.verb === 'create' ? 1 : confirmed!.version + 1;
    versions.set(op.id, version);
    if (op.verb === 'delete') {
      deletes.push({ name: `${op.entity}.delete`, record: tombstoneOf(op.entity, confirmed!, version) });
      continue;
    }
    const row = await finished(parts, op, applyOp({ entry, op }, confirmed)!);
    const isMove = op.verb === 'move' && confirmed!.scopeId !== row.scopeId;
    const verb = op.verb === 'create' || isMove ? 'create' : 'update';
    puts.push({ name: `${op.entity}.${verb}`, record: plainOf(op.entity, row, version) });
    if (isMove)
      deletes.push({ name: `${op.entity}.delete`, record: tombstoneOf(op.entity, confirmed!, version) });
  }
  const steps = [...puts, ...deletes];
  if (steps.length + entry.structural.length === 0) return { batch: undefined };
  const sealed = await vault.sealRecords(
    workspaceId,
    steps.map((step) => step.record),
  );
  const records = steps.map(({ name, record: { scopeId, id, version, refs } }, i): Change => {
    return { name, args: { scopeId, id, version, refs, sealed: toBase64Url(sealed[i]!) } };
  });
  const changes: Change[] = [...entry.structural, ...records];
  const batch: Batch = { id: entry.id, ...(workspaceId ? { workspaceId } : {}), changes };
  return { batch, versions };
}

/** A document's name tag and storage keys follow from the rest of it, which merging may have changed. */
async function finished({ workspaceId, vault }: WireParts, op: Op, row: Row): Promise<Row> {
  if (op.entity !== 'document') return row;
  const folder = String(row.parentId ?? row.taskId ?? row.scopeId);
  const nameTag = await vault.nameTag(workspaceId, row.scopeId, folder, String(row.name ?? ''));
  return { ...row, nameTag, blobs: blobsOf(row) };
}

/** Storage keys of a document's parts, those of kept copies included: the server sweeps what nobody names. */
export function blobsOf(row: Record<string, unknown>): string[] {
  const contents = [row, ...conflictsOf(row).map((conflict: Conflict) => conflict.kept)];
  const keys = contents.flatMap(({ parts }) =>
    Array.isArray(parts) ? (parts as FilePart[]).map((part) => part.fileKey) : [],
  );
  return [...new Set(keys)];
}
