/** Stored blobs: the sealed parts of files. The names of these calls are the spec's. */
import * as z from 'zod/mini';
import { fileKey } from './shapes.ts';

export const presignQuerySchema = z.object({
  count: z.coerce.number().check(z.int(), z.minimum(1), z.maximum(100)),
  /** Exact size of each part in bytes, comma-separated; quota is reserved for them. */
  sizes: z.string().check(z.regex(/^\d+(,\d+)*$/)),
});

export const presignedSchema = z.array(z.object({ url: z.string(), fileKey }));
export type Presigned = z.infer<typeof presignedSchema>[number];

export const blobDeleteSchema = z.object({ fileKey });

export const downloadSchema = z.object({
  fileKeys: z.array(fileKey).check(z.minLength(1), z.maxLength(100)),
});
