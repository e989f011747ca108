/**
 * Judges who wrote a record, and whether they could: the judgement that the member log bears out, and the keys that signatures
 * are verified with. In a personal scope there is nobody but the account itself, now and before a reset.
 */
import type { RecordCapability } from '@kontor/contract/capability';
import type { Entity, SealedRecord } from '@kontor/contract/entity/entity';
import { containerNoun, containerOf } from '@kontor/contract/entity/placement';
import { isCut, type ScopeKind, scopeKind } from '@kontor/contract/entity/scopeKind';
import { hashAt, memberAt } from '@kontor/contract/memberLog/history';
import type { LogState } from '@kontor/contract/memberLog/state';
import {
  type AuthorHead,
  couldWrite,
  type GenerationOrigin,
  type WriteVerdict,
  wasSuperseded,
} from '@kontor/contract/memberLog/writers';
import type { EntityName } from '@kontor/contract/nouns/entities';
import { type Bytes, equalBytes, fromBase64Url, toBase64Url } from '@kontor/contract/wire/bytes';
import type { KeyCert } from '@kontor/contract/wire/keyCert';
import {
  type Authorship,
  type LogHead,
  noHead,
  type SignatureCheck,
  type SignedContent,
  verifyAll,
} from '@kontor/crypto/authorSignature';
import { certSigningKey, fingerprint } from '@kontor/crypto/cert';
import type { Refs } from '@kontor/crypto/recordContext';
import { type Verify, verifierOf } from '@kontor/crypto/signing';
import type { OpenAccount } from './account.ts';
import type { Keyring } from './keyring.ts';
import { Refused } from './refused.ts';
import { saysTheSame } from './resealed.ts';
import type { GenerationSource } from './scopeRing.ts';
import type { LogBook } from './trust/logBook.ts';

/** Signatures under way at once: enough to keep the platform busy, few enough to bound memory. */
const atOnce = 512;

const verdictFaults = {
  'may-not': 'forged-author',
  'unknown-head': 'withheld-log',
  'other-log': 'forked-log',
} as const satisfies Record<Exclude<WriteVerdict, 'may'>, string>;

/** A row, opened, and the key that it lay under. */
export interface SignedRow {
  entity: Entity;
  row: SealedRecord;
  signed: SignedContent;
  generation: number;
  origin: GenerationSource;
}

/** The certificates that somebody may have signed with, by fingerprint, and the head that they named. */
export interface SignedBy {
  by: Bytes[];
  head: LogHead;
}

/** Remembers the text of the bytes that came last: thousands of rows in a row name one author and one head. */
function lastText(): (bytes: Bytes) => string {
  let [last, text] = [new Uint8Array(0), ''];
  return (bytes) => {
    if (!equalBytes(bytes, last)) [last, text] = [bytes.slice(), toBase64Url(bytes)];
    return text;
  };
}

/** The author of a row, and whether it lies under the own key of a scope that no entry of the log cuts. */
export interface Judged {
  authorId: string;
  isUncut: boolean;
}

export class Authors {
  readonly #account: OpenAccount;
  readonly #log: LogBook;
  readonly #keyring: Keyring;
  /** By fingerprint: imported once. */
  readonly #verifiers = new Map<string, Verify>();
  readonly #nameOf = lastText();
  readonly #hashOf = lastText();

  constructor(account: OpenAccount, log: LogBook, keyring: Keyring) {
    this.#account = account;
    this.#log = log;
    this.#keyring = keyring;
  }

  /** Returns the end of the member log that the account signs with. @throws TrustError unknown-scope */
  head(workspaceId: string): LogHead {
    if (workspaceId === '') return noHead;
    const { seq, head } = this.#log.known(workspaceId);
    return { seq, hash: fromBase64Url(head) };
  }

  /**
   * Returns the judge of a workspace's rows. It verifies no signature, and where a private scope's next key cuts is known
   * once a row is taken over: see `KeySpans`.
   * @throws TrustError unknown-scope; the judge Refused where they could not
   */
  async judge(workspaceId: string): Promise<(written: SignedRow) => Judged> {
    if (workspaceId !== '') {
      const state = this.#log.known(workspaceId);
      return (written) => this.#judgeIn(state, written);
    }
    const own = await this.#ownCerts();
    return ({ signed: { author, reseal } }) => {
      for (const { by, head } of reseal ? [author, reseal.resealer] : [author])
        if (!own.has(this.#nameOf(by)) || head.seq !== 0) throw new Refused('forged-author');
      return { authorId: this.#account.userId, isUncut: false };
    };
  }

  #judgeIn(state: LogState, written: SignedRow): Judged {
    const { entity, row, signed } = written;
    const { author, reseal } = signed;
    const scope = this.#scope(state, row.scopeId, entity);
    const isUncut = isUnderUncutKey(written);
    const origin = generationOrigin(state, scope.kind, written);
    if (!isUncut && origin && wasSuperseded(state, row.scopeId, origin, row.revision))
      throw new Refused('superseded-key');
    const here = { scope, ...(!isUncut && { revision: row.revision }), ...ownerIn(entity, row.refs) };
    if (reseal) {
      const { resealer, origin: before } = reseal;
      const there = { scope: this.#scope(state, before.scopeId, entity), ...ownerIn(entity, before.refs) };
      this.#assert(state, author, [entity.name, before.version === 1 ? 'create' : 'update'], there);
      const isMovedAlong = containerOf(entity, row.refs) === containerOf(entity, before.refs);
      const container = isMovedAlong ? containerNoun(entity, row.refs) : undefined;
      this.#assert(state, resealer, [entity.name, 'create'], here, container);
      if (!saysTheSame(entity, before.refs, row.refs, isMemberAt(state, resealer.head.seq)))
        throw new Refused('forged-author');
    } else {
      const verb = row.deleted ? 'delete' : row.version === 1 ? 'create' : 'update';
      const container = verb === 'delete' ? containerNoun(entity, row.refs) : undefined;
      this.#assert(state, author, [entity.name, verb], here, container);
    }
    const authorId = state.certs.get(this.#nameOf(author.by))!.userId;
    if (entity.isSaid && !row.deleted && here.ownerId !== authorId) throw new Refused('forged-author');
    return { authorId, isUncut };
  }

  /**
   * Tells whether the account may seal somebody else's record anew under their name: see `saysTheSame`. Else it is the account's
   * word. @throws TrustError unknown-scope
   */
  mayReseal(workspaceId: string, entity: Entity, before: Refs, after: Refs): boolean {
    const state = this.#log.known(workspaceId);
    return saysTheSame(entity, before, after, isMemberAt(state, state.seq));
  }

  /** Returns a scope; one that this reader does not know, as what is moved may come from, is of the noun's kind. */
  #scope({ workspaceId }: LogState, id: string, { scopes }: Entity): { id: string; kind: ScopeKind } {
    return { id, kind: this.#keyring.scope(workspaceId, id)?.kind ?? scopes[0] };
  }

  /**
   * Asserts that an author could do something to a record. @param container the noun of what it lies in, where whoever may
   * do as much to that may do it to what lies in there, whosever it is
   */
  #assert(
    state: LogState,
    { by, head }: Authorship,
    [noun, verb]: readonly [noun: string, verb: 'create' | 'update' | 'delete'],
    where: Parameters<typeof couldWrite>[3],
    container?: string,
  ): void {
    const who: AuthorHead = {
      certKey: this.#nameOf(by),
      headSeq: head.seq,
      headHash: this.#hashOf(head.hash),
    };
    const verdictOn = (name: string, at: typeof where) =>
      couldWrite(state, who, `${name as EntityName}.${verb}` satisfies RecordCapability, at);
    let verdict = verdictOn(noun, where);
    const { ownerId: _, ...there } = where;
    if (verdict === 'may-not' && container !== undefined) verdict = verdictOn(container, there);
    if (verdict !== 'may') throw new Refused(verdictFaults[verdict]);
  }

  /** Resolves with the account's certificates by fingerprint: its own, and that of before a reset. */
  async #ownCerts(): Promise<Map<string, KeyCert>> {
    const certs = [this.#account.keys.cert, ...(this.#keyring.hasFormer ? [this.#keyring.former.cert] : [])];
    return new Map(
      await Promise.all(certs.map(async (cert) => [toBase64Url(await fingerprint(cert)), cert] as const)),
    );
  }

  /**
   * Returns a look-up of who signed, by user and by the place of the head that they named: undefined where the log has no
   * such head, or the user no place there.
   */
  async signers(workspaceId: string): Promise<(userId: string, seq: number) => SignedBy | undefined> {
    const own = workspaceId === '' ? await this.#ownCerts() : undefined;
    const found = new Map<string, SignedBy | undefined>();
    return (userId, seq) => {
      const key = `${userId}/${seq}`;
      if (!found.has(key)) {
        const by = own ? [...own.keys()] : this.#namesAt(workspaceId, userId, seq);
        const hash = own ? noHead.hash : this.#hashAt(workspaceId, seq);
        found.set(
          key,
          hash && by.length > 0 ? { by: by.map(fromBase64Url), head: { seq, hash } } : undefined,
        );
      }
      return found.get(key);
    };
  }

  #namesAt(workspaceId: string, userId: string, seq: number): string[] {
    const member = memberAt(this.#log.known(workspaceId), userId, seq);
    return member ? [member.certKey] : [];
  }

  #hashAt(workspaceId: string, seq: number): Bytes | undefined {
    const hash = hashAt(this.#log.known(workspaceId), seq);
    return hash === undefined ? undefined : fromBase64Url(hash);
  }

  /** Verifies signatures, a few at a time; false for each that does not hold. */
  async verify(workspaceId: string, checks: readonly SignatureCheck[]): Promise<boolean[]> {
    const out: boolean[] = [];
    for (let start = 0; start < checks.length; start += atOnce) {
      const chunk = checks.slice(start, start + atOnce);
      const keys = new Map<string, Verify>();
      for (const { by } of chunk) {
        const name = this.#nameOf(by);
        if (!keys.has(name)) keys.set(name, await this.#verifier(workspaceId, name));
      }
      out.push(...(await verifyAll(chunk, (by) => keys.get(this.#nameOf(by))!)));
    }
    return out;
  }

  async #verifier(workspaceId: string, name: string): Promise<Verify> {
    const known = this.#verifiers.get(name);
    if (known) return known;
    const cert =
      workspaceId === ''
        ? (await this.#ownCerts()).get(name)
        : this.#log.known(workspaceId).certs.get(name)?.cert;
    // Nobody's yet: the log may name it later.
    if (!cert) return async () => false;
    const verifier = await verifierOf(certSigningKey(cert));
    this.#verifiers.set(name, verifier);
    return verifier;
  }

  clear(): void {
    this.#verifiers.clear();
  }
}

/**
 * Tells whether a row was written under the own key of a scope that no entry of the log cuts, as a private room's. The kind is
 * the server's word, what a noun may lie in is not.
 */
const isUnderUncutKey = ({ entity, origin }: SignedRow): boolean =>
  origin.from === 'row' &&
  entity.scopes.some((kind) => scopeKind(kind).key === 'shared' && !isCut(kind, 'private'));

const isMemberAt =
  (state: LogState, seq: number) =>
  (userId: string): boolean =>
    memberAt(state, userId, seq) !== undefined;

function ownerIn({ owner }: Entity, refs: Readonly<Record<string, unknown>>): { ownerId?: string } {
  const ownerId = owner === undefined ? undefined : refs[owner];
  return typeof ownerId === 'string' ? { ownerId } : {};
}

/** Returns where a key comes from, as the log's judgement asks for it; undefined where that cannot be told. */
function generationOrigin(
  { scopes }: LogState,
  kind: ScopeKind,
  { generation, origin }: SignedRow,
): GenerationOrigin | undefined {
  const byKid = (of: ScopeKind, kid: string) => {
    for (const scope of scopes.values())
      if (scope.kind === of) for (const [n, each] of scope.kids) if (each === kid) return n;
    return 0;
  };
  if (origin.from === 'staff') {
    const { staffKid } = origin;
    return { from: 'staff', generation: staffKid === undefined ? generation : byKid('staff', staffKid) };
  }
  if (kind === 'admins' || kind === 'staff' || kind === 'customer') return { from: 'log', generation };
  const { terms } = origin;
  if (!terms) return undefined;
  return {
    from: 'grant',
    readers: terms.readers.filter((id) => id !== 'admins'),
    ...(terms.adminsKid !== undefined && { adminsGeneration: byKid('admins', terms.adminsKid) }),
  };
}
