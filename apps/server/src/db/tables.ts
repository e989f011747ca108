/**
 * The tables, for Kysely and for the test that holds them against the database. Those of records derive from the
 * contract's entities; the others are described column by column, here or, where a call answers their rows, in
 * `contract/server`. Bytes are `Buffer`, moments `Date`, `bigint` columns safe integers.
 */

import type { ScopeAccess, ScopeKind } from '@kontor/contract/entity/scopeKind';
import type { LogEntry } from '@kontor/contract/memberLog/entries';
import { billingRecordTable } from '@kontor/contract/server/billingRecord';
import { cancellationTable } from '@kontor/contract/server/cancellation';
import { invitationTable } from '@kontor/contract/server/invitation';
import { invoiceTable } from '@kontor/contract/server/invoice';
import { linkUseTable } from '@kontor/contract/server/linkUse';
import { membershipTable } from '@kontor/contract/server/membership';
import { notificationSettingTable, notificationTable } from '@kontor/contract/server/notification';
import { sessionTable } from '@kontor/contract/server/session';
import { subscriptionNoticeTable, subscriptionTable } from '@kontor/contract/server/subscription';
import { column, defaulted, nullable } from '@kontor/contract/server/table';
import { workspaceTable } from '@kontor/contract/server/workspace';
import type { Language } from '@kontor/contract/text/language';
import type { BatchResult } from '@kontor/contract/wire/change';
import type { KeyCert } from '@kontor/contract/wire/keyCert';
import type { ScopeKey } from '@kontor/contract/wire/scope';
import type { SandboxCustomer } from '../adapters/payments/sandbox/model.ts';
import type { ClearRow } from './clearRow.ts';
import type { RecordTables } from './recordRow.ts';
import type { SnakeCase } from './snakeCase.ts';

/** A password and the keys behind it, as the server has them. */
const credentials = {
  id: column.uuid(),
  email: column.text(),
  authHash: column.bytes(),
  suite: column.smallint(),
  accountSalt: column.bytes(),
  publicKey: column.json<KeyCert>(),
  privateKey: column.bytes(),
  metadata: column.json<{ language: Language }>(),
  createdAt: column.moment(),
};

export type BlobState = 'reserved' | 'stored' | 'referenced' | 'released' | 'doomed';

/** By their names in the contract's spelling. */
export const clearTables = {
  registration: {
    ...credentials,
    tokenHash: column.bytes(),
    codeHash: column.bytes(),
    codeExpiresAt: column.moment(),
    tries: defaulted(column.integer()),
  },
  account: {
    ...credentials,
    phraseVerification: nullable(column.bytes()),
    phrasePrivateKey: nullable(column.bytes()),
    phraseSealed: nullable(column.bytes()),
    /** Null where it is the account's own. */
    phrasePublicKey: nullable(column.json<KeyCert>()),
  },
  recovery: {
    id: column.uuid(),
    stateHash: column.bytes(),
    accountId: nullable(column.uuid()),
    codeHash: column.bytes(),
    tries: defaulted(column.integer()),
    expiresAt: column.moment(),
  },
  emailChange: {
    accountId: column.uuid(),
    email: column.text(),
    codeHash: column.bytes(),
    tries: defaulted(column.integer()),
    expiresAt: column.moment(),
  },
  formerPersonalScope: { scopeId: column.uuid(), accountId: column.uuid(), certKey: column.text() },
  session: sessionTable,
  knownDevice: { accountId: column.uuid(), tokenHash: column.bytes(), createdAt: column.moment() },
  accountPin: {
    accountId: column.uuid(),
    workspaceId: column.uuid(),
    sealed: column.bytes(),
    /** base64url; null while it is sealed under the account's own. */
    formerKey: nullable(column.text()),
  },
  oneTimePassword: {
    email: column.text(),
    hash: column.bytes(),
    mailedAt: column.moment(),
    expiresAt: column.moment(),
  },
  pepperProof: { id: column.flag(), proof: column.bytes() },
  throttle: {
    key: column.text(),
    points: defaulted(column.integer()),
    expire: nullable(column.bigint()),
  },
  workspace: workspaceTable,
  subscription: subscriptionTable,
  subscriptionNotice: subscriptionNoticeTable,
  subscriptionAside: { workspaceId: column.uuid(), mode: column.text(), row: column.json<object>() },
  billingMode: { id: column.flag(), mode: column.text() },
  sandboxCustomer: { ref: column.text(), state: column.json<SandboxCustomer>() },
  sandboxClock: { id: column.flag(), days: column.integer() },
  workspaceDeletion: {
    workspaceId: column.uuid(),
    requestedAt: column.moment(),
    members: column.integer(),
    records: defaulted(column.bigint()),
    files: column.integer(),
    bytes: column.bigint(),
    finishedAt: nullable(column.moment()),
  },
  recordNoun: { workspaceId: column.uuid(), id: column.uuid(), noun: column.text() },
  recordUsage: { workspaceId: column.uuid(), bytes: column.bigint() },
  memberLog: {
    workspaceId: column.uuid(),
    seq: column.integer(),
    hash: column.text(),
    entry: column.json<LogEntry>(),
  },
  membership: membershipTable,
  invitation: invitationTable,
  scope: {
    id: column.uuid(),
    kind: column.text<ScopeKind>(),
    access: column.text<ScopeAccess>(),
    workspaceId: nullable(column.uuid()),
    userId: nullable(column.uuid()),
    revision: column.bigint(),
    keyRevision: defaulted(column.bigint()),
    generation: defaulted(column.integer()),
    kid: nullable(column.text()),
    cutSeq: defaulted(column.integer()),
    createdAt: column.moment(),
  },
  scopeKey: {
    scopeId: column.uuid(),
    revision: column.bigint(),
    type: column.text<ScopeKey['type']>(),
    generation: column.integer(),
    kid: column.text(),
    recipient: nullable(column.text()),
    recipientKey: nullable(column.text()),
    key: column.json<ScopeKey>(),
  },
  appliedBatch: {
    accountId: column.uuid(),
    id: column.uuid(),
    result: column.json<Pick<BatchResult, 'revisions'>>(),
    appliedAt: column.moment(),
  },
  blob: {
    fileKey: column.text(),
    workspaceId: column.uuid(),
    uploaderId: column.uuid(),
    size: column.bigint(),
    counted: column.bigint(),
    state: column.text<BlobState>(),
    createdAt: column.moment(),
    stateAt: column.moment(),
  },
  blobRef: { fileKey: column.text(), scopeId: column.uuid(), recordId: column.uuid() },
  notification: { ...notificationTable, id: defaulted(notificationTable.id) },
  mute: { userId: column.uuid(), workspaceId: column.uuid(), subjectId: column.uuid() },
  notificationSetting: notificationSettingTable,
  notificationMail: { accountId: column.uuid(), workspaceId: column.uuid(), sentAt: column.moment() },
  pushSubscription: {
    sessionId: column.uuid(),
    accountId: column.uuid(),
    endpoint: column.text(),
    p256dh: column.bytes(),
    auth: column.bytes(),
    createdAt: column.moment(),
  },
  linkUse: linkUseTable,
  blobUsage: { workspaceId: column.uuid(), bytes: column.bigint() },
  billingRecord: billingRecordTable,
  invoice: invoiceTable,
  invoiceSeries: { year: column.integer(), last: column.integer() },
  cancellation: cancellationTable,
  operatorAct: {
    id: column.uuid(),
    at: column.moment(),
    command: column.text(),
    workspaceId: nullable(column.uuid()),
    details: column.json<Record<string, unknown>>(),
  },
  /** Made by `migrate.ts`. */
  migration: { name: column.text(), sha256: column.text(), appliedAt: defaulted(column.moment()) },
};

export type ClearTables = {
  [N in keyof typeof clearTables as SnakeCase<N>]: ClearRow<(typeof clearTables)[N]>;
};

export type Tables = RecordTables & ClearTables;
