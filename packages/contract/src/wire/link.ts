/** The calls behind a link, for people without an account, and what members learn of its use. */
import * as z from 'zod/mini';
import { linkUseTable } from '../server/linkUse.ts';
import { wireOf } from '../server/table.ts';
import { type Bytes, lp } from './bytes.ts';
import { labels } from './labels.ts';
import { fileKey, fixedBytes, uuid } from './shapes.ts';

/** The page that opens links: `/link/<id>#<fragment>`. It is none of the app's screens. */
export const linkPath = '/link/';

/** Seconds for which one fetch counts once: whoever has begun may go on, and try again what broke off. */
export const ticketSeconds = 6 * 3_600;

/** Seconds that a link lasts at most: what somebody forgot ends by itself. */
export const maxLinkSeconds = 366 * 86_400;

/** `proof` follows from the address and its password (`crypto/link.ts`); base64url. */
export const linkProofSchema = z.object({ id: uuid, proof: fixedBytes(32) });

/** Where the manifest lies. */
export const linkOpenedSchema = z.object({ url: z.string() });

/** A fetch has begun, and is counted; `ticket` hands out urls for `ticketSeconds`. */
export const linkTicketSchema = z.object({ ticket: z.string() });

export const linkUrlsSchema = z.object({
  id: uuid,
  ticket: z.string().check(z.maxLength(100)),
  fileKeys: z.array(fileKey).check(z.minLength(1), z.maxLength(100)),
});

export const linkUseSchema = z.object(wireOf(linkUseTable, 'linkId', 'downloads', 'lastAt'));
export type LinkUse = z.infer<typeof linkUseSchema>;

/** Returns what the hash that the server keeps of a proof covers: SHA-256(LP(label) LP(proof)). */
export const linkVerifierBytes = (proof: Bytes): Bytes => lp(labels.linkVerifier, proof);
