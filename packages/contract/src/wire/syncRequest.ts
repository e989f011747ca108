/** What `POST /api/sync` is asked with; see `sync.ts`. */
import * as z from 'zod/mini';
import { uuid } from './shapes.ts';

export const syncRequestSchema = z.object({
  /** The workspace to pull; without it, the personal scope alone. */
  workspaceId: z.optional(uuid),
  /** Highest revision known, by scope. */
  cursors: z.record(uuid, z.int().check(z.nonnegative())),
  /** How many entries of the member log are known. */
  logLength: z.int().check(z.nonnegative()),
});
export type SyncRequest = z.infer<typeof syncRequestSchema>;
