/** The terms on which a server takes people, told to everybody before they sign in. */
import * as z from 'zod/mini';
import { bytesUpTo } from './shapes.ts';

/** Decides who may make an account: everybody, people invited to a workspace, or nobody. The first account always may be made. */
export const registrations = ['open', 'invitation', 'closed'] as const;

/** The ways of paying for workspaces: in a sandbox without money, by Stripe, or not at all. */
export const billings = ['sandbox', 'stripe', 'none'] as const;

/** Most bytes of the agreement's file. */
export const maxAgreementBytes = 2_097_152;

/** The data-processing agreement (Art. 28 GDPR) that the firm which runs the server offers: a PDF. */
const agreementSchema = z.object({
  /** As the firm calls it. */
  version: z.string(),
  /** Of the file's bytes, base64url. */
  sha256: z.string(),
});
export type Agreement = z.infer<typeof agreementSchema>;

export const agreementFileSchema = z.object({ pdf: bytesUpTo(maxAgreementBytes) });

export const serverSchema = z.object({
  registration: z.enum(registrations),
  billing: z.enum(billings),
  /** Pages of the firm that runs the server; null for none. */
  termsUrl: z.nullable(z.string()),
  privacyUrl: z.nullable(z.string()),
  supportUrl: z.nullable(z.string()),
  agreement: z.nullable(agreementSchema),
});
export type ServerTerms = z.infer<typeof serverSchema>;
