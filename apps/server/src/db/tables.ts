/** The rows of the tables, for Kysely. Bytes are `Buffer`, times `Date`, `bigint` columns safe integers. */

import type { MemberStatus, Role } from '@kontor/contract/entity/role';
import type { ScopeAccess, ScopeKind } from '@kontor/contract/entity/scopeKind';
import type { LogEntry } from '@kontor/contract/memberLog/entries';
import type { Language } from '@kontor/contract/wire/account';
import type { BatchResult } from '@kontor/contract/wire/change';
import type { KeyCert } from '@kontor/contract/wire/keyCert';
import type { Plan } from '@kontor/contract/wire/plan';
import type { ScopeKey } from '@kontor/contract/wire/scope';
import type { ColumnType, Generated } from 'kysely';
import type { RecordTables } from './recordRow.ts';

/** JSON goes in as text and comes out as the value. */
type Json<T> = ColumnType<T, string, string>;

/** What a password and the keys behind it come to on the server. */
interface Credentials {
  id: string;
  email: string;
  auth_hash: Buffer;
  suite: number;
  account_salt: Buffer;
  public_key: Json<KeyCert>;
  private_key: Buffer;
  metadata: Json<{ language: Language }>;
  created_at: Date;
}

export interface RegistrationTable extends Credentials {
  token_hash: Buffer;
  code_hash: Buffer;
  code_expires_at: Date;
  tries: Generated<number>;
}

export interface AccountTable extends Credentials {
  phrase_verification: Buffer | null;
  phrase_private_key: Buffer | null;
  phrase_sealed: Buffer | null;
  /** Null where it is the account's own. */
  phrase_public_key: ColumnType<KeyCert | null, string | null | undefined, string | null>;
}

export interface RecoveryTable {
  id: string;
  state_hash: Buffer;
  account_id: string | null;
  code_hash: Buffer;
  tries: Generated<number>;
  expires_at: Date;
}

export interface FormerPersonalScopeTable {
  scope_id: string;
  account_id: string;
  cert_key: string;
}

export interface SessionTable {
  id: string;
  account_id: string;
  token_hash: Buffer;
  device_share: Buffer;
  user_agent: string;
  created_at: Date;
  seen_at: Date;
  expires_at: Date;
  /** Null while the device keeps the account's own seeds. */
  former_public_key: ColumnType<KeyCert | null, string | null | undefined, string | null>;
}

export interface AccountPinTable {
  account_id: string;
  workspace_id: string;
  sealed: Buffer;
  /** base64url; null while it is sealed under the account's own. */
  former_key: string | null;
}

export type BlobState = 'reserved' | 'stored' | 'referenced' | 'released' | 'doomed';

export interface BlobTable {
  file_key: string;
  workspace_id: string;
  uploader_id: string;
  size: number;
  state: BlobState;
  created_at: Date;
  state_at: Date;
}

export interface BlobRefTable {
  file_key: string;
  scope_id: string;
  record_id: string;
}

export interface BlobUsageTable {
  workspace_id: string;
  bytes: number;
}

export interface RecordUsageTable {
  workspace_id: string;
  bytes: number;
}

export interface WorkspaceTable {
  id: string;
  name: string;
  color: string;
  logo: Buffer;
  plan: Plan;
  trial_ends_at: Date | null;
  created_at: Date;
  deleted_at: Date | null;
}

/** Follows the folded member log; nothing else writes it. */
export interface MembershipTable {
  workspace_id: string;
  user_id: string;
  role: Role;
  status: MemberStatus;
  is_owner: boolean;
  cert_key: string;
  created_at: Date;
}

/** For whom an open invitation of the member log is. */
export interface InvitationTable {
  id: string;
  workspace_id: string;
  email: string;
  role: Role;
  created_at: Date;
  expires_at: Date;
  asked_by: string | null;
  asked_at: Date | null;
}

export interface OneTimePasswordTable {
  email: string;
  hash: Buffer;
  tries: Generated<number>;
  mailed_at: Date;
  expires_at: Date;
}

export interface MemberLogTable {
  workspace_id: string;
  seq: number;
  hash: string;
  entry: Json<LogEntry>;
}

export interface ScopeTable {
  id: string;
  kind: ScopeKind;
  access: ScopeAccess;
  workspace_id: string | null;
  user_id: string | null;
  revision: number;
  key_revision: Generated<number>;
  generation: Generated<number>;
  kid: string | null;
  created_at: Date;
}

export interface ScopeKeyTable {
  scope_id: string;
  revision: number;
  type: ScopeKey['type'];
  generation: number;
  kid: string;
  recipient: string | null;
  recipient_key: string | null;
  key: Json<ScopeKey>;
}

export interface AppliedBatchTable {
  account_id: string;
  id: string;
  result: Json<BatchResult>;
  applied_at: Date;
}

export interface Tables extends RecordTables {
  registration: RegistrationTable;
  account: AccountTable;
  recovery: RecoveryTable;
  former_personal_scope: FormerPersonalScopeTable;
  session: SessionTable;
  account_pin: AccountPinTable;
  blob: BlobTable;
  blob_ref: BlobRefTable;
  blob_usage: BlobUsageTable;
  record_usage: RecordUsageTable;
  workspace: WorkspaceTable;
  membership: MembershipTable;
  invitation: InvitationTable;
  one_time_password: OneTimePasswordTable;
  member_log: MemberLogTable;
  scope: ScopeTable;
  scope_key: ScopeKeyTable;
  applied_batch: AppliedBatchTable;
}
