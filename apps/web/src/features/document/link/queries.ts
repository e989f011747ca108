import type { Session } from '@kontor/client/session/session';
import type { Workspace } from '@kontor/client/workspace/workspace';
import { type LogState, mayHoldPrivate } from '@kontor/contract/memberLog/state';
import type { Link } from '@kontor/contract/nouns/link';
import type { LinkUse } from '@kontor/contract/wire/link';
import { useQuery } from '../../../platform/workspace/calls.ts';
import { serverNow } from '../../../platform/workspace/serverNow.ts';
import { currentSession, useSession } from '../../../platform/workspace/session.ts';
import {
  currentWorkspace,
  type OpenWorkspace,
  useAll,
  useObservable,
  useRecord,
  useWorkspace,
} from '../../../platform/workspace/workspace.ts';

/** ms between two looks at how often links were fetched. */
const usesEvery = 60_000;

const newestFirst = (links: readonly Link[]) => links.toSorted((a, b) => b.createdAt - a.createdAt);

/** The links that were revoked here, by what held them: they open until the server hears of it. */
const revoked = new WeakMap<OpenWorkspace['records'], Map<string, Link>>();

/** Goes on showing a link that was revoked, until the server hears of it. */
export function noteRevoked(link: Link): void {
  const { records } = currentWorkspace();
  revoked.set(records, new Map(revoked.get(records)).set(link.id, link));
}

/** Returns the links that were revoked here and of which the server does not know it. */
function useRevoking(): Link[] {
  const { records } = useWorkspace();
  // Asked with each change of what is not sent: the removal itself is one.
  useObservable(records.outbox.status);
  return [...(revoked.get(records)?.values() ?? [])].filter(({ id }) => records.isPending(id));
}

/** Returns the links of a document, or all that the person may see, the newest first, with those that are being revoked. */
export function useLinks(documentId?: string): Link[] {
  const here = useAll('link');
  const known = new Set(here.map(({ id }) => id));
  const all = [...here, ...useRevoking().filter(({ id }) => !known.has(id))];
  return newestFirst(documentId ? all.filter((link) => link.documentId === documentId) : all);
}

/** Says how often each link was fetched, by its id; undefined until the server said so. */
export function useLinkUses(): ReadonlyMap<string, LinkUse> | undefined {
  const { records } = useWorkspace();
  const { data } = useQuery({
    queryKey: ['link', 'uses', records.id],
    queryFn: async () => (await records.links()).uses(),
    refetchInterval: usesEvery,
    // A count of before would say that a link is still to be had.
    refetchOnMount: 'always',
  });
  return data && new Map(data.map((use) => [use.linkId, use]));
}

/** Says whether links may be made here, and open. */
export function useAllowsLinks(): boolean {
  const { records } = useWorkspace();
  return useSession((session) => allowsLinksIn(session, records.id));
}

const allowsLinksIn = ({ workspaces }: Session, workspaceId: string): boolean =>
  workspaces.list.find(({ id }) => id === workspaceId)?.allowsLinks ?? false;

/** Returns the members of a private project; undefined where everybody who works here reads a scope. */
const membersOf = ({ accessOf, collections }: Workspace, scopeId: string): readonly string[] | undefined =>
  accessOf(scopeId) === 'private' ? collections.project.get(scopeId)?.memberIds : undefined;

/** Why a link has ended, as far as this device knows; one that is `revoking` opens still, until the server hears of it. */
export type KnownEnd = 'off' | 'makerGone' | 'makerOut' | 'expired' | 'used' | 'revoking';

interface LinkFacts {
  use: LinkUse | undefined;
  allowsLinks: boolean;
  /** Undefined while it is not known. */
  log: Pick<LogState, 'members'> | undefined;
  /** The members of the private project in which it lies; undefined where everybody who works here reads it. */
  memberIds: readonly string[] | undefined;
  /** The server's time, ms. */
  now: number;
}

/** Returns why a link has ended, by what this device knows of what the server judges by. */
export function endOfLink(
  link: Link,
  { use, allowsLinks, log, memberIds, now }: LinkFacts,
): KnownEnd | undefined {
  const maker = log?.members.get(link.makerId);
  if (!allowsLinks) return 'off';
  if (log && !(maker && mayHoldPrivate(maker))) return 'makerGone';
  if (maker && maker.role !== 'ADMIN' && memberIds && !memberIds.includes(link.makerId)) return 'makerOut';
  if (link.expiresAt <= now) return 'expired';
  return link.maxDownloads > 0 && (use?.downloads ?? 0) >= link.maxDownloads ? 'used' : undefined;
}

/** Returns why a link has ended; the server judges for itself. */
export function useLinkEnd(link: Link, use: LinkUse | undefined): KnownEnd | undefined {
  const { records } = useWorkspace();
  const log = useObservable(records.log);
  useObservable(records.scopes);
  const allowsLinks = useAllowsLinks();
  // Whoever comes into a project, or leaves it, changes which links of it open.
  useRecord('project', link.scopeId);
  const isRevoked = useRecord('link', link.id) === undefined;
  if (isRevoked) return 'revoking';
  const memberIds = membersOf(records, link.scopeId);
  return endOfLink(link, { use, allowsLinks, log, memberIds, now: serverNow(records) });
}

/** Tells what becomes of links, as far as this device knows, by a move into a scope that not everybody reads who made one. */
export function linksMovedTo(
  scopeId: string,
  links: readonly Link[],
): 'linksStay' | 'linksEnd' | 'linksStayInPart' | undefined {
  const { records } = currentWorkspace();
  const facts = {
    use: undefined,
    allowsLinks: allowsLinksIn(currentSession(), records.id),
    log: records.log.get(),
    now: serverNow(records),
  };
  const opensIn = (link: Link, place: string) =>
    endOfLink(link, { ...facts, memberIds: membersOf(records, place) }) === undefined;
  const stay = links.some((link) => opensIn(link, scopeId));
  const end = links.some((link) => opensIn(link, link.scopeId) && !opensIn(link, scopeId));
  return stay ? (end ? 'linksStayInPart' : 'linksStay') : end ? 'linksEnd' : undefined;
}

/** Returns the ids of the folders and files to which there are links that have not expired. */
export function useLinkedIds(): ReadonlySet<string> {
  const now = serverNow(useWorkspace().records);
  const links = useAll('link').filter(({ expiresAt }) => expiresAt > now);
  return new Set(links.map(({ documentId }) => documentId));
}
