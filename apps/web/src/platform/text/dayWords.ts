/** Reads days as people say them, English and German alike, whatever the interface speaks: `fr`, `morgen`, `in 3 days`. */
import { addDays, mondayOf, monthStart, nextMonth, weekday, weekNumber } from '@kontor/contract/time/day';

const fromToday: Readonly<Record<string, number>> = {
  today: 0,
  heute: 0,
  tomorrow: 1,
  morgen: 1,
  'day after tomorrow': 2,
  übermorgen: 2,
  uebermorgen: 2,
  yesterday: -1,
  gestern: -1,
};

/** Names of the days of a week, Monday first; the first two letters will do. */
const weekdays = [
  ['monday', 'montag'],
  ['tuesday', 'dienstag'],
  ['wednesday', 'mittwoch'],
  ['thursday', 'donnerstag'],
  ['friday', 'freitag'],
  ['saturday', 'samstag', 'sonnabend'],
  ['sunday', 'sonntag'],
];

/** `mo` to `so`: what German calendars print, where the first letters alone would leave a choice. */
const shortNames = ['mo', 'di', 'mi', 'do', 'fr', 'sa', 'so'];

const numbers: Readonly<Record<string, number>> = {
  a: 1,
  an: 1,
  one: 1,
  ein: 1,
  einem: 1,
  einer: 1,
  two: 2,
  zwei: 2,
  three: 3,
  drei: 3,
  four: 4,
  vier: 4,
  five: 5,
  fünf: 5,
  fuenf: 5,
  six: 6,
  sechs: 6,
  seven: 7,
  sieben: 7,
  eight: 8,
  acht: 8,
  nine: 9,
  neun: 9,
  ten: 10,
  zehn: 10,
  eleven: 11,
  elf: 11,
  twelve: 12,
  zwölf: 12,
  zwoelf: 12,
};

const units: readonly [RegExp, (day: string, count: number) => string][] = [
  [/^(d|days?|tag|tagen?)$/, addDays],
  [/^(w|weeks?|wochen?)$/, (day, count) => addDays(day, 7 * count)],
  [/^(months?|monat|monaten?)$/, addMonths],
];

const next = /^(?:next|nächste[rnms]?|naechste[rnms]?) (.+)$/;
const coming = /^(?:this|on|am|diese[rnms]?|kommende[rnms]?) (.+)$/;
const monthEnd = /^(?:end of (?:the )?month|month end|monatsende|ende des monats)$/;

/**
 * Where a day is looked for that could be before today or after it: on one side, as near as possible, or, as the end of a span, from its
 * first day (`since`) on.
 */
export type Toward = 'past' | 'future' | 'nearest' | { since: string };

/**
 * Returns the same day of another month, or its last where it has none: 31 January and a month is 28
 * February.
 */
function addMonths(day: string, count: number): string {
  let month = monthStart(day);
  for (let i = 0; i < count; i++) month = nextMonth(month);
  for (let i = 0; i > count; i--) month = monthStart(addDays(month, -1));
  const wanted = addDays(month, Number(day.slice(8)) - 1);
  return wanted.slice(0, 7) === month.slice(0, 7) ? wanted : addDays(nextMonth(month), -1);
}

const weekdayOf = (word: string): number => {
  const short = shortNames.indexOf(word);
  if (short >= 0 || word.length < 2) return short;
  return weekdays.findIndex((names) => names.some((name) => name.startsWith(word)));
};

/** Returns the Monday of the week with that number, this week's or the nearest one from there. */
function mondayOfWeek(number: number, today: string, toward: Toward): string | undefined {
  const monday = mondayOf(today);
  const steps = toward === 'past' ? [-7] : toward === 'nearest' ? [7, -7] : [7];
  return Array.from({ length: 54 }, (_, weeks) => steps.map((step) => addDays(monday, step * weeks)))
    .flat()
    .find((day) => weekNumber(day) === number);
}

function fromNow(words: string, today: string, toward: Toward): string | undefined {
  const [, ahead = '', count = '', unit = ''] = /^(in |\+ ?)?(\d{1,3}|\p{L}+) ?(\p{L}*)$/u.exec(words) ?? [];
  const number = /^\d+$/.test(count) ? Number(count) : numbers[count];
  if (number === undefined) return undefined;
  if (unit === '') return words.startsWith('+') ? addDays(today, number) : undefined;
  const signed = toward === 'past' && !ahead ? -number : number;
  return units.find(([names]) => names.test(unit))?.[1](today, signed);
}

/**
 * Returns the day that words mean, counted from `today`; undefined for other words. A weekday is the next one after today, or,
 * toward the past, the last one until today; one that is named alone may be the nearest, or the first since a day. "next"
 * before it means the one of next week. So are weeks by number, and "3 days".
 */
export function parseDayWords(typed: string, today: string, toward: Toward = 'future'): string | undefined {
  const words = typed.trim().toLowerCase().replaceAll(/\s+/g, ' ').replace(/[.!]$/, '');
  const days = fromToday[words];
  if (days !== undefined) return addDays(today, days);
  if (monthEnd.test(words)) return addDays(nextMonth(today), -1);
  const week = /^(?:kw|w|week|woche) ?(\d{1,2})$/.exec(words);
  const since = typeof toward === 'object' ? toward.since : today;
  if (week) return mondayOfWeek(Number(week[1]), since, toward);
  const later = next.exec(words)?.[1];
  const nextMonday = addDays(today, 7 - weekday(today));
  if (later && /^(week|woche)$/.test(later)) return nextMonday;
  if (later && /^(month|monat)$/.test(later)) return nextMonth(today);
  const isBare = weekdayOf(words) >= 0;
  const at = weekdayOf(later ?? coming.exec(words)?.[1] ?? words);
  if (at < 0) return fromNow(words, today, toward);
  if (later) return addDays(nextMonday, at);
  const following = addDays(today, ((at - weekday(today) + 6) % 7) + 1);
  if (toward === 'nearest' && isBare) return addDays(today, ((at - weekday(today) + 10) % 7) - 3);
  if (typeof toward === 'object' && isBare) return addDays(since, (at - weekday(since) + 7) % 7);
  if (toward !== 'past') return following;
  return at === weekday(today) ? today : addDays(following, -7);
}
