/** The links' part of the contract: opening one without an account, and how often each was fetched. */
import { createHash } from 'node:crypto';
import { linkUseTable } from '@kontor/contract/server/linkUse';
import { linkVerifierBytes } from '@kontor/contract/wire/link';
import { headers } from '@kontor/contract/wire/protocol';
import { uuid } from '@kontor/contract/wire/shapes';
import type { FastifyRequest } from 'fastify';
import { sameBytes } from '../../accountSecrets.ts';
import { blobKey } from '../../adapters/blobStore/blobStore.ts';
import { pickWire } from '../../db/clearRow.ts';
import { calls, signedInCalls } from '../../http/calls.ts';
import { fail } from '../../http/errors.ts';
import { networkOf, widened } from '../../http/throttle.ts';
import type { Services } from '../../services.ts';
import { actorIn, readableScopes } from '../../sync/access.ts';
import { blobsWithin, countFetch, endOf, type FoundLink, findLink } from './findLink.ts';
import { linkThrottles } from './throttles.ts';
import { linkTickets } from './ticket.ts';

export function linkCalls({ db, clock, pool, blobs, dataPath }: Services) {
  const throttles = linkThrottles(pool);
  const tickets = linkTickets(dataPath);

  /** Returns a link that opens. @throws NOT_FOUND, LINK_ENDED */
  const openLink = async (id: string): Promise<FoundLink> => {
    const link = await findLink(db, id);
    if (!link) throw fail('NOT_FOUND');
    const end = endOf(link, clock.now());
    if (end) throw fail('LINK_ENDED', { data: { end } });
    return link;
  };

  /** Returns a link whose address and password the caller has. @throws NOT_FOUND, LINK_ENDED, THROTTLED, WRONG_LINK */
  const provenLink = async (request: FastifyRequest, { id, proof }: { id: string; proof: string }) => {
    const link = await openLink(id);
    const network = `${id} ${widened(networkOf(request.ip))}`;
    await throttles.perNetwork.take(network);
    await throttles.perLink.take(id);
    const shown = createHash('sha256')
      .update(linkVerifierBytes(Buffer.from(proof, 'base64url')))
      .digest();
    if (!sameBytes(shown, Buffer.from(link.verifier, 'base64url'))) throw fail('WRONG_LINK');
    await Promise.all([throttles.perNetwork.giveBack(network), throttles.perLink.giveBack(id)]);
    return link;
  };

  return {
    check: calls.link.check.handler(async ({ input }) => {
      await openLink(input.id);
      return {};
    }),

    open: calls.link.open.handler(async ({ context, input }) => {
      const { workspaceId, manifest } = await provenLink(context.request, input);
      return { url: await blobs.presignGet(blobKey(workspaceId, manifest)) };
    }),

    fetch: calls.link.fetch.handler(async ({ context, input }) => {
      const link = await provenLink(context.request, input);
      const now = clock.now();
      if (!(await countFetch(db, link, now))) throw fail('LINK_ENDED', { data: { end: 'used' } });
      return { ticket: tickets.write(link.id, now) };
    }),

    /** Signs URLs for a fetch that has begun: it may outlast the link's time, and not its revocation. */
    urls: calls.link.urls.handler(async ({ input }) => {
      const { id, ticket } = input;
      if (!tickets.counts(ticket, id, clock.now())) throw fail('WRONG_LINK');
      const link = await findLink(db, id);
      if (!link) throw fail('NOT_FOUND');
      if (link.isRevoked) throw fail('LINK_ENDED', { data: { end: 'revoked' } });
      const fileKeys = [...new Set(input.fileKeys)];
      const within = await blobsWithin(db, link, fileKeys);
      if (!fileKeys.every((fileKey) => within.has(fileKey))) throw fail('NOT_FOUND');
      return Promise.all(
        fileKeys.map(async (fileKey) => ({
          fileKey,
          url: await blobs.presignGet(blobKey(link.workspaceId, fileKey)),
        })),
      );
    }),

    uses: signedInCalls.link.uses.handler(async ({ context }) => {
      const named = uuid.safeParse(context.request.headers[headers.workspace]);
      if (!named.success) throw fail('INVALID_WORKSPACE');
      const actor = await actorIn(db, context.signedIn.userId, named.data);
      if (!actor) throw fail('NOT_FOUND');
      if (actor.status !== 'ACTIVE') throw fail('PERMISSION_DENIED');
      const rows = await db
        .selectFrom('link_use as u')
        .innerJoin('link as l', (join) =>
          join.onRef('l.id', '=', 'u.link_id').onRef('l.workspace_id', '=', 'u.workspace_id'),
        )
        .select(['u.link_id', 'u.downloads', 'u.last_at', 'l.scope_id'])
        .where('u.workspace_id', '=', named.data)
        .where('l.deleted', '=', false)
        .execute();
      const readable = await readableScopes(db, actor, named.data, [
        ...new Set(rows.map(({ scope_id }) => scope_id)),
      ]);
      return rows
        .filter(({ scope_id }) => readable.has(scope_id))
        .map((row) => pickWire(linkUseTable, row, 'linkId', 'downloads', 'lastAt'));
    }),
  };
}
