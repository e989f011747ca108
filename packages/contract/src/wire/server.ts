/** The terms on which a server takes people, told to everybody before they sign in. */
import * as z from 'zod/mini';

/** Decides who may make an account: everybody, people invited to a workspace, or nobody. The first account always may be made. */
export const registrations = ['open', 'invitation', 'closed'] as const;

/** The ways of paying for workspaces: in a sandbox without money, by Stripe, or not at all. */
export const billings = ['sandbox', 'stripe', 'none'] as const;

export const serverSchema = z.object({
  registration: z.enum(registrations),
  billing: z.enum(billings),
  /** Pages of the firm that runs the server; null for none. */
  termsUrl: z.nullable(z.string()),
  privacyUrl: z.nullable(z.string()),
});
export type ServerTerms = z.infer<typeof serverSchema>;
