/** A member's signed word that they leave, which an admin's device takes for a reason to sign their removal. */
import * as z from 'zod/mini';
import { type Bytes, canonicalJson, lp } from './bytes.ts';
import { labels } from './labels.ts';
import { fixedBytes } from './shapes.ts';

export const leavingSchema = z.strictObject({
  /** ms; not before they joined, or it would be that of an earlier time. */
  at: z.int().check(z.nonnegative()),
  /** Ed25519 over `leavingBytes`, base64url of 64 bytes. */
  signature: fixedBytes(64),
});
export type Leaving = z.infer<typeof leavingSchema>;

/** The facts that the signature covers. */
interface LeavingFacts {
  userId: string;
  workspaceId: string;
  /** ms */
  at: number;
}

/** Returns the signed bytes: LP(label) LP(canonical JSON of the facts) (`docs/formats.md`, section 9). */
export const leavingBytes = ({ userId, workspaceId, at }: LeavingFacts): Bytes =>
  lp(labels.leaving, canonicalJson({ userId, workspaceId, at }));
