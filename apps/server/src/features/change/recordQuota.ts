/**
 * Limits the storage of records: of a workspace, and of what a person keeps for themselves, which counts in none. Counting each write in the database would make all writers of a workspace wait for
 * one row, so a workspace is measured now and then and later writes are added up here, by each process for itself. So
 * the limit may be exceeded, but by no more than members may send within an hour, which is bounded too.
 */
import { isPersonal } from '@kontor/contract/entity/placement';
import { namedIn } from '@kontor/contract/entity/ref';
import { entities, entityOf } from '@kontor/contract/nouns/entities';
import { type Batch, changesLog } from '@kontor/contract/wire/change';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { measurePersonal, measureRoom, namedPartBytes, rowBytes } from '../../db/storage.ts';
import { fail } from '../../http/errors.ts';
import { throttled } from '../../http/throttle.ts';
import type { Services as AllServices } from '../../services.ts';
import { actorIn } from '../../sync/access.ts';
import { findApplied } from '../../sync/changes/lock.ts';
import { workspaceOf } from '../../sync/changes/plan.ts';
import type { Limit } from './limit.ts';

type Services = Pick<AllServices, 'db' | 'env' | 'clock' | 'log'>;

/** Intervals of measuring, in ms: normally, and for a workspace that seems full. */
const measuredMs = { while: 3_600_000, full: 60_000 };
const measuredBytes = 64 * 1_048_576;

/** Bytes of requests that one person may send in an hour: enough to bring back a hundred thousand records. */
export const sentPerHour = 256 * 1_048_576;

/** Bytes of personal records that one person may keep: some ten thousand marks of rooms, stars and views of lists. */
export const personalBytes = 8 * 1_048_576;

/** Most workspaces and people to remember. */
const maxKnown = 10_000;

interface Usage {
  /** Bytes that were free at `at`, in ms since 1970. */
  room: number;
  at: number;
  /** Bytes accepted since then. */
  since: number;
  measuring?: Promise<void>;
}

/** A place that is limited: a workspace, or a person's own records. */
interface Place {
  /** With the kind of place: a workspace may have been given the id of a person. */
  id: string;
  /** Tells whether its usage may be looked at for the sender. */
  isKnown(): Promise<boolean>;
  /** Measures the bytes that are free. */
  find(): Promise<number>;
  /** Refuses what has no room, `missing` bytes, unless it was written before. */
  full(missing: number): Promise<void>;
}

export interface RecordQuota {
  /** Counts a request of a user. @throws THROTTLED; TOO_LARGE for one that does not say how large it is */
  send(userId: string, bytes: number): Promise<void>;
  /**
   * Reserves room for a batch and returns a callback that frees it. Entries of the member log, and their keys, always have
   * room: somebody who fills a workspace up must be removable. So do keys that come with nothing but deletions.
   * @throws OVER_QUOTA, OVER_PERSONAL_QUOTA
   */
  take: Limit;
}

export function recordQuota({ db, env, clock, log }: Services, perHour = sentPerHour): RecordQuota {
  const sent = new RateLimiterMemory({ points: perHour, duration: 3_600 });
  const known = new Map<string, Usage>();

  const measure = ({ find }: Place, usage: Usage): Promise<void> => {
    usage.measuring ??= (async () => {
      const before = usage.since;
      usage.room = await find();
      usage.at = clock.now().getTime();
      usage.since -= before;
    })().finally(() => {
      delete usage.measuring;
    });
    return usage.measuring;
  };

  /** Reserves bytes in a place. Returns how to give them back. @throws what `full` does */
  const reserve = async (place: Place, bytes: number): Promise<() => void> => {
    if (bytes === 0) return () => {};
    const { id, isKnown, full } = place;
    const now = clock.now().getTime();
    let usage = known.get(id);
    const fits = () => usage !== undefined && usage.since + bytes <= usage.room;
    if (!fits()) {
      // Non-members are refused later, and learn nothing here.
      if (!(await isKnown())) return () => {};
      usage ??= known.get(id) ?? { room: 0, at: 0, since: 0 };
      if (known.size >= maxKnown) known.delete(known.keys().next().value!);
      known.set(id, usage);
      if (now - usage.at >= measuredMs.full) await measure(place, usage);
      if (!fits()) await full(usage.since + bytes - usage.room);
    } else if (now - usage!.at >= measuredMs.while || usage!.since >= measuredBytes)
      measure(place, usage!).catch((error) => log.warn(error, 'records were not measured'));
    const taken = usage!;
    taken.since += bytes;
    return () => {
      taken.since -= bytes;
    };
  };

  return {
    send: async (userId, bytes) => {
      // Added up, it would leave no sum to compare with the limit: nothing would be refused for the rest of the hour.
      if (!Number.isFinite(bytes)) throw fail('TOO_LARGE');
      try {
        await sent.consume(userId, bytes);
      } catch (error) {
        throw error instanceof RateLimiterRes ? throttled(error) : error;
      }
    },
    take: async ({ userId }, batch) => {
      const workspaceId = workspaceOf(batch);
      const { shared, personal } = bytesWritten(batch);
      // A batch that is sent again is answered as it was then.
      const refuse = async (error: Error) => {
        if (!(await findApplied(db, userId, batch.id))) throw error;
      };
      const giveBack = await reserve(
        {
          id: `person ${userId}`,
          isKnown: async () => true,
          find: async () => personalBytes - (await measurePersonal(db, userId)),
          full: () => refuse(fail('OVER_PERSONAL_QUOTA')),
        },
        personal,
      );
      if (workspaceId === undefined) return giveBack;
      const giveBackShared = await reserve(
        {
          id: `workspace ${workspaceId}`,
          isKnown: async () => (await actorIn(db, userId, workspaceId)) !== undefined,
          find: () => measureRoom(db, env, workspaceId),
          full: (missing) => refuse(fail('OVER_QUOTA', { data: { missing } })),
        },
        shared,
      ).catch((error) => {
        giveBack();
        throw error;
      });
      return () => {
        giveBack();
        giveBackShared();
      };
    },
  };
}

/** Estimates the bytes that a batch adds to its workspace, and to what its sender keeps for themselves. */
function bytesWritten({ changes }: Batch): { shared: number; personal: number } {
  const bytes = { shared: 0, personal: 0 };
  const isFree = changesLog(changes) || deletesOnly(changes);
  for (const { name, args } of changes) {
    if (name === 'key.add' && !isFree) bytes.shared += JSON.stringify(args.key).length + rowBytes;
    const [noun = '', verb] = name.split('.');
    if (!('sealed' in args) || !(noun in entities) || verb === 'delete') continue;
    const place = isPersonal(entityOf(noun)) ? 'personal' : 'shared';
    bytes[place] += Math.floor((args.sealed.length * 3) / 4) + rowBytes;
    bytes[place] += namedPartBytes * namedIn(args.refs.blobs).length;
  }
  return bytes;
}

/**
 * Tells whether the records of a batch are all deleted. Where a reader has left, the next key comes with the first of them: it makes
 * room, and how many keys somebody makes in a day is limited.
 */
function deletesOnly(changes: Batch['changes']): boolean {
  const verbs = changes.flatMap(({ name }) => {
    const [noun = '', verb] = name.split('.');
    return noun in entities ? [verb] : [];
  });
  return verbs.length > 0 && verbs.every((verb) => verb === 'delete');
}
