/** Makes the rows of a room's list: messages by day and person, gaps, and the line above what is new. */
import type { Row } from '@kontor/client/replica/row';
import type { WindowItem } from '@kontor/client/replica/windowView';
import { timeOf } from '@kontor/client/searching/searchedDocument';
import type { Message } from '@kontor/contract/nouns/message';
import { dayOf } from '@kontor/contract/time/day';

export type StreamRow =
  | { kind: 'day'; key: string; day: string }
  | { kind: 'new'; key: string }
  /** In the midst; what is missing before the first row is no row. */
  | { kind: 'gap'; key: string; from: number; to: number }
  /** `isFirst`: its author and time stand above it; `isLate`: it waited for a connection, and stands behind later ones. */
  | { kind: 'message'; key: string; message: Message; isFirst: boolean; isLate: boolean };

export interface StreamRows {
  rows: readonly StreamRow[];
  /** The revisions that are missing before the first row; undefined where nothing is. */
  before: { from: number; to: number } | undefined;
}

/** ms after which somebody's next message stands under their name anew. */
const groupTime = 5 * 60_000;

/** Two clocks may differ by so much (ms) before a message counts as late. */
const lateAfter = 5 * 60_000;

/** Returns the created revision of an item; 0 for a gap, and for what is not on the server yet. */
export const revisionOf = (item: WindowItem<Message>): number =>
  item.kind === 'record' ? (item.record.createdRevision ?? 0) : 0;

/** A message whose text is being changed. */
export interface Edited {
  id: string;
  /** Its created revision; -1 of one that is nowhere, undefined while it is not known, as of one that was not sent yet. */
  revision: number | undefined;
}

/** Tells whether a message is neither here nor in what is still to be brought. */
export const isGone = ({ id, revision }: Edited, items: readonly WindowItem<Message>[]): boolean =>
  !items.some((item) =>
    item.kind === 'record'
      ? item.key === id
      : revision === undefined || (item.from <= revision && revision <= item.to),
  );

/** Returns the last message that somebody said, as long as nothing behind it is missing. */
export function lastSaidBy(userId: string, items: readonly WindowItem<Message>[]): Message | undefined {
  const isOwn = (item: WindowItem<Message>) =>
    item.kind === 'record' && item.record.userId === userId && item.record.event === undefined;
  const found = items.findLast((item) => item.kind === 'gap' || isOwn(item));
  return found?.kind === 'record' ? found.record : undefined;
}

/**
 * Returns when a message was said: a clock that runs ahead makes nothing later than it came, until what it
 * said is changed.
 */
const saidAt = (message: Message): number => timeOf('message', message as unknown as Row);

/** Returns the rows of a stream. @param newFrom id of the first message that is new, above which the line stands */
export function streamRows(items: readonly WindowItem<Message>[], newFrom: string | undefined): StreamRows {
  const rows: StreamRow[] = [];
  const [first] = items;
  const before = first?.kind === 'gap' ? { from: first.from, to: first.to } : undefined;
  let last: Message | undefined;
  let day = '';
  for (const item of before ? items.slice(1) : items) {
    if (item.kind === 'gap') {
      // Its end tells it from what is left of it once some of it came.
      rows.push({ kind: 'gap', key: `${item.key} ${item.to}`, from: item.from, to: item.to });
      last = undefined;
      continue;
    }
    const { record } = item;
    // A clock that lies moves nobody's day back and forth, nor takes the days away from all that follow.
    const said = saidAt(record);
    const at = dayOf(said);
    const isNewDay = at > day;
    if (isNewDay) {
      day = at;
      rows.push({ kind: 'day', key: `day ${day}`, day });
    }
    const isNew = record.id === newFrom;
    if (isNew) rows.push({ kind: 'new', key: 'new' });
    const isFirst = isNewDay || isNew || !last || !goesOn(last, record);
    const isLate = last !== undefined && saidAt(last) - said > lateAfter;
    rows.push({ kind: 'message', key: record.id, message: record, isFirst, isLate });
    last = record;
  }
  return { rows, before };
}

const goesOn = (last: Message, next: Message): boolean =>
  last.userId === next.userId &&
  last.event === undefined &&
  next.event === undefined &&
  next.replyToId === undefined &&
  Math.abs(next.createdAt - last.createdAt) < groupTime;
