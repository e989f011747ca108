/** Writers: signed-in clients that send batches of sealed tasks without a pause and note what was acknowledged. */
import { randomInt, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { type CallError, isCallError } from '@kontor/client/http/callError';
import { syncTransport } from '@kontor/client/http/syncTransport';
import type { PlainRecord } from '@kontor/client/vault/plainRecord';
import { toBase64Url } from '@kontor/contract/wire/bytes';
import type { Batch, Change } from '@kontor/contract/wire/change';
import type { Scope } from '@kontor/contract/wire/scope';
import type { Actor } from '@kontor/testkit/actor';
import type { Found, Ledger, Written } from './ledger.ts';

/** The place where the writers write, one project of one workspace, and who they are. */
export interface CrashPlace {
  actor: Actor;
  workspaceId: string;
  projectId: string;
}

const lineOf = ({ actor, workspaceId }: CrashPlace) =>
  syncTransport(actor.device.http.forWorkspace(workspaceId));

/** Founds a workspace with one project. */
export async function createPlace(actor: Actor): Promise<CrashPlace> {
  const workspaceId = await actor.createWorkspace();
  const projectId = randomUUID();
  const scope: Scope = { id: projectId, kind: 'project', access: 'open' };
  await actor.device.vault.takeKeys(workspaceId, [{ scope, keys: [] }]);
  const place = { actor, workspaceId, projectId };
  const project: PlainRecord = {
    entity: 'project',
    id: projectId,
    scopeId: projectId,
    version: 1,
    refs: {},
    plain: { name: 'Umbau' },
  };
  await lineOf(place).apply({
    id: randomUUID(),
    workspaceId,
    changes: [{ name: 'scope.create', args: { scope } }, ...(await sealed(place, 'create', [project]))],
  });
  return place;
}

async function sealed(
  { actor, workspaceId }: CrashPlace,
  verb: 'create' | 'update',
  records: PlainRecord[],
): Promise<Change[]> {
  const bytes = await actor.device.vault.sealRecords(workspaceId, records);
  return records.map(({ entity, scopeId, id, version, refs }, i) => ({
    name: `${entity as 'task'}.${verb}`,
    args: { scopeId, id, version, refs, sealed: toBase64Url(bytes[i]!) },
  }));
}

/** Builds the batch that brings a group to its next version. */
async function batchOf(place: CrashPlace, written: Written): Promise<Batch> {
  const records = written.recordIds.map(
    (id, i): PlainRecord => ({
      entity: 'task',
      id,
      scopeId: place.projectId,
      version: written.version,
      refs: {},
      plain: { title: `Task ${i}`, order: String(i), createdBy: written.batchId },
    }),
  );
  const changes = await sealed(place, written.version === 1 ? 'create' : 'update', records);
  return { id: written.batchId, workspaceId: place.workspaceId, changes };
}

/** Returns true if there was no answer, or one that only says that the server is going down. */
const wasCutOff = (error: unknown): error is CallError => isCallError(error, 'OFFLINE', 'INTERNAL');

/** One writer. Whatever it was sending when the server died, it sends again, the same bytes, when told to go on. */
export class Writer {
  readonly #place: CrashPlace;
  readonly #ledger: Ledger;
  readonly #groups: { id: string; recordIds: string[]; version: number }[] = [];
  /** The number of times that it was cut off. */
  cuts = 0;
  #unanswered: { written: Written; batch: Batch } | undefined;

  constructor(place: CrashPlace, ledger: Ledger) {
    this.#place = place;
    this.#ledger = ledger;
  }

  /**
   * Writes until the connection breaks, or until told to stop. @throws CallError where the server refuses what it should
   * take
   */
  async run(stop?: AbortSignal): Promise<void> {
    while (!stop?.aborted) {
      this.#unanswered ??= await this.#next();
      const { written, batch } = this.#unanswered;
      this.#ledger.sent(written);
      try {
        await lineOf(this.#place).apply(batch);
      } catch (error) {
        if (wasCutOff(error)) return;
        throw error;
      }
      this.#ledger.acknowledged(written);
      this.#unanswered = undefined;
    }
  }

  /** Writes until told to stop; what was cut off is sent again, the same bytes. @throws CallError as `run` */
  async runThrough(stop: AbortSignal): Promise<void> {
    while (!stop.aborted) {
      await this.run(stop);
      if (!stop.aborted) {
        this.cuts += 1;
        await sleep(20);
      }
    }
  }

  /** Returns a new group, or the next version of one, and its batch. */
  async #next(): Promise<{ written: Written; batch: Batch }> {
    const isNew = this.#groups.length < 2 || randomInt(3) === 0;
    const group = isNew
      ? {
          id: randomUUID(),
          recordIds: Array.from({ length: randomInt(1, 8) }, () => randomUUID()),
          version: 0,
        }
      : this.#groups[randomInt(this.#groups.length)]!;
    if (isNew) this.#groups.push(group);
    group.version += 1;
    const written: Written = {
      batchId: randomUUID(),
      groupId: group.id,
      recordIds: group.recordIds,
      version: group.version,
    };
    return { written, batch: await batchOf(this.#place, written) };
  }
}

/**
 * Reads every task that the server has now, opened. @throws Error where one does not open or a page contradicts itself
 */
export async function readBack(place: CrashPlace): Promise<Map<string, Found>> {
  const { sync } = lineOf(place);
  const found = new Map<string, Found>();
  let cursor = 0;
  for (let more = true; more; ) {
    const answer = await sync({
      workspaceId: place.workspaceId,
      cursors: { [place.projectId]: cursor },
      logLength: 1,
    });
    more = answer.more;
    for (const scope of answer.scopes.filter(({ id }) => id === place.projectId)) {
      cursor = scope.cursor;
      const rows = scope.rows.filter(({ entity }) => entity === 'task');
      const stray = rows.find(({ revision }) => revision > cursor);
      if (stray) throw new Error(`${stray.id} has revision ${stray.revision} beyond the scope's ${cursor}`);
      const { opened, faulty } = await place.actor.device.vault.openPage(place.workspaceId, {
        scopes: [],
        rows,
      });
      if (faulty.length > 0) throw new Error(`${faulty.length} records do not open: ${faulty[0]!.fault}`);
      for (const { id, version, plain } of opened) found.set(id, { id, version, batchId: plain?.createdBy });
    }
  }
  return found;
}
