/** Finds where in a windowed scope a moment lies. The server knows positions only; how old a row is says its id. */
import type { SealedRecord } from '@kontor/contract/entity/entity';
import { idTime } from '@kontor/contract/entity/idTime';

/** Rows that are looked at in one place: the clock of one device may be wrong. */
const sample = 5;

/** Revisions behind a place among which the rows next to it are. */
const around = 64;

/** Places that are looked at: enough for any scope by halves alone. */
const mostLooks = 40;

/**
 * Returns the created revision of the first row that was made at a moment or later, `end` where there is none.
 * @param peek returns rows of before a place, the newest ones, whole places of them
 * @param end the revision behind the last one
 */
export async function findMoment(
  at: number,
  end: number,
  peek: (before: number, limit: number) => Promise<Placed[]>,
): Promise<number> {
  // Rows below `low` were made before, rows from `high` on were not.
  let low = { revision: 0, time: Number.NaN };
  let high = { revision: end, time: Number.NaN };
  for (let look = 0; look < mostLooks && high.revision - low.revision > 1; look++) {
    const before = between(low, high, at, look);
    const rows = firsts(await peek(before, sample)).filter(
      ({ createdRevision = 0 }) => createdRevision >= low.revision && createdRevision < before,
    );
    if (rows.length === 0) {
      low = { ...low, revision: before };
      continue;
    }
    const times = rows.map(({ id }) => idTime(id)).sort((a, b) => a - b);
    const time = times[times.length >> 1]!;
    const first = Math.min(...rows.map(({ createdRevision = 0 }) => createdRevision));
    if (time < at) low = { revision: before, time };
    else high = { revision: Math.max(first, low.revision + 1), time };
  }
  // The middle of a sample is not its end: the row is one of those around.
  let late = end;
  for (let before = Math.min(high.revision + around, end); before > high.revision - around; ) {
    const rows = firsts(await peek(before, 2 * around));
    const places = (of: readonly Placed[]) => of.map(({ createdRevision = 0 }) => createdRevision);
    late = Math.min(late, ...places(rows.filter(({ id }) => idTime(id) >= at)));
    before = Math.min(...places(rows), before - 1);
    if (rows.length === 0) break;
  }
  return late;
}

type Placed = Pick<SealedRecord, 'id' | 'createdRevision'>;

/** Returns the first row of each place: others there may lie in it, and have been made long after. */
function firsts(rows: readonly Placed[]): Placed[] {
  const first = new Map<number | undefined, Placed>();
  for (const row of rows) {
    const known = first.get(row.createdRevision);
    if (!known || row.id < known.id) first.set(row.createdRevision, row);
  }
  return [...first.values()];
}

/** Guesses by how evenly people write, and halves every other time: they do not. */
function between(
  low: { revision: number; time: number },
  high: { revision: number; time: number },
  at: number,
  look: number,
): number {
  const share = look % 2 === 0 ? (at - low.time) / (high.time - low.time) : Number.NaN;
  const part = share > 0 && share < 1 ? share : 0.5;
  const guess = low.revision + Math.ceil((high.revision - low.revision) * part);
  return Math.min(Math.max(guess, low.revision + 1), high.revision - 1 || 1);
}
