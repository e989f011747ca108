/** Hours of the day in which nothing is to make itself heard: minutes after midnight, null for none. */
export interface QuietHours {
  quietFrom: number | null;
  quietTo: number | null;
}

/** Tells whether quiet hours go on when the clock shows `minute`; those that end before they begin go over midnight. */
export function isQuiet({ quietFrom: from, quietTo: to }: QuietHours, minute: number): boolean {
  if (from === null || to === null || from === to) return false;
  return from < to ? from <= minute && minute < to : minute >= from || minute < to;
}
