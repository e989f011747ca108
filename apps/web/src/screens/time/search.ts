/** The query of the hours: whose, of which day, and its week or its month. */
import { parseDay } from '../../platform/text/parseDay.ts';

export interface TimeSearch {
  person?: string | undefined;
  day?: string | undefined;
  view?: 'month' | undefined;
}

/** Reads the query; what is left out is one's own, and today. */
export function timeSearch(search: Record<string, unknown>): TimeSearch {
  const { person, day, view } = search;
  return {
    person: typeof person === 'string' && /^[0-9a-f-]{36}$/.test(person) ? person : undefined,
    day: typeof day === 'string' && parseDay(day) === day ? day : undefined,
    view: view === 'month' ? view : undefined,
  };
}
