/** Signs the entries of member logs as the account: acts upon members, restored backups, new keys of one's own, invitations. */
import { logEntryHash } from '@kontor/contract/memberLog/entries';
import { fromBase64Url, toBase64Url } from '@kontor/contract/wire/bytes';
import { parseCert } from '@kontor/crypto/cert';
import { CryptoError } from '@kontor/crypto/errors';
import { createInvitationKeys, createInvitationSecret, openInvitationKeys } from '@kontor/crypto/invitation';
import { logCrypto } from '@kontor/crypto/signing';
import type { OpenAccount } from './account.ts';
import type { ConfirmedWords } from './confirmedWords.ts';
import type { Keyring } from './keyring.ts';
import type { SignedActs } from './memberAct.ts';
import { type ActParts, signAcceptance, signInvite, signMemberAct, signRestore } from './memberActs.ts';
import type { PlainRecord, ScopeKeys } from './plainRecord.ts';
import { type Replacement, signRekey, withPrivateKeys } from './rekey.ts';
import { type SealedAs, sealRecords } from './sealRecords.ts';
import type { LogBook } from './trust/logBook.ts';
import { TrustError } from './trust/trustError.ts';
import type { Vault } from './vault.ts';

interface LogSignerParts {
  account: OpenAccount;
  log: LogBook;
  keyring: Keyring;
  words: ConfirmedWords;
  /** Keys and authors by which records are sealed. */
  keys: Parameters<typeof sealRecords>[0];
}

export const bytesOf = (records: readonly SealedAs[]): Uint8Array[] => records.map(({ sealed }) => sealed);

export class LogSigner {
  readonly #parts: LogSignerParts;

  constructor(parts: LogSignerParts) {
    this.#parts = parts;
  }

  async memberAct(
    ...[workspaceId, act, at, records, revisions]: Parameters<Vault['signMemberAct']>
  ): Promise<SignedActs> {
    // The page may send anything, whatever the types say.
    if ('cert' in act) throw new TrustError('wrong-words', 'a certificate is taken for its six words alone');
    this.#parts.log.assertConfirmed(workspaceId);
    return signMemberAct(this.#actParts(workspaceId, at, records, revisions), act);
  }

  async confirmedAct(
    ...[workspaceId, act, words, at, records, revisions, heads = {}]: Parameters<Vault['signConfirmedAct']>
  ): ReturnType<Vault['signConfirmedAct']> {
    const { log, keyring } = this.#parts;
    log.assertConfirmed(workspaceId);
    const cert = await parseCert(act.cert);
    await this.#parts.words.check(cert, words);
    const parts = this.#actParts(workspaceId, at, records, revisions);
    const signed = await signMemberAct(parts, { ...act, cert });
    // An invited person was nobody's reader yet.
    if (act.type !== 'unlock' || !parts.state.members.has(act.userId)) return signed;
    return withPrivateKeys(parts, signed, act.userId, { rings: keyring.rings(workspaceId), heads });
  }

  async restore(
    ...[workspaceId, entries, changedAt, at]: Parameters<Vault['signRestore']>
  ): ReturnType<Vault['signRestore']> {
    const { state, newestAt } = await this.#parts.log.backup(workspaceId, entries);
    // Behind everything that it gives up, whatever the clocks of those who signed that said.
    const parts = { ...this.#actParts(workspaceId, Math.max(at, newestAt + 1)), state };
    return signRestore(parts, changedAt);
  }

  async phraseRekey(
    ...[workspaceId, scopes, at]: Parameters<Vault['signPhraseRekey']>
  ): ReturnType<Vault['signPhraseRekey']> {
    const signer = this.#parts.keyring.former;
    const { cert } = this.#parts.account.keys;
    return this.#rekey(workspaceId, { cert, signer, method: 'phrase' }, scopes, at);
  }

  async deviceRekey(
    ...[workspaceId, next, words, scopes, at]: Parameters<Vault['signDeviceRekey']>
  ): ReturnType<Vault['signDeviceRekey']> {
    const cert = await parseCert(next);
    const signer = this.#parts.account.keys;
    if (cert.userId !== signer.cert.userId) throw new TrustError('unconfirmed-key', "another's keys");
    await this.#parts.words.check(cert, words);
    return this.#rekey(workspaceId, { cert, signer, method: 'device' }, scopes, at);
  }

  /**
   * Signs the new keys: a key that is not believed stays behind; without one that is needed nothing is
   * signed.
   */
  async #rekey(workspaceId: string, replacement: Replacement, scopes: ScopeKeys[], at: number) {
    const { log, keyring } = this.#parts;
    await keyring.take(workspaceId, scopes);
    // Without a pin the log may be a forgery: whom else it names gets nothing from here.
    const rings = log.isConfirmed(workspaceId) ? keyring.rings(workspaceId) : [];
    return signRekey(this.#actParts(workspaceId, at), replacement, rings);
  }

  async invitation(
    ...[workspaceId, invitation, records]: Parameters<Vault['createInvitation']>
  ): ReturnType<Vault['createInvitation']> {
    this.#parts.log.assertConfirmed(workspaceId);
    const { invitationId, at, ...place } = invitation;
    const secret = createInvitationSecret();
    const { cert } = await createInvitationKeys(secret, { workspaceId, invitationId }, at);
    const signed = await signInvite(this.#actParts(workspaceId, at, records), cert, place);
    const head = await logEntryHash(signed.entries.at(-1)!, logCrypto);
    return { ...signed, secret: toBase64Url(secret), head };
  }

  async acceptance(
    ...[workspaceId, link, shown, at]: Parameters<Vault['acceptInvitation']>
  ): ReturnType<Vault['acceptInvitation']> {
    const { log, keyring } = this.#parts;
    const { invitationId, head } = link;
    const state = await log.take(workspaceId, shown.log, 'server', head);
    const invitation = state.invitations.get(invitationId);
    if (!invitation) throw new TrustError('wrong-invitation', 'the member log names no such invitation');
    const secret = fromBase64Url(link.secret);
    const keys = await openInvitationKeys(secret, { workspaceId, invitationId }, invitation.cert).catch(
      (cause: unknown) => {
        if (cause instanceof CryptoError) throw new TrustError('wrong-invitation', cause.message);
        throw cause;
      },
    );
    keyring.takeLink(workspaceId, keys);
    const [fault] = await keyring.take(workspaceId, shown.scopes);
    if (fault) throw new TrustError(fault.fault, fault.detail);
    // The link names an entry of it, and nobody but its maker and its reader knows the link.
    log.confirm(workspaceId);
    return signAcceptance(this.#actParts(workspaceId, at), keys);
  }

  #actParts(
    workspaceId: string,
    at: number,
    records: readonly PlainRecord[] = [],
    revisions: Readonly<Record<string, number>> = {},
  ): ActParts {
    const { account, log, keyring, keys } = this.#parts;
    const isCuttable = ([scopeId]: [string, number]) => keyring.isCuttable(workspaceId, scopeId);
    return {
      account: account.keys,
      state: log.known(workspaceId),
      ringOf: (scopeId) => keyring.ring(workspaceId, scopeId),
      at,
      revisions: new Map(Object.entries(revisions).filter(isCuttable)),
      hold: (fresh) => keyring.hold(workspaceId, fresh),
      seal: async (fresh) => bytesOf(await sealRecords(keys, workspaceId, records, { fresh })),
    };
  }
}
