import { useEffect, useState } from 'react';
import { useRemembered } from '../../../platform/draft/drafts.ts';
import { useWorkspace } from '../../../platform/workspace/workspace.ts';
import { messagesEdited } from './leftInRoom.tsx';
import type { Edited } from './rows.ts';

/** Returns the messages of a room whose text is being changed: that outlives their rows, which go with what is out of view, and a reload. */
export function useEdited(roomId: string, isOpen: boolean) {
  const { windows, collections } = useWorkspace().records;
  const revisionNow = (id: string) => collections.message.get(id)?.createdRevision;
  const [typed] = useState(() => messagesEdited(roomId).map((id) => ({ id, revision: revisionNow(id) })));
  const [edited, setEdited] = useRemembered<readonly Edited[]>(`edited in ${roomId}`, typed);
  const [found, setFound] = useState<ReadonlyMap<string, number>>(new Map());
  const unplaced = edited.filter(({ revision }) => revision === undefined);
  // One that waited for a connection gets its place once it is sent, and may leave memory after that.
  useEffect(() => {
    if (unplaced.some(({ id }) => revisionNow(id) !== undefined))
      setEdited(edited.map(({ id, revision }) => ({ id, revision: revision ?? revisionNow(id) })));
  });
  const lost = unplaced.flatMap(({ id }) => (collections.message.get(id) ? [] : [id])).join();
  useEffect(() => {
    if (!isOpen || lost === '') return;
    const ids = lost.split(',');
    const find = () =>
      setFound(
        (before) =>
          new Map([
            ...before,
            ...ids.map((id) => [id, collections.message.get(id)?.createdRevision ?? -1] as const),
          ]),
      );
    // Without a connection none of them counts as gone.
    windows.bring(ids, 'jump').then(find, () => {});
  }, [isOpen, lost, windows, collections]);
  const located = edited.map(({ id, revision }) => ({ id, revision: revision ?? found.get(id) }));
  return [located, setEdited] as const;
}
