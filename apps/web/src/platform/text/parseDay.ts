/** Reads a day as people type it. */
import { addDays, daysBetween, nextMonth, today } from '@kontor/contract/time/day';
import { parseDayWords, type Toward } from './dayWords.ts';
import { region } from './locale.ts';

const names = (tag: string) => {
  const format = new Intl.DateTimeFormat(tag, { month: 'long', timeZone: 'UTC' });
  return Array.from({ length: 12 }, (_, month) => format.format(Date.UTC(2026, month, 1)).toLowerCase());
};
let monthNames: string[][] | undefined;
const austrian = ['jänner', 'feber'];

/** Returns the month (1 to 12) that an English, German or Austrian name of at least three letters begins. */
function monthOf(word: string): number {
  monthNames ??= [names('en'), names('de'), austrian];
  const start = word.toLowerCase().replace(/\.$/, '');
  if (start.length < 3) return 0;
  return Math.max(0, ...monthNames.map((list) => list.findIndex((name) => name.startsWith(start)) + 1));
}

/** Returns the day `YYYY-MM-DD` if there is such a day. */
function dayFrom(year: number, month: number, day: number): string | undefined {
  const date = new Date(Date.UTC(year, month - 1, day));
  const isReal =
    date.getUTCMonth() === month - 1 && date.getUTCDate() === day && year >= 1000 && year <= 9999;
  return isReal ? date.toISOString().slice(0, 10) : undefined;
}

/** Tells whether a region writes the month before the day. */
function isMonthFirst(tag: string): boolean {
  const parts = new Intl.DateTimeFormat(tag, { day: 'numeric', month: 'numeric' }).formatToParts();
  const at = (wanted: string) => parts.findIndex(({ type }) => type === wanted);
  return at('month') < at('day');
}

/** Days back from today within which a day without a year may lie: of this year, and of the last one as the nearest. */
const maxBack = { thisYear: 183, lastYear: 62 };

/**
 * Returns the day that is meant: `2026-03-12`, `12.3.2026`, `12.3.26`, `12.3.`, `12 Mar 2026`, `12. März`,
 * `Mar 12, 2026`, and words as `parseDayWords` reads them. Figures with dots between them begin with the day; with
 * anything else, as in `3/12/2026`, they stand in the order of the region (`tag`). Without a year this year is meant or,
 * where that is more than half a year ago, the next; as the nearest also the last one, up to two months ago; toward the past the
 * last one in which that day is not after today; `since` a day the first one there or behind it. A year of two figures is one of this century or, toward the past and after this
 * year, of the last.
 */
export function parseDay(
  typed: string,
  now = today(),
  tag = region(),
  toward: Toward = 'future',
): string | undefined {
  const text = typed.trim();
  const iso = /^(\d{4})[-/](\d{1,2})[-/](\d{1,2})$/.exec(text);
  if (iso) return dayFrom(Number(iso[1]), Number(iso[2]), Number(iso[3]));
  const said = parseDayWords(text, now, toward);
  if (said) return said;
  const parts =
    /^(\d{1,2}|\p{L}{3,})([.\s/-]+)(\d{1,2}|\p{L}{3,}\.?)(?:[.,\s/-]+(\d{4}|\d{2}))?[.\s/-]*$/u.exec(text);
  if (!parts) return undefined;
  const [, first, between, second] = parts as unknown as [string, string, string, string];
  const inFigures = /^\d+$/.test(first + second) && !between.includes('.');
  const [day, month] =
    /^\p{L}/u.test(first) || (inFigures && isMonthFirst(tag)) ? [second, first] : [first, second];
  const inYear = (year: number) => dayFrom(year, Number(month) || monthOf(month), Number(day));
  const year = parts[4];
  const thisYear = Number(now.slice(0, 4));
  if (year?.length === 2) {
    const ofCentury = Number(`20${year}`);
    return inYear(toward === 'past' && ofCentury > thisYear ? ofCentury - 100 : ofCentury);
  }
  if (year) return inYear(Number(year));
  // 29 February may be eight years away.
  const from = typeof toward === 'object' ? Number(toward.since.slice(0, 4)) : thisYear - 1;
  const years = Array.from({ length: 10 }, (_, n) => (toward === 'past' ? thisYear - n : from + n));
  const days = years.flatMap((each) => inYear(each) ?? []);
  if (typeof toward === 'object') return days.find((each) => each >= toward.since);
  if (toward === 'past') return days.find((each) => each <= now);
  return days.find((each) => {
    const isThisYear = each.slice(0, 4) >= now.slice(0, 4);
    const most = isThisYear ? maxBack.thisYear : toward === 'nearest' ? maxBack.lastYear : 0;
    return daysBetween(each, now) <= most;
  });
}

/**
 * Returns the first day of a month or a year, or its last: `2025`, `March 2026`, `3.2026`, `2026-03`, `März`. A month without
 * a year is the last one of which that day is not after today: what is before November lies before the one that began, what is after
 * November behind the one that ended.
 */
export function dayOfPeriod(typed: string, edge: 'first' | 'last', now = today()): string | undefined {
  const text = typed.trim();
  const [, isoYear, isoMonth] = /^(\d{4})[-/](\d{1,2})$/.exec(text) ?? [];
  const [, said, saidYear] = /^(?:(\d{1,2}|\p{L}{3,})[.\s/-]+)?(\d{4})$/u.exec(text) ?? [];
  const year = Number(isoYear ?? saidYear);
  const inMonth = (year: number, month: number) => {
    const first = dayFrom(year, month, 1);
    return first && edge === 'last' ? addDays(nextMonth(first), -1) : first;
  };
  if (!year) {
    const thisYear = Number(now.slice(0, 4));
    const days = [thisYear, thisYear - 1].map((each) => inMonth(each, monthOf(text)));
    return days.find((day) => day !== undefined && day <= now);
  }
  const name = isoMonth ?? said;
  if (name === undefined) return inMonth(year, edge === 'first' ? 1 : 12);
  return inMonth(year, Number(name) || monthOf(name));
}
