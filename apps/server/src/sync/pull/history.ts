/** Reads a page of older records of a windowed scope. */
import { isWindowed } from '@kontor/contract/entity/scopeKind';
import type { HistoryRequest } from '@kontor/contract/wire/syncRequest';
import type { Database } from '../../db/database.ts';
import { type Chunk, readBetween, readCreated } from '../../db/recordPages.ts';
import { fail } from '../../http/errors.ts';
import { bytesPerPage, encodeAnswer } from './answer.ts';
import { assertMember, viewOf } from './view.ts';
import { windowBelow } from './window.ts';

/**
 * Returns the bytes of an answer that holds one scope, without keys and log.
 * @throws NOT_FOUND for a scope that is not windowed or that the caller may not read, PERMISSION_DENIED for an INACTIVE member.
 */
export function readHistory(
  db: Database,
  userId: string,
  { workspaceId, scopeId, before, limit }: HistoryRequest,
): Promise<Uint8Array[]> {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (tx) => {
      const view = assertMember(await viewOf(tx, userId, workspaceId, { only: [scopeId] }));
      const scope = view.scopes.find(({ id, userId: owner }) => id === scopeId && owner === null);
      if (!scope || !isWindowed(scope.kind)) throw fail('NOT_FOUND');
      const { id, kind, access, revision } = scope;
      const window = windowBelow(
        await readCreated(tx, scope, 'below', before, limit + 1),
        limit,
        bytesPerPage,
      );
      const chunks: Chunk[] = [];
      for (let last: Chunk | undefined; !last?.isEnd; chunks.push(last))
        last = await readBetween(tx, scope, { from: window.from, before }, last?.last ?? 0);
      const page = {
        id,
        kind,
        access,
        cursor: revision,
        keys: [],
        rows: chunks.map(({ rows }) => rows),
        window,
        isWhole: true,
      };
      return encodeAnswer({
        log: [],
        gone: [],
        more: false,
        scopes: [page],
        sealed: chunks.map(({ sealed }) => sealed),
      });
    });
}
