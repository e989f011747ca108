/** The request of `POST /api/sync`; see `sync.ts`. */
import * as z from 'zod/mini';
import { uuid } from './shapes.ts';

export const syncRequestSchema = z.object({
  /** The workspace to pull; without it, the personal scope alone. */
  workspaceId: z.optional(uuid),
  /** Highest revision known, by scope. */
  cursors: z.record(uuid, z.int().check(z.nonnegative())),
  /** Number of entries of the member log that are known. */
  logLength: z.int().check(z.nonnegative()),
});
export type SyncRequest = z.infer<typeof syncRequestSchema>;
