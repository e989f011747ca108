import type { WindowItem } from '@kontor/client/replica/windowView';
import type { Message } from '@kontor/contract/nouns/message';
import { VisuallyHidden } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { useMessages } from '../../../platform/text/messages.ts';
import { useWorkspace } from '../../../platform/workspace/workspace.ts';
import type { People } from '../../../ui/person/people.tsx';
import { roomMessages } from '../messages.ts';
import { messageText } from '../messageText.ts';
import { authorName } from '../queries.ts';
import { revisionOf } from './rows.ts';

/** ms that a burst of messages is waited for, and the length to which words are read out. */
const [announceDelayMs, maxWords] = [1_000, 300];

interface AnnouncerProps {
  items: readonly WindowItem<Message>[];
  /** True once the newest messages are here. */
  hasNewest: boolean;
  people: People;
}

/**
 * Reads out to whoever does not see the list what others say while it is open: the words of one message, the number of more. The
 * list itself is silent, for its rows come and go as it scrolls.
 */
export function Announcer({ items, hasNewest, people }: AnnouncerProps) {
  const t = useMessages(roomMessages);
  const { userId } = useWorkspace();
  const [said, setSaid] = useState({ words: '', at: 0 });
  /** Created revision of the newest that was there at first, or was read out. */
  const heard = useRef<number>(undefined);
  const newest = items.reduce((last, item) => Math.max(last, revisionOf(item)), 0);
  useEffect(() => {
    if (!hasNewest) return;
    heard.current ??= newest;
    if (newest <= heard.current) return;
    const timer = setTimeout(() => {
      const from = heard.current ?? newest;
      heard.current = newest;
      const heardNow = items.flatMap((item) =>
        item.kind === 'record' && revisionOf(item) > from ? item.record : [],
      );
      const others = heardNow.filter(({ userId: author, event }) => author !== userId && event === undefined);
      const [only] = others;
      if (!only) return;
      const words =
        others.length > 1
          ? t('newBelow', { count: others.length })
          : `${authorName(only, people, t('somebody'))}: ${messageText(only).slice(0, maxWords)}`;
      setSaid({ words, at: newest });
    }, announceDelayMs);
    return () => clearTimeout(timer);
  }, [items, hasNewest, newest, people, userId, t]);
  return (
    <VisuallyHidden role="status">
      {/* Anew for each: the same words twice are no change, and would be read out once. */}
      <span key={said.at}>{said.words}</span>
    </VisuallyHidden>
  );
}
