/**
 * The people of an open workspace, as the member log proves them, and the acts upon them. Whoever the log does not name
 * is nobody here, whatever the server says. `Workspace.team()` hands it out.
 */

import type { MemberStatus, Role } from '@kontor/contract/entity/role';
import type { LogEntry } from '@kontor/contract/memberLog/entries';
import type { LoggedInvitation, LoggedMember } from '@kontor/contract/memberLog/state';
import type { EntityName } from '@kontor/contract/nouns/entities';
import type { Change } from '@kontor/contract/wire/change';
import type { SentInvitation } from '@kontor/contract/wire/invitation';
import type { MemberHint } from '@kontor/contract/wire/memberHint';
import type { Observable } from '../observable.ts';
import type { NewFieldsOf } from '../replica/givenFields.ts';
import type { Replica } from '../replica/replica.ts';
import type { ConfirmedAct, PlainAct, SignedActs } from '../vault/memberAct.ts';
import type { PlainRecord } from '../vault/plainRecord.ts';

/**
 * The proof that the current certificate is somebody's: they founded the workspace, had the link's secret, their own
 * recovery phrase or an older device, or an admin typed the six words that they read out.
 */
export type JoinProof = 'founder' | 'link' | 'phrase' | 'device' | 'words';

/** A member and their directory entry; names are empty while there is none. */
export interface TeamMember extends LoggedMember {
  firstName: string;
  lastName: string;
  email: string;
  avatar?: string;
  proof: JoinProof;
  /** The time at which the log took them in, ms. */
  joinedAt: number;
}

/** The server's word on the members, and the head of the log that was in force before it gave it. */
export interface Hints {
  head: string;
  byUser: ReadonlyMap<string, MemberHint>;
}

/** A record that is created along with an act. */
export type NewRecord = {
  [N in EntityName]: { entity: N; scopeId: string; fields: NewFieldsOf<N> & { id?: string } };
}[EntityName];

/** Additions to the batch of an act, placed after it. */
export interface WithAct {
  /** Sealed under the keys that hold after the act, including those of a scope that it creates. */
  records?: readonly NewRecord[];
  changes?: readonly Change[];
}

/** The person to invite, and their place. */
export interface NewInvitation {
  email: string;
  role: Role;
  /** Exactly for a CUSTOMER. */
  customerId?: string;
}

/** Somebody whom the log still names, and who left by the server's word. */
export interface Leaver {
  userId: string;
  /** ms */
  at: number;
  /**
   * True if the log's key of theirs signed it. Keys of after a reset, which nobody here has confirmed, could be anybody's: then
   * a person decides.
   */
  isProven: boolean;
}

/** Signs an act at a time (ms); `records` are to be sealed with it, `revisions` are those of the scopes as pulled here. */
export type Sign<S extends SignedActs> = (
  at: number,
  records: readonly PlainRecord[],
  revisions: Readonly<Record<string, number>>,
) => Promise<S>;

/**
 * The people of a workspace and the acts on them. Every act resolves when the server has it and it shows here. It
 * succeeds or fails as a whole.
 * @throws LogError for what the log's rules forbid; TrustError; CallError, `OFFLINE` without a connection
 */
export interface Team {
  /** The members, the owner first, then by name. */
  readonly members: Observable<readonly TeamMember[]>;
  /** Invitations that nobody has accepted yet, the expired ones included. */
  readonly invitations: Observable<readonly LoggedInvitation[]>;
  /** The whole verified log, oldest first. */
  readonly entries: Observable<readonly LogEntry[]>;

  /** Asks the server who was here when, and whom it counts as a member. For admins. @throws CallError */
  hints(): Promise<Hints>;

  /** Gives somebody a role; nothing is sent where they have it. `customerId` exactly for a CUSTOMER. */
  setRole(userId: string, role: Role, customerId?: string): Promise<void>;
  setStatus(userId: string, status: MemberStatus): Promise<void>;
  /**
   * Keeps a place for an address for seven days, and mails the address about it. Returns the link: whoever has both it
   * and the address gets in; it is stored nowhere.
   * @throws CallError ALREADY_INVITED, HAS_LEFT, THROTTLED
   */
  invite(invitation: NewInvitation): Promise<string>;
  /** Returns the addresses of `invitations`, and marks those who asked to join without their link. */
  sentInvitations(): Promise<readonly SentInvitation[]>;
  /** Mails the invitation once more. @throws CallError INVITATION_EXPIRED, THROTTLED */
  resendInvitation(invitationId: string): Promise<void>;
  /** Removes a member, or an invitation. */
  remove(userId: string): Promise<void>;
  makeOwner(userId: string): Promise<void>;
  /** Returns those who are members by the log and left since they joined: the server shuts them out already. @throws CallError */
  leavers(): Promise<readonly Leaver[]>;
  /**
   * Confirms, as an admin, that the server was set back to an honest backup: everybody continues from there, and
   * brings back what it lacks. Then `redoLost`. @throws LogError for somebody who was no admin when it was made
   */
  nameBackup(): Promise<void>;
  /**
   * Shuts out again those who came back with the backup, and sets up anew the customers that it does not have. Where somebody
   * could not be shut out, it throws that once it has done the rest.
   */
  redoLost(): Promise<void>;
  /** Carries out any act of an admin on members or keys. */
  act(act: PlainAct, more?: WithAct): Promise<void>;
  /** Carries out an act for which an admin typed somebody's six words. @throws TrustError wrong-words */
  confirm(act: ConfirmedAct, words: string, more?: WithAct): Promise<void>;
  /** Sends whatever the vault signs, signed anew when somebody else's act came first. Returns what was sent. */
  send<S extends SignedActs>(sign: Sign<S>, more?: WithAct): Promise<S>;
}

/** A workspace's records and its people. */
export interface PeopledReplica extends Replica {
  /** Opens the people and the acts on them; returns the same object each time. */
  team(): Promise<Team>;
}
