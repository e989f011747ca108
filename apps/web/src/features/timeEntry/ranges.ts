/**
 * The times of an entry as one line: `9:00–12:00, 13:00–17:30`. `22:00–2:00+1` ends the day after, `+2` two days after; where the clock goes back,
 * the hour that comes twice is `2:30A` and `2:30B`; `9:00–` still runs. A duration alone (`1:30`, `1,5`, `90m`) stands for a
 * range behind the last one of the day.
 */
import { areSegments, type Segment } from '@kontor/contract/nouns/timeEntry';
import { addDays, daysBetween } from '@kontor/contract/time/day';
import { dayAt, minutesAt, momentAt, momentsAt } from '@kontor/contract/time/zone';
import { parseDuration } from '../../platform/text/parseNumber.ts';
import { formatTimeOfDay, parseTime } from '../../platform/text/parseTime.ts';

export type RangeFault = 'badRange' | 'endBeforeStart' | 'rangesOverlap' | 'rangeTooLong' | 'entryTooLong';

/** The day of times that are typed. */
export interface RangePlace {
  day: string;
  zone: string;
  /** Returns the moment at which a duration (ms) without a time begins, ms. */
  begin: (length: number) => number;
}

const rangePattern = /^(.+?)\s*(?:-|–|—|bis|to)\s*(.*)$/i;

/** Reads the times of a day. Returns what is wrong with them instead, if something is. */
export function parseRanges(typed: string, { day, zone, begin }: RangePlace): Segment[] | RangeFault {
  const texts = typed
    .split(/[,;]\s+|[;\n]/)
    .map((text) => text.trim())
    .filter(Boolean);
  if (texts.length === 1 && !rangePattern.test(texts[0]!)) {
    const minutes = parseDuration(texts[0]!);
    if (!minutes || minutes < 0) return 'badRange';
    if (minutes > 24 * 60) return 'rangeTooLong';
    const length = minutes * 60_000;
    const from = begin(length);
    return [{ from, to: from + length }];
  }
  const segments: Segment[] = [];
  for (const [i, text] of texts.entries()) {
    const [, start = '', end = ''] = rangePattern.exec(text) ?? [];
    const from = readMoment(start, day, zone);
    const isOpen = end === '' && i === texts.length - 1;
    const to = isOpen ? undefined : readMoment(end, day, zone);
    if (from === undefined || (to === undefined && !isOpen)) return 'badRange';
    if (to !== undefined && to <= from) return 'endBeforeStart';
    segments.push(to === undefined ? { from } : { from, to });
  }
  segments.sort((a, b) => a.from - b.from);
  const overlaps = segments.some(
    ({ from }, i) => i > 0 && from < (segments[i - 1]!.to ?? Number.POSITIVE_INFINITY),
  );
  if (overlaps) return 'rangesOverlap';
  if (!areSegments(segments)) return 'entryTooLong';
  return segments.length > 0 ? segments : 'badRange';
}

/** Returns segments as they are on another day: they begin at the same time of day and last as long. */
export function movedTo(segments: readonly Segment[], day: string, zone: string): Segment[] {
  const begin = segments[0]?.from ?? 0;
  const later = momentAt(day, minutesAt(begin, zone), zone) + (begin % 60_000) - begin;
  return segments.map(({ from, to }) => ({
    from: from + later,
    ...(to !== undefined && { to: to + later }),
  }));
}

function readMoment(text: string, day: string, zone: string): number | undefined {
  const [, clock = '', which, later] = /^(.*?)\s*([ab])?\s*(?:\+(\d{1,3}))?$/i.exec(text.trim()) ?? [];
  // `9a` would be a time in English, too; the letter counts where the hour comes twice alone.
  const minutes = parseTime(which && /m$/i.test(clock) ? text : clock);
  if (minutes === null || minutes === undefined) return undefined;
  const on = addDays(day, Number(later ?? 0));
  const found = momentsAt(on, minutes, zone);
  if (found.length === 2) return which?.toLowerCase() === 'b' ? found[1] : found[0];
  return found[0] ?? momentAt(on, minutes, zone);
}

function writeMoment(moment: number, day: string, zone: string): string {
  const on = dayAt(moment, zone);
  const minutes = minutesAt(moment, zone);
  const found = momentsAt(on, minutes, zone);
  const which = found.length === 2 ? (moment >= found[1]! ? 'B' : 'A') : '';
  const later = daysBetween(day, on);
  return formatTimeOfDay(minutes) + which + (later > 0 ? `+${later}` : '');
}

/** Writes segments as `parseRanges` reads them; seconds are left out. */
export const formatRanges = (segments: readonly Segment[], day: string, zone: string): string =>
  segments
    .map(
      ({ from, to }) =>
        `${writeMoment(from, day, zone)}–${to === undefined ? '' : writeMoment(to, day, zone)}`,
    )
    .join(', ');
