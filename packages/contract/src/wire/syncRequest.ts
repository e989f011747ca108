/** The request of `POST /api/sync`; see `sync.ts`. */
import * as z from 'zod/mini';
import { limits } from './protocol.ts';
import { uuid } from './shapes.ts';

export const syncRequestSchema = z.object({
  /** The workspace to pull; without it, the personal scope alone. */
  workspaceId: z.optional(uuid),
  /** Highest revision known, by scope. */
  cursors: z.record(uuid, z.int().check(z.nonnegative())),
  /** Number of entries of the member log that are known. */
  logLength: z.int().check(z.nonnegative()),
  /** Of windowed scopes: the created revision from which on everything is wanted (what is unread). */
  from: z.optional(z.record(uuid, z.int().check(z.nonnegative()))),
  /** The scopes that are asked for, as after a hint; every readable one where it is left out. */
  only: z.optional(z.array(uuid).check(z.minLength(1), z.maxLength(limits.namedScopes))),
  /** The scopes that somebody waits for: a page of these comes before the others, with the keys that open them. */
  first: z.optional(z.array(uuid).check(z.maxLength(limits.namedScopes))),
});
/**
 * The request body of `POST /api/history`: asks for the rows of a windowed scope that were created before a revision.
 */
export const historyRequestSchema = z.object({
  workspaceId: uuid,
  scopeId: uuid,
  before: z.int().check(z.positive()),
  /** Number of rows; those of one revision come together, so there may be a few more. */
  limit: z.int().check(z.positive(), z.maximum(limits.historyRows)),
});
export type HistoryRequest = z.infer<typeof historyRequestSchema>;

export type SyncRequest = z.infer<typeof syncRequestSchema>;
