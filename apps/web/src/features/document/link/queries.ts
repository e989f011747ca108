import type { Link } from '@kontor/contract/nouns/link';
import type { LinkUse } from '@kontor/contract/wire/link';
import { useQuery } from '../../../platform/workspace/calls.ts';
import { useSession } from '../../../platform/workspace/session.ts';
import { useAll, useObservable, useWorkspace } from '../../../platform/workspace/workspace.ts';

/** ms between two looks at how often links were fetched. */
const usesEvery = 60_000;

const newestFirst = (links: readonly Link[]) => links.toSorted((a, b) => b.createdAt - a.createdAt);

/** Returns the links of a document, or all that the person may see, the newest first. */
export function useLinks(documentId?: string): Link[] {
  const all = useAll('link');
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
  return useSession(
    (session) => session.workspaces.list.find(({ id }) => id === records.id)?.allowsLinks ?? false,
  );
}

/** Why a link opens nothing any more, as far as this device knows. */
export type KnownEnd = 'off' | 'makerGone' | 'expired' | 'used';

/** Returns what tells why a link has ended; the server judges for itself. */
export function useLinkEnd(): (link: Link, use: LinkUse | undefined) => KnownEnd | undefined {
  const { records } = useWorkspace();
  const log = useObservable(records.log);
  const allowsLinks = useAllowsLinks();
  return (link, use) => {
    const maker = log?.members.get(link.makerId);
    if (!allowsLinks) return 'off';
    if (log && (!maker || maker.status === 'INACTIVE')) return 'makerGone';
    if (link.expiresAt <= Date.now()) return 'expired';
    return link.maxDownloads > 0 && (use?.downloads ?? 0) >= link.maxDownloads ? 'used' : undefined;
  };
}

/** The ids of the folders and files to which there are links that have not expired. */
export function useLinkedIds(): ReadonlySet<string> {
  const now = Date.now();
  const links = useAll('link').filter(({ expiresAt }) => expiresAt > now);
  return new Set(links.map(({ documentId }) => documentId));
}
