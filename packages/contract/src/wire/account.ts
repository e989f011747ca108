/** An account: how a user signs in. The server learns the e-mail address, a key derived from the password, sealed seeds. */
import * as z from 'zod/mini';
import { sessionTable } from '../server/session.ts';
import { wireOf } from '../server/table.ts';
import { type Language, languages } from '../text/language.ts';
import { keyCertSchema } from './keyCert.ts';
import { maxPins } from './protocol.ts';
import { bytesUpTo, email, fixedBytes, hash, uuid } from './shapes.ts';

/** The only password suite: Argon2id m = 64 MiB, t = 3, p = 1. The server names a suite, never parameters. */
export const passwordSuite = 1;

/** A key derived from the password travels in the spec's `password` fields: base64url of 32 bytes. */
const authKey = fixedBytes(32);

/** Account seeds sealed under the recovery phrase's key. */
const sealedSeeds = bytesUpTo(512);

/** Most bytes of the sealed account keys: the seeds, and 88 bytes for each pin. */
const sealedAccount = bytesUpTo(4_000 + 88 * maxPins);

/** A password as it travels: the derived auth key, and the seeds sealed under it. */
const passwordFields = {
  password: authKey,
  confirmPassword: authKey,
  accountSalt: fixedBytes(16),
  suite: z.int().check(z.positive()),
  privateKey: sealedAccount,
};

/** Another password and, since nobody can open the old seeds, new keys. */
export const passwordResetFields = { ...passwordFields, publicKey: keyCertSchema };

export const registerSchema = z.object({
  userId: uuid,
  email,
  ...passwordResetFields,
  language: z.enum(languages),
});
export type Register = z.infer<typeof registerSchema>;

/**
 * Taken only from where one registered (or signed in since): the server ties both by the cookie `auth.registration`, or from the
 * desktop app by the header `x-kontor-registration`.
 */
export const verifySchema = z.object({ email, verificationCode: z.string().check(z.regex(/^\d{6}$/)) });

export const passwordParametersSchema = z.object({
  suite: z.int().check(z.positive()),
  accountSalt: fixedBytes(16),
});
export type PasswordParameters = z.infer<typeof passwordParametersSchema>;

/** Bytes of a sealed pin: a box of `packages/crypto/src/logPin.ts`, always of one size. */
const sealedPinBytes = 165;

/** The newest log head that a user saw of a workspace, sealed and signed under their account keys. */
export const pinSchema = z.object({ workspaceId: uuid, sealed: fixedBytes(sealedPinBytes) });
export type SealedPin = z.infer<typeof pinSchema>;

/** The facts that a signed-in device needs to open the account. */
export const accountSchema = z.object({
  id: uuid,
  email,
  language: z.enum(languages),
  suite: z.int().check(z.positive()),
  accountSalt: fixedBytes(16),
  publicKey: keyCertSchema,
  privateKey: sealedAccount,
  /** This session's part of the key to the seeds on the device; gone with the session. */
  deviceShare: fixedBytes(32),
  /** True if a recovery kit was made that opens these keys. */
  hasKit: z.boolean(),
  /** True if its words can be shown again. After a reset that they undid, they stand on the paper alone. */
  keepsKit: z.boolean(),
  /**
   * Leftovers of before a password reset: a kit and devices whose keys of then still unlock something. A void kit
   * unlocks nothing any more, since a device or an admin did it instead.
   */
  former: z.object({ hasKit: z.boolean(), hasVoidKit: z.boolean(), deviceCount: z.int() }),
  pins: z.array(pinSchema),
  realtime: z.object({
    /** Public name of the app at the endpoint `/app/<key>`. */
    key: z.string(),
  }),
});
export type Account = z.infer<typeof accountSchema>;
export type RealtimeEndpoint = Account['realtime'];

/** The words of the kit, sealed under the password. */
const sealedPhrase = bytesUpTo(128);

/**
 * The recovery kit's half that the server keeps: what it recognises the words by, the seeds sealed under them, and the
 * words themselves sealed under the password, so that they can be printed again.
 */
export const kitSchema = z.object({
  /** The key derived from the password: whoever only got hold of a session must not void the kit. */
  currentPassword: authKey,
  phraseVerification: hash,
  privateKey: sealedSeeds,
  phrase: sealedPhrase,
});
export type Kit = z.infer<typeof kitSchema>;

/** The stored kit, from which it is printed again. */
export const storedKitSchema = z.pick(kitSchema, { privateKey: true, phrase: true });
export type StoredKit = z.infer<typeof storedKitSchema>;

/** A new password: another auth key, the same seeds and the same words sealed under it. */
export const passwordChangeSchema = z.object({
  currentPassword: authKey,
  ...passwordFields,
  /** Null where there is no kit, or where its words cannot be shown again. */
  kit: z.nullable(z.pick(kitSchema, { phraseVerification: true, phrase: true })),
});
export type PasswordChange = z.infer<typeof passwordChangeSchema>;

/** Asks for a code at another address; whoever only got hold of a session must not move the account there. */
export const emailRequestSchema = z.object({ currentPassword: authKey, email });
export type EmailRequest = z.infer<typeof emailRequestSchema>;

/**
 * Another address, which the mailed code confirms: the keys derive from address and password, so that the same password
 * gives others, under which seeds and words are sealed again.
 */
export const emailChangeSchema = z.extend(passwordChangeSchema, verifySchema.shape);
export type EmailChange = z.infer<typeof emailChangeSchema>;

/** The account's keys sealed again under the same password, with what the account has seen since. */
export const accountKeysSchema = z.object({
  /** Whoever only got hold of a session must not put other bytes into the place of the keys. */
  currentPassword: authKey,
  privateKey: sealedAccount,
});
export type AccountKeysUpdate = z.infer<typeof accountKeysSchema>;

/** Whoever only got hold of a session must not delete the account. */
export const accountDeletionSchema = z.pick(kitSchema, { currentPassword: true });
export type AccountDeletion = z.infer<typeof accountDeletionSchema>;

export const sessionSchema = z.object({
  ...wireOf(sessionTable, 'id', 'createdAt', 'lastSeenAt', 'userAgent'),
  isCurrent: z.boolean(),
});
export type DeviceSession = z.infer<typeof sessionSchema>;

/**
 * `GET /api/auth/session`: empty when signed out. `expires` is an ISO date. `former`: whose device this was until their
 * password was reset; it may still answer for them, and nothing else.
 */
export interface AuthSession {
  user?: { id: string; email: string; language: Language };
  expires?: string;
  former?: { id: string; email: string };
}

/** Checked before the set-up page opens, and again with what it sends. */
export const oneTimePasswordSchema = z.object({
  email,
  /** As it was mailed; it protects no key. */
  oneTimePassword: z.string().check(z.minLength(1), z.maxLength(100)),
});

/** An account for an invited address, which the mailed one-time password confirms. */
export const setUpSchema = z.extend(registerSchema, oneTimePasswordSchema.shape);
export type SetUp = z.infer<typeof setUpSchema>;

/** Codes in the `error` query of the url that sign-in returns. `CheckMail`: invited, no account yet, see `setUpSchema`. */
const signInErrors = ['CredentialsSignin', 'NotVerified', 'CheckMail', 'Throttled', 'Csrf'] as const;
export type SignInError = (typeof signInErrors)[number];
