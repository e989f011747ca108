/** Asks the index as somebody types. */
import type { SearchProgress } from '@kontor/client/searching/search';
import type { Query, Result } from '@kontor/search/query';
import { useEffect, useMemo, useState } from 'react';
import { usePeople } from '../../features/member/queries.ts';
import { roomName } from '../../features/room/queries.ts';
import { personName } from '../../platform/text/personName.ts';
import { currentWorkspace, useAll, useWorkspace } from '../../platform/workspace/workspace.ts';
import { indexQuery, type Lookups, readQuery, type TypedQuery } from './typedQuery.ts';
import { useKinds } from './useLines.tsx';

export interface Found {
  /** The query that the result answers, as it was typed and as it was read. */
  typed: string;
  query: TypedQuery;
  result: Result;
}

/** Returns the things that filters can name. */
export function useLookups(): Lookups {
  const [projects, customers, members] = [useAll('project'), useAll('customer'), useAll('member')];
  const rooms = useAll('room');
  const people = usePeople();
  const { userId } = useWorkspace();
  return useMemo(
    () => ({
      places: [
        ...projects,
        ...customers,
        ...rooms.map((room) => ({ id: room.id, name: roomName(room, people, userId) })),
      ],
      people: members.map((member) => ({ id: member.userId, name: personName(member) })),
    }),
    [projects, customers, members, rooms, people, userId],
  );
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
  const shown = useKinds();
  const [found, setFound] = useState<Found>();
  const [failed, setFailed] = useState<string>();
  const progress = useProgress(found !== undefined);
  const kinds = shown.join();
  const { limit, facets } = more;
  const counted = facets?.join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: lists count by what is in them; what was indexed asks again
  useEffect(() => {
    let isLatest = true;
    const query = readQuery(typed, lookups);
    void (async () => {
      const { records } = currentWorkspace();
      const search = await records.search();
      const result = await search.query({ ...indexQuery(query, shown), ...more });
      // Of a room, the memory holds a part: a line shows what the device keeps.
      const messages = result.groups.find(({ tag }) => tag === 'noun:message')?.hits ?? [];
      if (messages.length > 0)
        await records.windows
          .bring(
            'message',
            messages.map(({ key }) => key),
          )
          // What does not open has no line.
          .catch(() => {});
      if (!isLatest) return;
      setFound({ typed, query, result });
      setFailed(undefined);
    })().catch(() => isLatest && setFailed(typed));
    return () => {
      isLatest = false;
    };
  }, [typed, lookups, kinds, limit, counted, progress]);
  return { found, progress, hasFailed: failed === typed };
}

/** Returns how far the index is; asked again once something `isAnswered`, since it may not have opened before. */
function useProgress(isAnswered: boolean): SearchProgress | undefined {
  const [progress, setProgress] = useState<SearchProgress>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the first answer asks again
  useEffect(() => {
    let stop: (() => void) | undefined;
    let isOver = false;
    void currentWorkspace()
      .records.search()
      .then((search) => {
        if (isOver) return;
        const show = () => setProgress(search.progress.get());
        stop = search.progress.subscribe(show);
        show();
      })
      .catch(() => {});
    return () => {
      isOver = true;
      stop?.();
    };
  }, [isAnswered]);
  return progress;
}
