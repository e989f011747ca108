/**
 * A forgotten password, and the way out of LOCKED that follows it. A mailed code lets the person set another password
 * under new keys; what was sealed for the old ones opens again by the recovery phrase, another device or an admin.
 */
import * as z from 'zod/mini';
import { logEntrySchema } from '../memberLog/entries.ts';
import { passwordResetFields, pinSchema } from './account.ts';
import { keyCertSchema } from './keyCert.ts';
import { scopeKeySchema, scopeSchema } from './scope.ts';
import { bytesUpTo, fixedBytes, hash, maxSealedBytes, uuid } from './shapes.ts';

/** Names a request for recovery. Whoever asked holds it; the code that goes with it is mailed. */
const state = fixedBytes(32);

export const recoveryStateSchema = z.object({ state });

export const recoveryCodeSchema = z.object({ state, code: z.string().check(z.regex(/^\d{6}$/)) });
export type RecoveryCode = z.infer<typeof recoveryCodeSchema>;

/** The answer to the right code: whose account it is, and who can unlock it after the reset. */
export const recoverySchema = z.object({
  userId: uuid,
  /** The certificate that the new one follows. */
  publicKey: keyCertSchema,
  /** True if there is a recovery kit that will unlock something. */
  hasKit: z.boolean(),
  /** Devices that are signed in still. */
  deviceCount: z.int(),
  /** Those that will be LOCKED. `hasOtherAdmin`: somebody besides this person can unlock them there. */
  workspaces: z.array(z.object({ id: uuid, name: z.string(), hasOtherAdmin: z.boolean() })),
});
export type Recovery = z.infer<typeof recoverySchema>;

export const passwordResetSchema = z.extend(recoveryCodeSchema, passwordResetFields);
export type PasswordReset = z.infer<typeof passwordResetSchema>;

/** A scope with its key rows, as a pull brings them. */
const scopeKeysSchema = z.object({ scope: scopeSchema, keys: z.array(scopeKeySchema) });

/** The material for the `rekey` of somebody who is LOCKED: the log, and the keys that were theirs. No records. */
export const lockSchema = z.object({ log: z.array(logEntrySchema), scopes: z.array(scopeKeysSchema) });
export type Lock = z.infer<typeof lockSchema>;

/** A record of the personal scope as it was before the reset. */
const formerRecordSchema = z.object({
  entity: z.string(),
  id: uuid,
  version: z.int().check(z.positive()),
  refs: z.record(z.string(), z.union([z.string(), z.array(z.string()), z.number(), z.boolean()])),
  sealed: bytesUpTo(maxSealedBytes),
});

/** Asks for what the recovery phrase opens. */
export const phraseProofSchema = z.object({ phraseVerification: hash });

/** The keys of before a reset, sealed under the phrase, and what was the user's own under them. */
export const formerKeysSchema = z.object({
  privateKey: bytesUpTo(512),
  publicKey: keyCertSchema,
  pins: z.array(pinSchema),
  records: z.array(formerRecordSchema),
});
export type FormerKeys = z.infer<typeof formerKeysSchema>;

/** The new seeds under the same phrase: the printed kit stays valid. */
export const kitRenewalSchema = z.extend(phraseProofSchema, { privateKey: bytesUpTo(512) });
export type KitRenewal = z.infer<typeof kitRenewalSchema>;

/** The answer to a device that was signed in before the reset: enough to vouch for the new certificate. */
export const formerDeviceSchema = z.object({
  userId: uuid,
  email: z.string(),
  /** The certificate whose seeds this device keeps. */
  publicKey: keyCertSchema,
  deviceShare: fixedBytes(32),
  /** The account's certificate since the reset. */
  newPublicKey: keyCertSchema,
  pins: z.array(pinSchema),
  workspaces: z.array(z.extend(lockSchema, { id: uuid, name: z.string() })),
});
export type FormerDevice = z.infer<typeof formerDeviceSchema>;

/** Somebody whose account has another certificate than the log names: they wait for an admin. */
export const lockedMemberSchema = z.object({ userId: uuid, publicKey: keyCertSchema });
export type LockedMember = z.infer<typeof lockedMemberSchema>;
