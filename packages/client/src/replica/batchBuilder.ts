/** An entry of the outbox as the batch that goes to the server: rows merged onto what is confirmed, then sealed. */

import { listedUnder } from '@kontor/contract/entity/placement';
import { namedIn } from '@kontor/contract/entity/ref';
import { entityOf } from '@kontor/contract/nouns/entities';
import { toBase64Url } from '@kontor/contract/wire/bytes';
import type { Batch, Change, RecordChange, StructuralChange } from '@kontor/contract/wire/change';
import type { Scope } from '@kontor/contract/wire/scope';
import type { PlainRecord, Vault } from '../vault/vault.ts';
import type { Entry, EntryCode, Op } from './entry.ts';
import type { Nouns } from './nounHooks.ts';
import { applyOp, obstacleOf } from './overlay.ts';
import { stamped } from './restoredRow.ts';
import { plainOf, type Row, titleOf, tombstoneOf } from './row.ts';

export interface WireParts {
  workspaceId: string;
  nouns: Nouns;
  vault: Pick<Vault, 'sealRecords' | 'nameTag' | 'takeKeys' | 'accessOf' | 'renewKey'>;
  /** The row as the server confirmed it. */
  confirmed(id: string): Row | undefined;
  /** Whether somebody deleted it, as far as the server showed. */
  isDeleted(id: string): boolean;
  /** Whether the server is known to have a scope. */
  hasScope(id: string): boolean;
  /** The staff's key that the member log names, as far as this device knows. */
  staffKid(): string | undefined;
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

/**
 * Makes an entry's batch. `refused`: scopes whose key of now the server does not take.
 * @throws TrustError when a key to seal with is missing
 */
export async function prepareBatch(
  parts: WireParts,
  entry: Entry,
  refused: ReadonlySet<string> = new Set(),
): Promise<Prepared> {
  const { workspaceId, vault } = parts;
  // Asked before sealing: the vault knows of this one at least.
  const staffKid = parts.staffKid();
  const puts: Step[] = [];
  const deletes: Step[] = [];
  const versions = new Map<string, number>();
  // What is brought back may have been brought back by somebody else.
  const structural = entry.restores
    ? entry.structural.filter(({ name, args }) => name !== 'scope.create' || !parts.hasScope(args.scope.id))
    : entry.structural;
  const created = structural.flatMap(({ name, args }) => (name === 'scope.create' ? [args.scope] : []));
  if (created.length > 0)
    await vault.takeKeys(
      workspaceId,
      created.map((scope) => ({ scope, keys: [] })),
    );
  for (const op of entry.ops) {
    const confirmed = parts.confirmed(op.id);
    const isFaulty = parts.faultyVersion(op.id) > (confirmed?.version ?? 0);
    const obstacle = isFaulty ? 'UNVERIFIED' : obstacleOf(op, confirmed);
    if (obstacle && op.isProjected) continue;
    if (obstacle) return { obstacle };
    // Deleted by somebody already: that is what was wanted.
    if (op.verb === 'delete' && !confirmed) continue;
    const after = op.verb === 'delete' ? undefined : applyOp({ entry, op }, confirmed)!;
    // There already, or deleted since.
    if (op.verb === 'restore' && (confirmed ? after === confirmed && !op.force : parts.isDeleted(op.id)))
      continue;
    const version = op.verb === 'create' || !confirmed ? 1 : confirmed.version + 1;
    versions.set(op.id, version);
    if (op.verb === 'delete' || !after) {
      deletes.push({ name: `${op.entity}.delete`, record: tombstoneOf(op.entity, confirmed!, version) });
      continue;
    }
    const row = await finished(parts, op, op.verb === 'restore' ? stamped(op, after, version) : after);
    const isMove = confirmed !== undefined && op.verb !== 'create' && confirmed.scopeId !== row.scopeId;
    const verb = op.verb === 'create' || !confirmed || isMove ? 'create' : 'update';
    puts.push({ name: `${op.entity}.${verb}`, record: plainOf(op.entity, row, version) });
    if (isMove)
      deletes.push({ name: `${op.entity}.delete`, record: tombstoneOf(op.entity, confirmed!, version) });
  }
  const steps = [...puts, ...deletes];
  if (steps.length + structural.length === 0) return { batch: undefined };
  const keys = await keyChanges(parts, entry, { steps, created, refused });
  const sealed = await vault.sealRecords(
    workspaceId,
    steps.map((step) => step.record),
    entry.privateScopes,
  );
  const records = steps.map(({ name, record: { scopeId, id, version, refs } }, i): Change => {
    return { name, args: { scopeId, id, version, refs, sealed: toBase64Url(sealed[i]!) } };
  });
  const changes: Change[] = [...structural, ...keys, ...records];
  const batch: Batch = {
    id: entry.id,
    ...(workspaceId ? { workspaceId } : {}),
    ...(staffKid !== undefined && { staffKid }),
    changes,
  };
  return { batch, versions };
}

/**
 * What goes before the records so that those read them who shall: new keys of the private projects among their scopes,
 * where the act changes who reads one, or somebody who read it has left.
 */
async function keyChanges(
  { workspaceId, vault }: WireParts,
  entry: Entry,
  { steps, created, refused }: { steps: Step[]; created: readonly Scope[]; refused: ReadonlySet<string> },
): Promise<StructuralChange[]> {
  if (!workspaceId) return [];
  const scopeIds = [...new Set(steps.map(({ record }) => record.scopeId))];
  const access = await vault.accessOf(workspaceId, scopeIds);
  const changes: StructuralChange[] = [];
  for (const [i, scopeId] of scopeIds.entries()) {
    const isNew = created.some(({ id }) => id === scopeId);
    const wished = entry.access?.[scopeId] ?? access[i]!;
    if (wished !== access[i] && !isNew)
      changes.push({ name: 'scope.update', args: { id: scopeId, access: wished } });
    const memberIds = readersIn(steps, scopeId);
    const readers = memberIds && { access: wished, memberIds };
    const why = { isNew, isRefused: refused.has(scopeId) };
    for (const key of await vault.renewKey(workspaceId, scopeId, readers, why))
      changes.push({ name: 'key.add', args: { key } });
  }
  return changes;
}

/** Returns who reads a scope while it is private, where its head is among the records. */
function readersIn(steps: readonly Step[], scopeId: string): string[] | undefined {
  const head = steps.find(({ record }) => record.id === scopeId && entityOf(record.entity).head)?.record;
  const readers = head?.plain && entityOf(head.entity).head?.readers;
  return readers ? namedIn(head.refs[readers]) : undefined;
}

/** The row with its name tag and with what follows from the rest of it, which merging may have changed. */
async function finished({ workspaceId, vault, nouns }: WireParts, op: Op, row: Row): Promise<Row> {
  const noun = entityOf(op.entity);
  const out = { ...row, ...nouns.hooks[op.entity]?.derive?.(row) };
  for (const [key, { kind }] of Object.entries(noun.refs))
    if (kind === 'nameTag')
      out[key] = await vault.nameTag(workspaceId, row.scopeId, listedUnder(noun, out), titleOf(noun, out));
  return out;
}
