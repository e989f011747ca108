import { joinedIn, seenIn } from '@kontor/client/nouns/room';
import type { Message } from '@kontor/contract/nouns/message';
import type { Room } from '@kontor/contract/nouns/room';
import { Button } from '@mantine/core';
import { IconArrowDown } from '@tabler/icons-react';
import { useVirtualizer } from '@tanstack/react-virtual';
import {
  type ReactNode,
  type Ref,
  useCallback,
  useEffect,
  useImperativeHandle,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { useMessages } from '../../../platform/text/messages.ts';
import { toast } from '../../../platform/toasts.tsx';
import { useWorkspace } from '../../../platform/workspace/workspace.ts';
import { Icon } from '../../../ui/icon.tsx';
import { printedMost, usePrinting } from '../../../ui/list/printing.ts';
import type { People } from '../../../ui/person/people.tsx';
import { boxOf } from '../../../ui/picture/box.ts';
import { roomMessages } from '../messages.ts';
import { Announcer } from './announcer.tsx';
import { Divider, StreamHead } from './dividers.tsx';
import { LeftEdit } from './leftInRoom.tsx';
import { MessageItem } from './messageItem.tsx';
import { isGone, lastSaidBy, revisionOf, type StreamRow, streamRows } from './rows.ts';
import css from './stream.module.css';
import { useEdited } from './useEdited.ts';
import { useEnd } from './useEnd.ts';
import { useReadMark } from './useReadMark.ts';
import { useStream } from './useStream.ts';

/** Rows beyond either edge; what is missing is fetched before it comes into view. */
const overscan = 8;
/** Pixels: room above the first row, guessed heights of a row and of a file in it. */
const [headHeight, rowHeight, fileHeight] = [64, 52, 66];
/** ms for which a message that was jumped to stands out. */
const markedFor = 2_500;

/** A message that somebody wants to see: by id, or the first from a created revision on. */
export interface Target {
  id?: string | undefined;
  revision?: number | undefined;
  /** True once everything around it was brought. */
  isBrought?: boolean;
}

export interface StreamHandle {
  toEnd: () => void;
  /** The person types: what they marked as unread is read like the rest. */
  resume: () => void;
  toMoment: (at: number) => void;
  toMessage: (id: string) => void;
  /** Opens the last message that this person said, to be changed. */
  editLast: () => void;
}

interface StreamProps {
  room: Room;
  name: string;
  people: People;
  /** The people whom `@` offers. */
  readers: People;
  mayWrite: boolean;
  /** The message that the address names. */
  target: Target | undefined;
  onReply: (message: Message) => void;
  onQuote: (message: Message) => void;
  onMakeTask: (message: Message) => void;
  /** A message's text is not being changed any more: the field that had the focus is gone. */
  onEdited: () => void;
  /** Shows the files of a message. */
  filesOf: (message: Message) => ReactNode;
  ref?: Ref<StreamHandle>;
}

/** Shows the list of what was said in a room, the newest last. */
export function Stream({
  room,
  name,
  people,
  readers,
  mayWrite,
  target,
  onReply,
  onQuote,
  onMakeTask,
  onEdited,
  filesOf,
  ref,
}: StreamProps) {
  const t = useMessages(roomMessages);
  const { records, userId } = useWorkspace();
  const { collections } = records;
  const { items, isOpen, hasNewest, isStart, loading, bring, retry, jump, show } = useStream(room.id);
  const element = useRef<HTMLDivElement>(null);
  const [wanted, setWanted] = useState<Target | undefined>(target);
  const [marked, setMarked] = useState<string>();
  const [edited, setEdited] = useEdited(room.id, isOpen);
  const edit = ({ id, createdRevision: revision }: Message, isOn: boolean) => {
    setEdited([...edited.filter((each) => each.id !== id), ...(isOn ? [{ id, revision }] : [])]);
    if (!isOn) onEdited();
  };
  const newest = useMemo(() => items.reduce((last, item) => Math.max(last, revisionOf(item)), 0), [items]);
  const [isAtEnd, setAtEnd] = useState(false);
  const { line, markUnread, resume } = useReadMark(room.id, { newest, isOpen, isInView: isAtEnd });
  const newFrom = useMemo(() => firstNew(items, line, userId), [items, line, userId]);
  const { rows, before } = useMemo(() => streamRows(items, newFrom), [items, newFrom]);
  // Nobody's own words count as unread to them, nor what is said in a room that they are not in, or was before they came.
  const joined = useMemo(
    () =>
      items.length > 0 && room.memberIds.includes(userId)
        ? joinedIn(collections, room.id, userId)
        : Number.POSITIVE_INFINITY,
    [items, collections, room, userId],
  );
  const isCounted = ({ userId: author, createdRevision = 0 }: Message) =>
    author !== userId && createdRevision > joined;
  const byId = useMemo(
    () => new Map(items.flatMap((item) => (item.kind === 'record' ? [[item.record.id, item.record]] : []))),
    [items],
  );
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => element.current,
    getItemKey: (index) => rows[index]!.key,
    estimateSize: (index) => heightOf(rows[index]!),
    anchorTo: 'end',
    // Nowhere: `useEnd` holds the end, and lets go of it where the person works upon something.
    scrollEndThreshold: -1,
    paddingStart: headHeight,
    paddingEnd: 12,
    overscan,
  });
  const shown = virtualizer.getVirtualItems();
  const isPrinting = usePrinting();
  const drawn = isPrinting ? lastRows(rows) : shown;

  const { toEnd, leave } = useEnd(element, setAtEnd);

  // Where it begins: at the first that is new, at the message of the address, else at the end.
  const hasBegun = useRef(false);
  useLayoutEffect(() => {
    if (!isOpen || hasBegun.current || rows.length === 0) return;
    hasBegun.current = true;
    const at = rows.findIndex(({ kind }) => kind === 'new');
    if (at < 0) return toEnd();
    leave();
    virtualizer.scrollToIndex(at, { align: 'start' });
  }, [isOpen, rows, virtualizer, toEnd, leave]);

  /** Number of things that somebody wanted to see so far: what is brought for an earlier one comes too late. */
  const wishes = useRef(0);
  const bringTo = useCallback(
    async (to: Parameters<typeof jump>[0], id?: string) => {
      const number = ++wishes.current;
      const revision = await jump(to);
      if (revision !== undefined && wishes.current === number) setWanted({ id, revision, isBrought: true });
    },
    [jump],
  );

  useEffect(() => setWanted(target), [target]);
  useEffect(() => {
    if (!isOpen || !wanted) return;
    const { id, revision, isBrought } = wanted;
    const index = indexOf(rows, wanted);
    const row = rows[index];
    setWanted(undefined);
    if (!isBrought) wishes.current++;
    if (row) {
      leave();
      virtualizer.scrollToIndex(index, { align: 'center' });
      // What is gone has neighbours, which nobody asked for.
      if (id === undefined || row.key === id) setMarked(row.key);
      else toast.info(roomMessages.t('wasDeleted'));
    } else if (isBrought) {
      toEnd();
      toast.info(roomMessages.t(id === undefined ? 'nothingSince' : 'wasDeleted'));
    } else {
      void bringTo(revision !== undefined ? { revision } : { id: id ?? '' }, id);
    }
  }, [isOpen, wanted, rows, virtualizer, bringTo, leave, toEnd]);
  useEffect(() => {
    if (!marked) return;
    const timer = setTimeout(() => setMarked(undefined), markedFor);
    return () => clearTimeout(timer);
  }, [marked]);

  const readToEnd = () => {
    wishes.current++;
    resume();
    toEnd();
  };
  useImperativeHandle(ref, () => ({
    toEnd: readToEnd,
    resume,
    toMoment: (at) => void bringTo({ at }),
    toMessage: (id) => setWanted({ id }),
    editLast: () => {
      const last = lastSaidBy(userId, items);
      if (!last) return;
      edit(last, true);
      setWanted({ id: last.id });
    },
  }));

  // What is near the screen and not here is brought.
  const [first, last] = [shown[0]?.index ?? 0, shown.at(-1)?.index ?? 0];
  const middle = (first + last) / 2;
  const gapIndex = rows.findIndex(({ kind }, index) => kind === 'gap' && index >= first && index <= last);
  const gap = rows[gapIndex];
  useEffect(() => {
    if (!isOpen || loading !== 'idle' || !hasBegun.current) return;
    if (gap?.kind === 'gap') bring(gapIndex < middle ? { before: gap.to + 1 } : { after: gap.from - 1 });
    else if (before && first <= overscan) bring({ before: before.to + 1 });
  }, [isOpen, loading, gap, gapIndex, middle, before, first, bring]);
  useEffect(() => {
    const revisions = rows
      .slice(first, last + 1)
      .flatMap((row) =>
        row.kind === 'message' && row.message.createdRevision !== undefined
          ? [row.message.createdRevision]
          : [],
      );
    show(revisions.length > 0 ? { from: Math.min(...revisions), to: Math.max(...revisions) } : undefined);
  }, [rows, first, last, show]);

  const lastInView = virtualizer.range?.endIndex ?? 0;
  const seen = seenIn(collections, room.id, userId);
  const below = useMemo(() => newBelow(rows, lastInView, seen, userId), [rows, lastInView, seen, userId]);
  return (
    <div className={css.root}>
      <div
        ref={element}
        className={css.scroller}
        role="log"
        aria-label={t('messagesIn', { name })}
        aria-live="off"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by keyboard
        tabIndex={0}
      >
        <div className={css.list} style={{ height: virtualizer.getTotalSize() }}>
          <div className={css.head}>
            <StreamHead
              isOpen={isOpen}
              isStart={isStart}
              isEmpty={rows.length === 0}
              hasFailed={loading === 'failed'}
              name={name}
              onRetry={retry}
            />
          </div>
          <div className={css.rows} style={{ transform: `translateY(${shown[0]?.start ?? 0}px)` }}>
            {drawn.map(({ index, key }) => {
              const row = rows[index]!;
              return (
                <div key={key} data-index={index} ref={isPrinting ? undefined : virtualizer.measureElement}>
                  {row.kind === 'message' ? (
                    <MessageItem
                      message={row.message}
                      isFirst={row.isFirst}
                      isLate={row.isLate}
                      isMarked={marked === row.key}
                      isEdited={edited.some(({ id }) => id === row.key)}
                      onEdit={(isOn) => edit(row.message, isOn)}
                      repliedTo={row.message.replyToId ? byId.get(row.message.replyToId) : undefined}
                      room={room}
                      people={people}
                      readers={readers}
                      mayWrite={mayWrite}
                      onReply={onReply}
                      onQuote={onQuote}
                      onMakeTask={onMakeTask}
                      onMarkUnread={
                        isCounted(row.message)
                          ? () => markUnread(row.message.createdRevision ?? 0)
                          : undefined
                      }
                      filesOf={filesOf}
                      onGoTo={(id) => setWanted({ id })}
                    />
                  ) : (
                    <Divider row={row} hasFailed={loading === 'failed'} onRetry={retry} />
                  )}
                </div>
              );
            })}
          </div>
        </div>
      </div>
      {isOpen && (
        <div className={css.left}>
          {edited
            .filter((each) => isGone(each, items))
            .map(({ id }) => (
              <LeftEdit key={id} messageId={id} roomId={room.id} />
            ))}
        </div>
      )}
      <Announcer items={items} hasNewest={hasNewest} people={people} />
      {isOpen && rows.length > 0 && !isAtEnd && (
        <Button
          className={css.toEnd!}
          size="compact-sm"
          variant={below > 0 ? 'filled' : 'default'}
          leftSection={<Icon of={IconArrowDown} size={16} />}
          onClick={() => {
            readToEnd();
            // The button goes.
            element.current!.focus({ preventScroll: true });
          }}
        >
          {below > 0 ? t('newBelow', { count: below }) : t('toNewest')}
        </Button>
      )}
    </div>
  );
}

/** Returns the newest rows, as many as are printed of one list. */
const lastRows = (rows: readonly StreamRow[]) =>
  rows.map(({ key }, index) => ({ key, index })).slice(-printedMost);

type Items = ReturnType<typeof useStream>['items'];

/** Returns the height that a row will have, roughly: pictures are tall, and their places known. */
const heightOf = (row: StreamRow): number =>
  row.kind !== 'message'
    ? rowHeight
    : row.message.files.reduce(
        (sum, { width, height }) =>
          sum + (width && height ? boxOf({ width, height }).height + 6 : fileHeight),
        rowHeight,
      );

const isNewTo = ({ userId, event, createdRevision = 0 }: Message, line: number, selfId: string): boolean =>
  userId !== selfId && event === undefined && createdRevision > line;

function firstNew(items: Items, line: number, selfId: string): string | undefined {
  const found = items.find((item) => item.kind === 'record' && isNewTo(item.record, line, selfId));
  return found?.key;
}

function indexOf(rows: readonly StreamRow[], { id, revision, isBrought }: Target): number {
  const byId = rows.findIndex((row) => row.kind === 'message' && row.message.id === id);
  // Before that, the next row that is here may be months away.
  if (byId >= 0 || revision === undefined || !isBrought) return byId;
  return rows.findIndex((row) => row.kind === 'message' && (row.message.createdRevision ?? 0) >= revision);
}

/** Counts what was not seen yet, from the last row on that is in view, of which there may be more. */
const newBelow = (rows: readonly StreamRow[], last: number, seen: number, selfId: string): number =>
  rows.slice(last).filter((row) => row.kind === 'message' && isNewTo(row.message, seen, selfId)).length;
