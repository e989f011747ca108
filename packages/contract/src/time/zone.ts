/**
 * Places moments on the clock of a time zone. Days are `YYYY-MM-DD`, moments ms since 1970-01-01T00:00Z; a day lasts 23 to 25
 * hours where clocks change. The rules of zones come from `Intl`.
 */
import { addDays, dayMs } from './day.ts';

const formats = new Map<string, Intl.DateTimeFormat>();
/** Formats that are remembered: more than there are zones, fewer than there are ways to write their names. */
const mostFormats = 500;
const starts = new Map<string, Map<string, number>>();

/** Returns true if the zone is one that this machine knows. */
export function isZone(zone: string): boolean {
  try {
    formatOf(zone);
    return true;
  } catch {
    return false;
  }
}

/** Returns the zone that the machine names; undefined where it knows none by that name, as `Etc/Unknown`. */
export function machineZone(): string | undefined {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  return isZone(timeZone) ? timeZone : undefined;
}

/** Returns the zone of the reader's own clock; UTC where the machine does not know it. */
export const ownZone = (): string => machineZone() ?? 'UTC';

function formatOf(zone: string): Intl.DateTimeFormat {
  let format = formats.get(zone);
  if (!format) {
    const parts = { year: 'numeric', month: '2-digit', day: '2-digit', era: 'narrow' } as const;
    const clock = { hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' } as const;
    format = new Intl.DateTimeFormat('en-US', { timeZone: zone, ...parts, ...clock });
    if (formats.size >= mostFormats) formats.clear();
    formats.set(zone, format);
  }
  return format;
}

/** Returns what a zone's clock shows at a moment, as if it were UTC, in ms. */
function clockAt(moment: number, zone: string): number {
  const at: Record<string, string> = {};
  for (const { type, value } of formatOf(zone).formatToParts(moment)) at[type] = value;
  const { year, month, day, hour, minute, second } = at;
  const ms = ((moment % 1000) + 1000) % 1000;
  return Date.UTC(+year!, +month! - 1, +day!, +hour!, +minute!, +second!) + ms;
}

/**
 * Returns the moments at which a zone's clock shows a time of a day: two where the clock goes back over it, none where it
 * jumps over it. `minutes` since midnight on the clock's face.
 */
export function momentsAt(day: string, minutes: number, zone: string): number[] {
  const face = Date.parse(`${day}T00:00:00Z`) + minutes * 60_000;
  const offsets = [-dayMs, dayMs].map((ms) => clockAt(face + ms, zone) - (face + ms));
  const found = [...new Set(offsets)].map((offset) => face - offset);
  return found.filter((moment) => clockAt(moment, zone) === face).sort((a, b) => a - b);
}

/** Returns a moment at which the clock shows this, the later of two; the end of the gap where the clock jumps over it. */
export function momentAt(day: string, minutes: number, zone: string): number {
  const found = momentsAt(day, minutes, zone).at(-1);
  if (found !== undefined) return found;
  // The clock jumps ahead within the next hours.
  for (let later = minutes + 15; ; later += 15) {
    const [next] = momentsAt(day, later, zone);
    if (next === undefined) continue;
    return firstAfter(next - 15 * 60_000, next, zone);
  }
}

/** Returns the moment between two at which the zone's clock jumps; to the second. */
function firstAfter(before: number, after: number, zone: string): number {
  let [low, high] = [before, after];
  const jumped = clockAt(after, zone) - after;
  while (high - low > 1000) {
    const middle = Math.floor((low + high) / 2000) * 1000;
    if (clockAt(middle, zone) - middle === jumped) high = middle;
    else low = middle;
  }
  return high;
}

/** Returns the first moment of a day in a zone. */
export function startOfDay(day: string, zone: string): number {
  let known = starts.get(zone);
  if (!known) {
    known = new Map();
    starts.set(zone, known);
  }
  let start = known.get(day);
  if (start === undefined) {
    start = momentsAt(day, 0, zone)[0] ?? momentAt(day, 0, zone);
    known.set(day, start);
  }
  return start;
}

/** Returns the first moment of a day by this device's clock. */
export const startOfOwnDay = (day: string): number => new Date(`${day}T00:00`).getTime();

/** Returns the day that a zone's calendar shows at a moment. */
export function dayAt(moment: number, zone: string): string {
  let day = new Date(moment).toISOString().slice(0, 10);
  while (moment < startOfDay(day, zone)) day = addDays(day, -1);
  for (let next = addDays(day, 1); moment >= startOfDay(next, zone); next = addDays(day, 1)) day = next;
  return day;
}

/** Returns the minutes since midnight that a zone's clock shows at a moment. */
export function minutesAt(moment: number, zone: string): number {
  const face = clockAt(moment, zone);
  return Math.floor((face - Math.floor(face / dayMs) * dayMs) / 60_000);
}
