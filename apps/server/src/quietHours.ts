/** Hours of the day in which nothing is to make itself heard. */

export interface QuietHours {
  /** Minutes after midnight; null for none. */
  from: number | null;
  to: number | null;
  /** IANA zone; null for UTC. */
  zone: string | null;
}

/** Tests if quiet hours go on at an instant; those that end before they begin go over midnight. */
export function isQuiet({ from, to, zone }: QuietHours, at: Date): boolean {
  if (from === null || to === null || from === to) return false;
  const clock = new Intl.DateTimeFormat('en-GB', {
    timeZone: zone ?? 'UTC',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  }).format(at);
  const [hours, minutes] = clock.split(':').map(Number);
  const minute = hours! * 60 + minutes!;
  return from < to ? from <= minute && minute < to : minute >= from || minute < to;
}

/** Tests if this machine knows a zone. */
export function isZone(zone: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: zone });
    return true;
  } catch {
    return false;
  }
}
