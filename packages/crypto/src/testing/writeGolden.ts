/**
 * Writes golden envelopes: one file per format and version, opened by `src/golden.test.ts` and by any second
 * implementation. Run by hand when a format is added or gets a new version: `node packages/crypto/src/testing/writeGolden.ts`.
 * A file that exists is never touched: what was sealed once must open for ever.
 *
 * Bytes are base64url. `hostile` lists altered copies, each of which must be refused with the named error.
 */
import { existsSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import {
  type EntryOf,
  type LogEntry,
  logEntryBytes,
  logEntryHash,
  type UnsignedLogEntry,
} from '@kontor/contract/memberLog/entries';
import { packRevisions } from '@kontor/contract/memberLog/revisions';
import {
  type Bytes,
  fromBase64Url as b64Bytes,
  concat,
  toBase64Url,
  utf8,
} from '@kontor/contract/wire/bytes';
import { sealAccount, sealSeedsForPhrase } from '../account.ts';
import {
  chainHash,
  type Origin,
  type RecordPlace,
  readSigned,
  recordSigner,
  resealRecord,
  signRecord,
  signTombstone,
} from '../authorSignature.ts';
import { certHpkeKey, fingerprint, issueCert } from '../cert.ts';
import { importPageKey, importStoreKey, memoryName, sealStored } from '../device.ts';
import { sealPart } from '../file.ts';
import { sealGrant } from '../grant.ts';
import { createInvitationKeys } from '../invitation.ts';
import { wrapPreviousKey, wrapScopeKey } from '../keyWrap.ts';
import { sealLink } from '../link.ts';
import { sealLogPin } from '../logPin.ts';
import { nameTag } from '../nameTag.ts';
import { derivePasswordKeys } from '../password.ts';
import { phraseKey, phraseVerification, phraseWords, sealPhrase } from '../phrase.ts';
import { sealRecord, sealTombstone } from '../record.ts';
import {
  deriveOpenScopeKey,
  derivePersonalScopeKey,
  importScopeKey,
  kidTextOf,
  scopeHpkePublicKey,
} from '../scopeKey.ts';
import { seedsFrom } from '../seeds.ts';
import { logCrypto, signBytes } from '../signing.ts';
import { logWords, sixWords } from '../sixWords.ts';

const b64 = toBase64Url;

/** Returns fixed bytes, different for every `start`. */
const bytes = (start: number, length = 32): Bytes =>
  Uint8Array.from({ length }, (_, i) => (start + 7 * i) & 0xff);

function flip(value: Bytes, at: number): string {
  const copy = value.slice();
  copy[at < 0 ? copy.length + at : at]! ^= 1;
  return b64(copy);
}

const workspaceId = '01900000-0000-7000-8000-000000000001';
const scopeId = '01900000-0000-7000-8000-000000000002';
const recordId = '01900000-0000-7000-8000-000000000003';
const parentId = '01900000-0000-7000-8000-000000000004';
const userId = '01900000-0000-7000-8000-00000000000a';
const readerId = '01900000-0000-7000-8000-00000000000b';

const scopeKey = bytes(1);
const parentKey = bytes(2);
const seeds = seedsFrom(bytes(3, 64));
const readerSeeds = seedsFrom(bytes(4, 64));
const cert = await issueCert(seeds, { userId, createdAt: 1_760_000_000_000, previous: null });
const previous = await fingerprint(cert);
const readerCert = await issueCert(readerSeeds, { userId: readerId, createdAt: 1_760_000_000_001, previous });
const account = { seeds, cert };
const pin = { genesisHash: bytes(11), headSeq: 41, headHash: bytes(12) };
const pinTexts = { genesisHash: b64(pin.genesisHash), headSeq: pin.headSeq, headHash: b64(pin.headHash) };
const seedTexts = { xwing: b64(seeds.xwing), ed25519: b64(seeds.ed25519) };

async function golden(name: string, build: () => Promise<object>): Promise<void> {
  const path = fileURLToPath(new URL(`../../golden/${name}.json`, import.meta.url));
  if (existsSync(path)) return;
  writeFileSync(path, `${JSON.stringify(await build(), null, 2)}\n`);
  process.stdout.write(`wrote ${path}\n`);
}

const context = {
  workspaceId,
  scopeId,
  entity: 'task',
  id: recordId,
  version: 7,
  refs: { projectId: scopeId, assigneeIds: [userId, readerId] },
};

const key = await importScopeKey(scopeKey);
const author = await recordSigner(account);
const reader = await recordSigner({ seeds: readerSeeds, cert: readerCert });
const head = { seq: 41, hash: bytes(15) };
const place: RecordPlace = { ...context, generation: 3 };
const text = '{"title":"Angebot für Müller & Söhne","status":"open"}';

/** Copies of a record: sealed in `sealedAt`, around what was signed elsewhere. */
const twin = async (name: string, sealedAt: RecordPlace, signed: Bytes, error = 'not-verified') => ({
  name,
  place: sealedAt,
  sealed: b64(await sealRecord(key, sealedAt, signed)),
  error,
});

await golden('record-v2', async () => {
  const signed = await signRecord(author, place, head, utf8(text));
  const sealed = await sealRecord(key, place, signed);
  const altered = (name: string, at: number, error = 'not-verified') => ({
    name,
    place,
    sealed: flip(sealed, at),
    error,
  });
  const elsewhere = (name: string, change: Partial<RecordPlace>) => ({
    name,
    place: { ...place, ...change },
    sealed: b64(sealed),
    error: 'not-verified',
  });
  const moved = (name: string, change: Partial<RecordPlace>) =>
    twin(`sealed anew by a holder of the key: ${name}`, { ...place, ...change }, signed);
  const bent = (name: string, at: number, error?: string) => {
    const copy = signed.slice();
    copy[at]! ^= 1;
    return twin(`sealed anew by a holder of the key: ${name}`, place, copy, error);
  };
  const hostile = [
    altered('ciphertext altered', 100),
    altered('tag altered', -1),
    altered('nonce altered', 20),
    altered('other key id', 5, 'wrong-key'),
    altered('other format version', 0, 'unknown-version'),
    { name: 'cut', place, sealed: b64(sealed.slice(0, 40)), error: 'malformed' },
    elsewhere('older version', { version: 6 }),
    elsewhere('without its refs', { refs: {} }),
    elsewhere('other scope', { scopeId: parentId }),
    elsewhere('other entity', { entity: 'project' }),
    elsewhere('other generation', { generation: 2 }),
    await moved('at a new version', { version: 8 }),
    await moved('in another scope', { scopeId: parentId }),
    await moved('under another id', { id: parentId }),
    await moved('as another entity', { entity: 'project' }),
    await moved('in another workspace', { workspaceId: parentId }),
    await moved('with other refs', { refs: { projectId: parentId } }),
    await moved('of another generation', { generation: 2 }),
    await twin(
      'with unknown parts',
      place,
      Uint8Array.from(signed, (byte, i) => (i === 0 ? 4 : byte)),
      'malformed',
    ),
    await bent('author altered', 1),
    await bent('head’s place altered', 40),
    await bent('head altered', 41),
    await bent('signature altered', 73),
    await bent('content altered', 137),
    await twin(
      'signed by another key than its author’s',
      place,
      await signRecord({ name: author.name, sign: reader.sign }, place, head, utf8(text)),
    ),
    await twin('without a signature', place, utf8(text), 'malformed'),
  ];
  return {
    key: b64(scopeKey),
    certs: [cert, readerCert],
    place,
    head: { seq: 41, hash: b64(head.hash) },
    sealed: b64(sealed),
    content: text,
    hostile,
  };
});

await golden('record-values-v2', async () => {
  const refs = { projectId: scopeId, position: 0.5, hours: 0, pinned: false, isOpen: true, priority: 'HIGH' };
  const valued = { ...place, refs };
  const content = '{"title":"Angebot"}';
  const sealed = b64(await sealRecord(key, valued, await signRecord(author, valued, head, utf8(content))));
  const altered = [
    ['a number changed', { ...refs, position: 0.25 }],
    ['a number as text', { ...refs, position: '0.5' }],
    ['zero left out', { ...refs, hours: null }],
    ['false left out', { ...refs, pinned: null }],
    ['false for true', { ...refs, isOpen: false }],
    ['zero for false', { ...refs, pinned: 0 }],
  ].map(([name, other]) => ({ name, place: { ...valued, refs: other }, sealed, error: 'not-verified' }));
  const list = { ...valued, refs: { ...refs, position: [0.5] } };
  const hostile = [...altered, { name: 'a list of numbers', place: list, sealed, error: 'malformed' }];
  return {
    key: b64(scopeKey),
    certs: [cert],
    place: valued,
    head: { seq: 41, hash: b64(head.hash) },
    sealed,
    content,
    hostile,
  };
});

await golden('record-chained-v2', async () => {
  const first = await signRecord(author, { ...place, id: parentId }, head, utf8('{"text":"Ja."}'), {
    counter: 1,
    previous: bytes(0, 32).fill(0),
  });
  const before = await chainHash(readSigned(first), { ...place, id: parentId });
  const content = '{"text":"Nein."}';
  const signed = await signRecord(author, place, head, utf8(content), { counter: 2, previous: before });
  const again = (name: string, at: number) => {
    const copy = signed.slice();
    copy[at]! ^= 1;
    return twin(name, place, copy);
  };
  return {
    key: b64(scopeKey),
    certs: [cert],
    place,
    head: { seq: 41, hash: b64(head.hash) },
    sealed: b64(await sealRecord(key, place, signed)),
    content,
    first: { place: { ...place, id: parentId }, signed: b64(first) },
    counter: 2,
    hostile: [
      await again('counter altered', 144),
      await again('previous altered', 145),
      await twin(
        'never counted',
        place,
        Uint8Array.from(signed, (byte, i) => (i === 144 ? 0 : byte)),
        'malformed',
      ),
    ],
  };
});

await golden('record-resealed-v2', async () => {
  const signed = await signRecord(author, place, head, utf8(text));
  const next: RecordPlace = { ...place, scopeId: parentId, version: 8, generation: 5, refs: {} };
  const origin: Origin = { scopeId, version: 7, generation: 3, refs: context.refs };
  const later = { seq: 52, hash: bytes(16) };
  const added = utf8('{"restored":1}');
  const resealed = await resealRecord(reader, next, later, readSigned(signed), { origin, added });
  const moved = (name: string, change: Partial<RecordPlace>) => twin(name, { ...next, ...change }, resealed);
  const other = (name: string, change: Partial<Origin>) =>
    resealRecord(reader, next, later, readSigned(signed), { origin: { ...origin, ...change }, added }).then(
      (made) => twin(name, next, made),
    );
  const bent = (name: string, at: number, error?: string) => {
    const copy = resealed.slice();
    copy[at]! ^= 1;
    return twin(name, next, copy, error);
  };
  const byNobody = { name: reader.name, sign: author.sign };
  const forged = await resealRecord(byNobody, next, later, readSigned(signed), { origin, added });
  const hostile = [
    await moved('sealed at a later version', { version: 9 }),
    await moved('sealed in another scope', { scopeId }),
    await moved('sealed with other refs', { refs: { projectId: scopeId } }),
    await moved('sealed for another generation', { generation: 6 }),
    await moved('sealed under another id', { id: parentId }),
    await other('from another version', { version: 6 }),
    await other('from another scope', { scopeId: workspaceId }),
    await other('from another generation', { generation: 4 }),
    await other('from other refs', { refs: {} }),
    await bent('author’s signature altered', 73),
    await bent('resealer altered', 137),
    await bent('resealer’s head altered', 177),
    await bent('resealer’s signature altered', 209),
    await bent('what was added altered', resealed.length - utf8(text).length - 1),
    await bent('content altered', resealed.length - 1),
    await twin('signed by another key than the resealer’s', next, forged),
    await twin('without the resealer', next, signed),
  ];
  return {
    key: b64(scopeKey),
    certs: [cert, readerCert],
    place: next,
    head: { seq: 41, hash: b64(head.hash) },
    later: { seq: 52, hash: b64(later.hash) },
    origin,
    added: '{"restored":1}',
    sealed: b64(await sealRecord(key, next, resealed)),
    content: text,
    hostile,
  };
});

await golden('tombstone-v2', async () => {
  const signed = await signTombstone(author, place, head);
  const sealed = await sealTombstone(key, place, signed);
  const buried = async (name: string, sealedAt: RecordPlace, content: Bytes, error = 'not-verified') => ({
    name,
    place: sealedAt,
    sealed: b64(await sealTombstone(key, sealedAt, content)),
    error,
  });
  const record = await sealRecord(key, place, signed);
  const later = { ...place, version: 8 };
  const hostile = [
    { name: 'a record', place, sealed: b64(record), error: 'not-verified' },
    { name: 'older version', place: { ...place, version: 6 }, sealed: b64(sealed), error: 'not-verified' },
    await buried('sealed anew at a later version', later, signed),
    await buried('of another record', { ...place, id: parentId }, signed),
    await buried('unsigned', place, new Uint8Array(0), 'malformed'),
    await buried('signed as a record', place, await signRecord(author, place, head, new Uint8Array(0))),
    await buried(
      'that says something',
      place,
      await signRecord(author, place, head, utf8(text)),
      'malformed',
    ),
    await buried(
      'signed by another key than its author’s',
      place,
      await signTombstone({ name: author.name, sign: reader.sign }, place, head),
    ),
  ];
  return {
    key: b64(scopeKey),
    certs: [cert, readerCert],
    place,
    head: { seq: 41, hash: b64(head.hash) },
    sealed: b64(sealed),
    hostile,
  };
});

await golden('keys-v1', async () => ({
  key: b64(scopeKey),
  kid: await kidTextOf(scopeKey),
  workspaceId,
  scopeId,
  seeds: seedTexts,
  openScopeKey: b64(await deriveOpenScopeKey(scopeKey, workspaceId, scopeId)),
  personalScopeKey: b64(await derivePersonalScopeKey(seeds, scopeId)),
  scopeHpkePublicKey: b64(await scopeHpkePublicKey(scopeKey, workspaceId, scopeId)),
}));

await golden('key-rows-v1', async () => {
  const wrap = await wrapScopeKey(
    { scopeId: parentId, key: parentKey },
    { workspaceId, scopeId, generation: 2 },
    scopeKey,
  );
  const older = await wrapPreviousKey(scopeKey, { workspaceId, scopeId, generation: 2 }, parentKey);
  return {
    workspaceId,
    key: b64(scopeKey),
    parentKey: b64(parentKey),
    previousKey: b64(parentKey),
    wrap,
    previous: older,
  };
});

await golden('cert-v1', async () => ({
  seeds: seedTexts,
  cert,
  fingerprint: b64(previous),
  next: readerCert,
  hostile: [
    { name: 'other user', cert: { ...cert, userId: readerId }, error: 'not-verified' },
    {
      name: 'other HPKE key',
      cert: { ...cert, hpkePublicKey: readerCert.hpkePublicKey },
      error: 'not-verified',
    },
    {
      name: 'other signing key',
      cert: { ...cert, signingPublicKey: readerCert.signingPublicKey },
      error: 'not-verified',
    },
    { name: 'no signature', cert: { ...cert, signature: '' }, error: 'malformed' },
  ],
}));

await golden('password-v1', async () => {
  const input = { email: ' Ada@Example.com', password: 'Grüße ⅷ', suite: 1 };
  const keys = await derivePasswordKeys({ ...input, accountSalt: bytes(5, 16) });
  return { ...input, accountSalt: b64(bytes(5, 16)), authKey: b64(keys.authKey), wrapKey: b64(keys.wrapKey) };
});

await golden('seeds-v1', async () => ({
  cert,
  seeds: seedTexts,
  wrapKey: b64(bytes(6)),
  memory: { counter: 41, pins: [{ workspaceId, ...pinTexts }] },
  sealedForPassword: b64(
    await sealAccount(bytes(6), account, { counter: 41, pins: [{ workspaceId, ...pin }] }),
  ),
  phraseKey: b64(bytes(7)),
  sealedForPhrase: b64(await sealSeedsForPhrase(bytes(7), account)),
}));

await golden('phrase-v1', async () => ({
  userId,
  entropy: b64(bytes(8)),
  words: phraseWords(bytes(8)).join(' '),
  verification: b64(await phraseVerification(userId, bytes(8))),
  key: b64(await phraseKey(userId, bytes(8))),
}));

await golden('phrase-keep-v1', async () => {
  const sealed = await sealPhrase(bytes(9), userId, bytes(8));
  const hostile = [
    { name: 'ciphertext altered', userId, sealed: flip(sealed, 20), error: 'not-verified' },
    { name: 'tag altered', userId, sealed: flip(sealed, -1), error: 'not-verified' },
    { name: "another's", userId: readerId, sealed: b64(sealed), error: 'not-verified' },
    { name: 'other format version', userId, sealed: flip(sealed, 0), error: 'unknown-version' },
    { name: 'cut', userId, sealed: b64(sealed.slice(0, 28)), error: 'malformed' },
  ];
  return { userId, wrapKey: b64(bytes(9)), entropy: b64(bytes(8)), sealed: b64(sealed), hostile };
});

await golden('link-v1', async () => {
  const linkId = recordId;
  const json = utf8(JSON.stringify({ rootId: scopeId, documents: [{ name: 'Übergabe' }] }));
  const password = 'Grüße, 7 Ameisen';
  const { fragment, verifier, sealed } = await sealLink(linkId, json, password);
  const again = await sealLink(linkId, json, password);
  const made = { linkId, fragment, password, sealed: b64(sealed) };
  const hostile = [
    { ...made, name: 'another link', linkId: scopeId, error: 'not-verified' },
    { ...made, name: 'another password', password: 'Grüße, 8 Ameisen', error: 'not-verified' },
    { ...made, name: 'ciphertext altered', sealed: flip(sealed, 20), error: 'damaged-file' },
    { ...made, name: 'another manifest', sealed: b64(again.sealed), error: 'damaged-file' },
    { ...made, name: 'another address', fragment: again.fragment, error: 'damaged-file' },
    { ...made, name: 'other flags', fragment: flip(b64Bytes(fragment), 0), error: 'not-verified' },
    { ...made, name: 'address cut', fragment: fragment.slice(0, -2), error: 'malformed' },
  ];
  return { ...made, verifier: b64(verifier), json: b64(json), hostile };
});

await golden('grant-v1', async () => {
  const to = { recipientId: readerId, publicKey: certHpkeKey(readerCert) };
  const place = { workspaceId, scopeId, generation: 2, previousKid: await kidTextOf(parentKey) };
  const grant = await sealGrant(account, to, { ...place, key: scopeKey, readers: [userId, readerId] });
  const hostile = [
    { name: 'other generation', grant: { ...grant, generation: 3 }, error: 'not-verified' },
    {
      name: 'reader added',
      grant: { ...grant, readers: [...grant.readers, workspaceId] },
      error: 'not-verified',
    },
    { name: 'other recipient', grant: { ...grant, recipientId: userId }, error: 'wrong-key' },
    { name: 'other granter', grant: { ...grant, granterId: readerId }, error: 'not-verified' },
  ];
  return {
    workspaceId,
    granter: cert,
    recipient: readerCert,
    recipientSeed: b64(readerSeeds.xwing),
    grant,
    key: b64(scopeKey),
    hostile,
  };
});

await golden('file-part-v1', async () => {
  const file = { workspaceId, documentId: recordId, blobId: parentId };
  const plain = bytes(9, 600);
  const { sealed, sha256 } = await sealPart({ ...file, fileKey: bytes(10) }, 2, true, plain);
  const good = { part: 2, isLast: true, sealed: b64(sealed) };
  const hostile = [
    { ...good, name: 'not the last', isLast: false, error: 'damaged-file' },
    { ...good, name: 'another part', part: 1, error: 'damaged-file' },
    { ...good, name: 'ciphertext altered', sealed: flip(sealed, 300), error: 'damaged-file' },
    { ...good, name: 'salt altered', sealed: flip(sealed, 10), error: 'damaged-file' },
    { ...good, name: 'cut', sealed: b64(sealed.slice(0, -1)), error: 'damaged-file' },
    { ...good, name: 'other format version', sealed: flip(sealed, 0), error: 'unknown-version' },
  ];
  return { ...file, fileKey: b64(bytes(10)), ...good, sha256: b64(sha256), plain: b64(plain), hostile };
});

await golden('name-tag-v1', async () => {
  const names = [
    'Angebote 2026',
    'ANGEBOTE 2026',
    'Straße',
    'STRASSE',
    'Übersicht',
    'U\u0308bersicht',
    'ΟΔΟΣ',
    '',
  ];
  const tags = await Promise.all(
    names.map(async (name) => ({ name, tag: b64(await nameTag(scopeKey, parentId, name)) })),
  );
  return { key: b64(scopeKey), folderId: parentId, tags };
});

await golden('log-pin-v1', async () => {
  const sealed = b64(await sealLogPin(account, workspaceId, pin));
  return { cert, seeds: seedTexts, workspaceId, pin: pinTexts, sealed };
});

await golden('memory-v1', async () => ({
  seeds: seedTexts,
  userId,
  workspaceId,
  name: await memoryName(seeds, userId, workspaceId),
  place: 'pin/x',
  content: b64(bytes(21, 40)),
  sealed: b64(
    await sealStored('memory', await importStoreKey('memory', seeds, userId), 'pin/x', bytes(21, 40)),
  ),
}));

await golden('log-words-v1', async () => {
  const next = { ...pin, headHash: bytes(13) };
  return {
    workspaceId,
    pin: pinTexts,
    words: (await logWords(workspaceId, pin.genesisHash, pin.headHash)).join(' '),
    nextHead: b64(next.headHash),
    nextWords: (await logWords(workspaceId, next.genesisHash, next.headHash)).join(' '),
  };
});

await golden('log-entry-v1', async () => {
  const named = { [scopeId]: 41, [parentId]: 2 ** 40 + 7 };
  const payload: EntryOf<'rotate'>['payload'] = {
    scopes: [{ scopeId, kind: 'staff', generation: 2, kid: await kidTextOf(scopeKey) }],
    revisions: packRevisions(new Map(Object.entries(named))),
  };
  const entry = await signEntry({
    seq: 7,
    previousHash: b64(bytes(16)),
    workspaceId,
    authorId: userId,
    authorKey: b64(previous),
    at: 1_760_000_000_003,
    type: 'rotate',
    payload,
  });
  const good = { cert, entry, hash: await logEntryHash(entry, logCrypto), revisions: named };
  const short = packRevisions(new Map([[scopeId, 41]])).slice(0, -2);
  const hostile = [
    { ...good, name: 'another time', entry: { ...entry, at: entry.at + 1 }, error: 'not-verified' },
    { ...good, name: 'cut short', entry: await withRevisions(short), error: 'malformed' },
    { ...good, name: 'out of order', entry: await withRevisions(outOfOrder()), error: 'malformed' },
  ];
  return { ...good, hostile };

  function signEntry(unsigned: UnsignedLogEntry): Promise<LogEntry> {
    return signBytes(seeds.ed25519, logEntryBytes(unsigned)).then(
      (signature) => ({ ...unsigned, signature: b64(signature) }) as LogEntry,
    );
  }
  function withRevisions(revisions: string): Promise<LogEntry> {
    const { signature: _, ...unsigned } = entry;
    return signEntry({
      ...(unsigned as Omit<EntryOf<'rotate'>, 'signature'>),
      payload: { ...payload, revisions },
    });
  }
  function outOfOrder(): string {
    const parts = Object.entries(named).map(([id, revision]) =>
      b64Bytes(packRevisions(new Map([[id, revision]]))),
    );
    return b64(concat(...parts.reverse()));
  }
});

await golden('device-v1', async () => ({
  pageKey: b64(bytes(13)),
  pageName: 'task/0',
  page: b64(await sealStored('page', await importPageKey(bytes(13)), 'task/0', utf8('a page'))),
  pageContent: 'a page',
  seeds: seedTexts,
  userId,
  entryId: recordId,
  entry: b64(
    await sealStored('outbox', await importStoreKey('outbox', seeds, userId), recordId, utf8('an entry')),
  ),
  entryContent: 'an entry',
}));

await golden('invitation-v1', async () => {
  const place = { workspaceId, invitationId: readerId };
  const invited = await createInvitationKeys(bytes(14), place, 1_760_000_000_002);
  const made = { xwing: b64(invited.seeds.xwing), ed25519: b64(invited.seeds.ed25519) };
  const good = { ...place, secret: b64(bytes(14)), cert: invited.cert };
  const hostile = [
    { ...good, name: 'another secret', secret: flip(bytes(14), 3), error: 'key-mismatch' },
    { ...good, name: 'another workspace', workspaceId: scopeId, error: 'key-mismatch' },
    { ...good, name: 'another invitation', invitationId: userId, error: 'key-mismatch' },
    { ...good, name: 'another certificate', cert: readerCert, error: 'key-mismatch' },
    { ...good, name: 'a short secret', secret: b64(bytes(14, 31)), error: 'malformed' },
  ];
  return { ...good, seeds: made, hostile };
});

await golden('six-words-v1', async () => ({
  cert,
  words: (await sixWords(cert)).join(' '),
  next: readerCert,
  nextWords: (await sixWords(readerCert)).join(' '),
}));
