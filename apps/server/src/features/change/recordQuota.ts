/**
 * Limits the storage of records. Counting each write in the database would make all writers of a workspace wait for
 * one row, so a workspace is measured now and then and later writes are added up here, by each process for itself. So
 * the limit may be exceeded, but by no more than members may send within an hour, which is bounded too.
 */
import { type Batch, changesLog } from '@kontor/contract/wire/change';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { measureRoom, rowBytes } from '../../db/storage.ts';
import { fail } from '../../http/errors.ts';
import { throttled } from '../../http/throttle.ts';
import type { Services as AllServices } from '../../services.ts';
import { actorIn } from '../../sync/access.ts';
import { findApplied } from '../../sync/changes/lock.ts';

type Services = Pick<AllServices, 'db' | 'env' | 'clock' | 'log'>;

/** Intervals of measuring, in ms: normally, and for a workspace that seems full. */
const measuredMs = { while: 3_600_000, full: 60_000 };
const measuredBytes = 64 * 1_048_576;

/** Bytes of requests that one person may send in an hour: enough to bring back a hundred thousand records. */
export const sentPerHour = 256 * 1_048_576;

/** Most workspaces to remember. */
const maxKnown = 10_000;

interface Usage {
  /** Bytes that were free at `measuredAt`, in ms since 1970. */
  room: number;
  at: number;
  /** Bytes accepted since then. */
  since: number;
  measuring?: Promise<void>;
}

export interface RecordQuota {
  /** Counts a request of a user. @throws THROTTLED */
  send(userId: string, bytes: number): Promise<void>;
  /**
   * Reserves room for a batch and returns a callback that frees it. Entries of the member log always have room:
   * somebody who fills a workspace up must be removable.
   * @throws OVER_QUOTA
   */
  take(userId: string, batch: Batch): Promise<() => void>;
}

export function recordQuota({ db, env, clock, log }: Services, perHour = sentPerHour): RecordQuota {
  const sent = new RateLimiterMemory({ points: perHour, duration: 3_600 });
  const known = new Map<string, Usage>();

  const measure = (workspaceId: string, usage: Usage): Promise<void> => {
    usage.measuring ??= (async () => {
      const before = usage.since;
      usage.room = await measureRoom(db, env, workspaceId);
      usage.at = clock.now().getTime();
      usage.since -= before;
    })().finally(() => {
      delete usage.measuring;
    });
    return usage.measuring;
  };

  return {
    send: async (userId, bytes) => {
      try {
        await sent.consume(userId, bytes);
      } catch (error) {
        throw error instanceof RateLimiterRes ? throttled(error) : error;
      }
    },
    take: async (userId, batch) => {
      const { workspaceId } = batch;
      const bytes = bytesWritten(batch);
      if (workspaceId === undefined || bytes === 0) return () => {};
      const now = clock.now().getTime();
      let usage = known.get(workspaceId);
      const fits = () => usage !== undefined && usage.since + bytes <= usage.room;
      if (!fits()) {
        // Non-members are refused later, and learn nothing here.
        if (!(await actorIn(db, userId, workspaceId))) return () => {};
        usage ??= known.get(workspaceId) ?? { room: 0, at: 0, since: 0 };
        if (known.size >= maxKnown) known.delete(known.keys().next().value!);
        known.set(workspaceId, usage);
        if (now - usage.at >= measuredMs.full) await measure(workspaceId, usage);
        // A batch that is sent again is answered as it was then.
        if (!fits() && !(await findApplied(db, userId, batch.id)))
          throw fail('OVER_QUOTA', { data: { missing: usage.since + bytes - usage.room } });
      } else if (now - usage!.at >= measuredMs.while || usage!.since >= measuredBytes)
        measure(workspaceId, usage!).catch((error) => log.warn(error, 'records were not measured'));
      const taken = usage!;
      taken.since += bytes;
      return () => {
        taken.since -= bytes;
      };
    },
  };
}

/** Estimates the bytes that a batch adds; a batch without record writes counts 0. */
function bytesWritten({ changes }: Batch): number {
  if (changesLog(changes)) return 0;
  return changes.reduce((sum, { name, args }) => {
    const isWritten = 'sealed' in args && !name.endsWith('.delete');
    return isWritten ? sum + Math.floor((args.sealed.length * 3) / 4) + rowBytes : sum;
  }, 0);
}
