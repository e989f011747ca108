/**
 * Reads a time of day as people type it: `9`, `9:30`, `9.30`, `0930`, `9:30 pm`, `17 Uhr`, `17:30 Uhr`. Returns minutes since
 * midnight, 1440 for `24:00`; null for nothing, undefined for what is no time.
 */
export function parseTime(typed: string): number | null | undefined {
  const text = typed.trim().toLowerCase();
  if (!text) return null;
  const match = /^(\d{1,2})(?:[:.h]?(\d{2}))?\s*(am|pm|uhr|h)?$/.exec(text);
  if (!match) return undefined;
  const [, hours = '', minutes = '0', half] = match;
  let hour = Number(hours);
  if (half === 'am' || half === 'pm') {
    if (hour < 1 || hour > 12) return undefined;
    hour = (hour % 12) + (half === 'pm' ? 12 : 0);
  }
  const time = hour * 60 + Number(minutes);
  return Number(minutes) < 60 && time <= 24 * 60 ? time : undefined;
}

/** Writes minutes since midnight as `parseTime` reads them: `9:05`. */
export const formatTimeOfDay = (minutes: number): string =>
  `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}`;
