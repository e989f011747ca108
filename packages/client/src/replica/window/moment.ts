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
 * @param peek returns rows that were created before a revision, the newest ones
 * @param end the revision behind the last one
 */
export async function findMoment(
  at: number,
  end: number,
  peek: (before: number, limit: number) => Promise<Pick<SealedRecord, 'id' | 'createdRevision'>[]>,
): Promise<number> {
  // Rows below `low` were made before, rows from `high` on were not.
  let low = { revision: 0, time: Number.NaN };
  let high = { revision: end, time: Number.NaN };
  for (let look = 0; look < mostLooks && high.revision - low.revision > 1; look++) {
    const before = between(low, high, at, look);
    const rows = (await peek(before, sample)).filter(
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
  const rows = await peek(Math.min(high.revision + around, end), 2 * around);
  const late = rows.filter(({ id }) => idTime(id) >= at).map(({ createdRevision = 0 }) => createdRevision);
  return Math.min(end, ...late);
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
