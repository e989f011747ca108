/** Cancelling a subscription without signing in, by a link that is mailed. */
import * as z from 'zod/mini';
import { languages } from '../text/language.ts';
import { email, fixedBytes } from './shapes.ts';

/** `language`: of whoever asks; the mail is written in it. */
export const cancellationRequestSchema = z.object({ email, language: z.enum(languages) });

/** The secret of a mailed link. */
export const cancellationTokenSchema = z.object({ token: fixedBytes(32) });

export const cancellationSchema = z.object({
  workspace: z.string(),
  /** ms since 1970: until then it goes on; null where nothing was paid that could go on. */
  endsAt: z.nullable(z.number()),
  /** When the data is deleted, should it be cancelled now, or since it was. */
  deletionAt: z.nullable(z.number()),
  isCanceled: z.boolean(),
  /** From when on it can be read alone, since a payment is missing; null where none is. */
  readOnlyFrom: z.nullable(z.number()),
});
export type Cancellation = z.infer<typeof cancellationSchema>;
