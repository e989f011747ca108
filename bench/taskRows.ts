/** Brings sealed tasks, and other records, to the server: over the wire as people do, or past it where bringing them in is not measured. */
import { syncTransport } from '@kontor/client/http/syncTransport';
import type { PlainRecord } from '@kontor/client/vault/plainRecord';
import { toBase64Url } from '@kontor/contract/wire/bytes';
import type { Change } from '@kontor/contract/wire/change';
import { limits } from '@kontor/contract/wire/protocol';
import type { Actor } from '@kontor/testkit/actor';
import { v7 as uuidv7 } from 'uuid';
import { withDatabase } from '../e2e/database.ts';
import { byteaText, copyIn } from './copyIn.ts';
import { tasksOf } from './records.ts';

export interface TaskBatch {
  scopeId: string;
  records: PlainRecord[];
}

/**
 * Yields tasks of a project in batches of a thousand, made when they are asked for. The first one is open and
 * assigned to the person; its title is the canary, where there is one.
 */
export function* taskBatches(
  userId: string,
  scopeId: string,
  count: number,
  canary?: string,
): Generator<TaskBatch> {
  const fields = tasksOf(count, userId, Number.parseInt(scopeId.slice(-6), 16));
  for (let start = 0; start < count; start += limits.changesPerBatch) {
    const size = Math.min(limits.changesPerBatch, count - start);
    const records = Array.from({ length: size }, (_, i): PlainRecord => {
      const plain: Record<string, unknown> = fields.next().value!;
      const isFirst = start + i === 0;
      if (isFirst) Object.assign(plain, { status: 'TODO', ...(canary && { title: canary }) });
      const refs = isFirst ? { assigneeIds: [userId] } : {};
      return { entity: 'task', id: uuidv7(), scopeId, version: 1, refs, plain };
    });
    yield { scopeId, records };
  }
}

const seal = ({ device }: Actor, workspaceId: string, { records }: TaskBatch): Promise<Uint8Array[]> =>
  device.vault.sealRecords(workspaceId, records);

/** Sends batches of records, of whatever nouns, one by one. */
export async function sendRecords(
  actor: Actor,
  workspaceId: string,
  batches: Iterable<TaskBatch>,
): Promise<void> {
  const transport = syncTransport(actor.device.http.forWorkspace(workspaceId));
  for (const batch of batches) {
    const sealed = await seal(actor, workspaceId, batch);
    const changes = batch.records.map(({ entity, scopeId, id, version, refs }, i): Change => {
      const args = { scopeId, id, version, refs, sealed: toBase64Url(sealed[i]!) };
      return { name: `${entity}.create`, args } as Change;
    });
    await transport.apply({ id: uuidv7(), workspaceId, changes });
  }
}

/** Puts batches straight into the database of a running server, each under a revision of its own as when it is sent. */
export const copyTasks = (
  dataPath: string,
  actor: Actor,
  workspaceId: string,
  batches: Iterable<TaskBatch>,
): Promise<void> =>
  withDatabase(dataPath, async (client) => {
    for (const batch of batches) {
      const sealed = await seal(actor, workspaceId, batch);
      const { rows } = await client.query<{ revision: string }>(
        'UPDATE scope SET revision = revision + 1 WHERE id = $1 RETURNING revision',
        [batch.scopeId],
      );
      const now = new Date().toISOString();
      await copyIn(
        client,
        `COPY task (id, workspace_id, scope_id, version, revision, assignee_ids, sealed, deleted, created_at, updated_at)
         FROM STDIN`,
        batch.records.map(({ id, scopeId, version, refs }, i) =>
          [
            id,
            workspaceId,
            scopeId,
            version,
            rows[0]!.revision,
            `{${(refs.assigneeIds as string[] | undefined)?.join() ?? ''}}`,
            byteaText(sealed[i]!),
            'f',
            now,
            now,
          ].join('\t'),
        ),
      );
    }
  });
