/** Writes the days and times in cells as people read them (ECMA-376, 18.8.30, 18.17.4). */

/** The formats of days and times that every program knows by number. */
const builtIn: Readonly<Record<number, string>> = {
  14: 'd-m-y',
  15: 'd-m-y',
  16: 'd-m',
  17: 'm-y',
  18: 'h:m',
  19: 'h:m:s',
  20: 'h:m',
  21: 'h:m:s',
  22: 'd-m-y h:m',
  45: 'm:s',
  46: '[h]:m:s',
  47: 'm:s',
};

/** The parts of a moment that a format shows; `isSpan` where hours go on beyond a day. */
export interface MomentFormat {
  hasDay: boolean;
  hasTime: boolean;
  hasSeconds: boolean;
  isSpan: boolean;
}

/** UTF-16 code units of a number format. No program writes more. */
const longestFormat = 255;

/** Returns the parts of a moment that a number format shows; undefined where it is one of numbers. */
export function momentFormat(id: number, code = builtIn[id]): MomentFormat | undefined {
  if (code === undefined) return undefined;
  // Text in quotes, single letters, gaps and fillings are no fields; what negative numbers look like does not matter.
  const [first = ''] = code
    .slice(0, longestFormat)
    .replace(/"[^"]*"|\\.|[_*]./g, '')
    .split(';');
  const isSpan = /\[(?:h+|m+|s+)\]/i.test(first);
  const fields = first.replace(/\[[^\]]*\]|am\/pm|a\/p/gi, '').toLowerCase();
  const hasTime = isSpan || /[hs]/.test(fields);
  const hasDay = /[yd]/.test(fields) || (!hasTime && fields.includes('m'));
  return hasDay || hasTime
    ? { hasDay, hasTime, hasSeconds: fields.includes('s') || /\[s+\]/i.test(first), isSpan }
    : undefined;
}

const daySeconds = 86_400;
/** Days from the beginning of 1900 to that of 1904, with the 29th of February 1900 that never was. */
const daysTo1904 = 1_462;
/** The first day beyond the year 9999. */
const tooLate = 2_958_466;

/** By language and parts: to make one takes longer than to write a thousand cells. */
const formats = new Map<string, Intl.DateTimeFormat>();

const two = (count: number): string => String(count).padStart(2, '0');

/**
 * Returns a serial number as the moment that it stands for; undefined where it stands for none.
 * @param language of the reader, a BCP 47 tag
 * @param is1904 days are counted from 1904
 */
export function momentText(
  serial: number,
  { hasDay, hasTime, hasSeconds, isSpan }: MomentFormat,
  language: string,
  is1904: boolean,
): string | undefined {
  const seconds = Math.round(serial * daySeconds);
  if (isSpan) {
    const all = Math.abs(seconds);
    const rest = `${two(Math.floor(all / 60) % 60)}${hasSeconds ? `:${two(all % 60)}` : ''}`;
    return `${seconds < 0 ? '-' : ''}${Math.floor(all / 3_600)}:${rest}`;
  }
  const days = is1904 ? daysTo1904 : 0;
  if (!(serial >= 0) || serial + days >= tooLate) return undefined;
  const at = seconds + days * daySeconds;
  // Before March 1900 the day that never was is not counted yet.
  const zero = Date.UTC(1899, 11, at < 60 * daySeconds ? 31 : 30);
  const key = [language, hasDay, hasTime, hasSeconds].join();
  let format = formats.get(key);
  if (!format) {
    format = new Intl.DateTimeFormat(language, {
      timeZone: 'UTC',
      ...(hasDay && { dateStyle: 'medium' }),
      ...(hasTime && { timeStyle: hasSeconds ? 'medium' : 'short' }),
    });
    formats.set(key, format);
  }
  return format.format(zero + at * 1_000);
}
