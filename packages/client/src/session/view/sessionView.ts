/** The session as screens see it, and the errors that it fails with. */

import type { RecordBase } from '@kontor/contract/entity/entity';
import type { Business } from '@kontor/contract/nouns/business';
import type { Profile } from '@kontor/contract/nouns/profile';
import type { Language } from '@kontor/contract/text/language';
import type { Account, SignInError } from '@kontor/contract/wire/account';
import type { WorkspaceSummary } from '@kontor/contract/wire/workspace';

export type SessionStatus = 'loading' | 'authenticated' | 'unauthenticated';

type Names = Pick<Profile, 'firstName' | 'lastName'>;

/** A person's own profile, sealed for the server. */
export type OwnProfile = Names & {
  [K in Exclude<keyof Profile, keyof RecordBase | keyof Names>]?: Profile[K] | undefined;
};

export interface SessionUser {
  id: string;
  email: string;
  language: Language;
  /** True if a recovery kit was made that is still valid. */
  hasKit: boolean;
  /** True if its words can be shown again. */
  keepsKit: boolean;
  /** The kit and devices that can still unlock something after a password reset. */
  former: Account['former'];
}

/** A fault of what the account and this device remember of the past; each is said, and keeps nobody out. */
export interface MemoryFaults {
  /** Ids of workspaces of which something that was remembered does not open. */
  damaged: readonly string[];
  /** True if the server handed out an older copy of the account's keys than this device has seen. */
  isOld: boolean;
  /** True until the person has read that this browser remembers nothing of the account, which was signed in to before. */
  isBlank: boolean;
}

/** The user whose device this was until their password was reset. */
export interface FormerUser {
  id: string;
  email: string;
}

/** `connecting` stands for every state of the channel on the way there; `waiting` counts unsent acts. */
export interface ConnectionState {
  state: 'connected' | 'connecting' | 'offline';
  waiting: number;
  /** Records pulled so far, during the first sync of the open workspace. */
  firstSync?: { done: number };
}

/** One moment of a session; a new object after each change. */
export interface SessionView {
  status: SessionStatus;
  /** ms; when the server last confirmed the status. */
  lastRefreshed: number | undefined;
  user: SessionUser | undefined;
  /** Nobody is signed in, and this device may answer for whoever was. */
  former: FormerUser | undefined;
  /** Undefined until it was read; empty names where there is none. */
  profile: OwnProfile | undefined;
  workspaces: readonly WorkspaceSummary[];
  connection: ConnectionState;
  /** Counts up when the person's workspaces and invitations may have changed. */
  invalidations: number;
  memoryFaults: MemoryFaults;
}

/** The part of the view that is a person's, while nobody is signed in. */
export const nobody = {
  user: undefined,
  former: undefined,
  profile: undefined,
  workspaces: [] as readonly WorkspaceSummary[],
  memoryFaults: { damaged: [], isOld: false, isBlank: false } as MemoryFaults,
};

export interface Registration {
  firstName: string;
  lastName: string;
  email: string;
  password: string;
  language: Language;
}

export type BusinessDraft = Partial<Omit<Business, keyof RecordBase>>;

export interface NewWorkspace {
  name: string;
  /** `#rrggbb` */
  color: string;
  /** A PNG of at most 128 x 128 px. */
  logo?: Uint8Array | undefined;
  business: BusinessDraft;
}

/** Sign-in was refused; `code` is the server's. */
export class SignInFailed extends Error {
  override readonly name = 'SignInFailed';
  readonly code: SignInError;
  constructor(code: SignInError) {
    super(code);
    this.code = code;
  }
}

/**
 * Signing out would leave `count` acts unsent: ask, then say `discard: true` (drop them) or `false` (keep them sealed, but for
 * those `unstored`, for which the device has no room).
 */
export class UnsentChanges extends Error {
  override readonly name = 'UnsentChanges';
  readonly count: number;
  readonly unstored: number;
  constructor(count: number, unstored = 0) {
    super(`${count} changes are not sent yet`);
    this.count = count;
    this.unstored = unstored;
  }
}
