/** Asks the index as somebody types. */
import type { Search, SearchProgress } from '@kontor/client/searching/search';
import { searchedNouns, tagOf } from '@kontor/client/searching/searchedDocument';
import { mayBeWindowed } from '@kontor/contract/entity/placement';
import { entityOf } from '@kontor/contract/nouns/entities';
import type { Query, Result } from '@kontor/search/query';
import { useEffect, useMemo, useState } from 'react';
import { usePeople } from '../../features/member/queries.ts';
import { isDirect, roomName } from '../../features/room/queries.ts';
import { personName } from '../../platform/text/personName.ts';
import { useActor } from '../../platform/workspace/actor.ts';
import { followSearch } from '../../platform/workspace/followSearch.ts';
import { useSearchProgress } from '../../platform/workspace/searchProgress.ts';
import { currentWorkspace, useAll, useWorkspace } from '../../platform/workspace/workspace.ts';
import { type Counted, fullest } from './counted.ts';
import { cutShort, mostPeople } from './groups.ts';
import { customersFor } from './leads.ts';
import { archivedIn, placesOf, type SearchPlace } from './places.ts';
import { indexQuery, type Lookups, readQuery, type TypedQuery } from './typedQuery.ts';
import { useKinds } from './useLines.tsx';

/** The tags of nouns whose records may lie on the device and not in memory. */
const inWindows = new Set(
  searchedNouns.filter((noun) => mayBeWindowed(entityOf(noun))).map((noun) => tagOf('noun', noun)),
);

export interface Found {
  /** The query that the result answers, as it was typed and as it was read. */
  typed: string;
  query: TypedQuery;
  result: Result;
  /** The places where most of it lies, with how much of it; none where no facets are asked for. */
  places: readonly Counted<SearchPlace>[];
}

/** Returns the things that filters can name. */
export function useLookups(): Lookups {
  const [projects, customers, members] = [useAll('project'), useAll('customer'), useAll('member')];
  const rooms = useAll('room');
  const people = usePeople();
  const { userId } = useWorkspace();
  return useMemo(() => {
    const places = placesOf({ projects, customers, rooms }, (room) => {
      const name = roomName(room, people, userId);
      return isDirect(room) ? name : `#${name}`;
    });
    return {
      places,
      people: members.map((member) => ({ id: member.userId, name: personName(member) })),
      me: userId,
      archived: archivedIn(places),
    };
  }, [projects, customers, members, rooms, people, userId]);
}

/**
 * Returns the newest answer to what is typed, undefined before the first one, how far the index is, and whether this question
 * failed. The answer before stays until the next one is there, so that nothing flickers. `more`: how many hits, and what is to be
 * counted.
 */
export function useSearch(
  typed: string,
  lookups: Lookups,
  more: Pick<Query, 'limit' | 'facets'>,
): { found: Found | undefined; progress: SearchProgress | undefined; hasFailed: boolean } {
  const query = useMemo(() => readQuery(typed, lookups), [typed, lookups]);
  const shown = useKinds(query, lookups);
  const actor = useActor();
  const role = actor?.role;
  const [found, setFound] = useState<Found>();
  const [failed, setFailed] = useState<string>();
  const progress = useSearchProgress(found !== undefined);
  const shownKinds = shown.join();
  const { limit, facets } = more;
  const counted = facets?.join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: lists count by what is in them
  useEffect(() => {
    return followSearch(
      async (search, isWanted) => {
        const { records } = currentWorkspace();
        const customers = customersFor(records.collections, actor);
        const asked = { ...indexQuery(query, lookups, { kinds: shown, customers }), ...more };
        const result = await withPeople(search, asked);
        const places = await countPlaces(search, asked, result, lookups.places);
        // Of a room, the memory holds a part: a line shows what the device keeps.
        const hits = result.groups.flatMap((group) => (inWindows.has(group.tag) ? group.hits : []));
        // What does not open has no line.
        if (hits.length > 0) await records.windows.bring(hits.map(({ key }) => key)).catch(() => {});
        if (!isWanted()) return;
        setFound({ typed, query, result, places });
        setFailed(undefined);
      },
      () => setFailed(typed),
    );
  }, [typed, query, lookups, shownKinds, role, limit, counted]);
  return { found, progress, hasFailed: failed === typed };
}

/** Asks for as many people and customers as it takes to count whom they show. */
async function withPeople(search: Search, asked: Query): Promise<Result> {
  const result = await search.query(asked);
  const groups = cutShort(result);
  if (groups.length === 0) return result;
  const whole = await search.query({ ...asked, groups, facets: [], limit: mostPeople });
  const better = new Map(whole.groups.map((group) => [group.tag, group]));
  return { ...result, groups: result.groups.map((group) => better.get(group.tag) ?? group) };
}

/** Counts exactly what lies in the places that have most of it: a record may have several of a place's tags. */
async function countPlaces(
  search: Search,
  asked: Query,
  { facets }: Result,
  places: readonly SearchPlace[],
): Promise<Counted<SearchPlace>[]> {
  const exact = fullest(places, ({ tags }) => tags, facets).map(async ({ value, count }) => {
    if (value.tags.length === 1) return { value, count };
    const tagged = [...(asked.tagged ?? []), value.tags];
    const inside = await search.query({ ...asked, tagged, facets: [], limit: 0 });
    const [customer = 0, file = 0] = (['customer', 'customerFile'] as const).map(
      (noun) => inside.groups.find(({ tag }) => tag === tagOf('noun', noun))?.count ?? 0,
    );
    // A customer and their file are one.
    return { value, count: inside.count - Math.min(customer, file) };
  });
  return Promise.all(exact);
}
