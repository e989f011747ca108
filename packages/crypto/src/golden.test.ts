/** Opens envelopes that earlier programs sealed. `testing/writeGolden.ts` wrote them; nothing here writes any. */
import { readdirSync, readFileSync } from 'node:fs';
import { type EntryOf, type LogEntry, logEntryBytes, logEntryHash } from '@kontor/contract/memberLog/entries';
import { unpackRevisions } from '@kontor/contract/memberLog/revisions';
import { fromBase64Url, fromUtf8, toBase64Url } from '@kontor/contract/wire/bytes';
import type { KeyCert } from '@kontor/contract/wire/keyCert';
import { linkVerifierBytes } from '@kontor/contract/wire/link';
import type { KeyWrap, PreviousKey } from '@kontor/contract/wire/scope';
import { expect, it } from 'vitest';
import { assertSeedsMatch, openAccount, openSeedsFromPhrase } from './account.ts';
import { chainHash, type LogHead, type RecordPlace, readSigned } from './authorSignature.ts';
import { certHpkeKey, certSigningKey, fingerprint, issueCert, parseCert } from './cert.ts';
import { importPageKey, importStoreKey, memoryName, openStored } from './device.ts';
import { CryptoError } from './errors.ts';
import { openPart } from './file.ts';
import { openGrant } from './grant.ts';
import { openInvitationKeys } from './invitation.ts';
import { unwrapPreviousKey, unwrapScopeKey } from './keyWrap.ts';
import { linkKeys, openLinkManifest, readLinkFragment } from './link.ts';
import { openLogPin } from './logPin.ts';
import { nameTag } from './nameTag.ts';
import { derivePasswordKeys } from './password.ts';
import { openPhrase, phraseEntropy, phraseKey, phraseVerification } from './phrase.ts';
import { sha256 } from './primitives/webcrypto.ts';
import {
  deriveOpenScopeKey,
  derivePersonalScopeKey,
  importScopeKey,
  kidTextOf,
  scopeHpkePublicKey,
} from './scopeKey.ts';
import { logCrypto, verifyBytes } from './signing.ts';
import { logWords, sixWords } from './sixWords.ts';
import { outcome } from './testing/fixtures.ts';
import { openVerified } from './testing/openVerified.ts';

const folder = new URL('../golden/', import.meta.url);
const b64 = fromBase64Url;

const read = <Golden>(name: string): Golden =>
  JSON.parse(readFileSync(new URL(`${name}.json`, folder), 'utf8')) as Golden;

type Hostile<Fields> = (Fields & { name: string; error: string })[];
type SeedTexts = { xwing: string; ed25519: string };

const seedsOf = (texts: SeedTexts) => ({ xwing: b64(texts.xwing), ed25519: b64(texts.ed25519) });

/** Expects each altered copy to be refused with its error, and there must be some. */
async function refuseAll<Fields>(hostile: Hostile<Fields>, open: (copy: Fields) => Promise<unknown>) {
  expect(hostile.length).toBeGreaterThan(0);
  for (const copy of hostile) expect(await outcome(() => open(copy)), copy.name).toBe(copy.error);
}

type Sealed = { place: RecordPlace; sealed: string };
type GoldenRecord = Sealed & {
  key: string;
  certs: KeyCert[];
  head: { seq: number; hash: string };
  content: string;
  hostile: Hostile<Sealed>;
};

const headOf = ({ seq, hash }: { seq: number; hash: string }): LogHead => ({ seq, hash: b64(hash) });

async function checkRecord<More>(name: string) {
  const golden = read<GoldenRecord & More>(name);
  const key = await importScopeKey(b64(golden.key));
  const open = ({ place, sealed }: Sealed) => openVerified('record', key, place, b64(sealed), golden.certs);
  const signed = await open(golden);
  expect(fromUtf8(signed.content)).toBe(golden.content);
  expect(signed.author.head).toEqual(headOf(golden.head));
  expect(signed.author.by).toEqual(await fingerprint(golden.certs[0]!));
  await refuseAll(golden.hostile, open);
  return { golden, signed };
}

interface PinTexts {
  workspaceId: string;
  genesisHash: string;
  headSeq: number;
  headHash: string;
}

const tests: Record<string, () => Promise<void>> = {
  'record-v2': async () => {
    await checkRecord('record-v2');
  },
  'record-values-v2': async () => {
    await checkRecord('record-values-v2');
  },
  'record-chained-v2': async () => {
    type More = { first: { place: RecordPlace; signed: string }; counter: number };
    const { golden, signed } = await checkRecord<More>('record-chained-v2');
    const previous = await chainHash(readSigned(b64(golden.first.signed)), golden.first.place);
    expect(signed.chain).toEqual({ counter: golden.counter, previous });
  },
  'record-resealed-v2': async () => {
    type More = { later: { seq: number; hash: string }; origin: object; added: string };
    const { golden, signed } = await checkRecord<More>('record-resealed-v2');
    const { resealer, origin, added } = signed.reseal!;
    expect(resealer.by).toEqual(await fingerprint(golden.certs[1]!));
    expect(resealer.head).toEqual(headOf(golden.later));
    expect({ origin, added: fromUtf8(added) }).toEqual({ origin: golden.origin, added: golden.added });
  },
  'tombstone-v2': async () => {
    const golden = read<GoldenRecord>('tombstone-v2');
    const key = await importScopeKey(b64(golden.key));
    const open = ({ place, sealed }: Sealed) =>
      openVerified('tombstone', key, place, b64(sealed), golden.certs);
    expect((await open(golden)).author.head).toEqual(headOf(golden.head));
    await refuseAll(golden.hostile, open);
  },
  'keys-v1': async () => {
    const golden = read<
      { seeds: SeedTexts } & Record<
        | 'key'
        | 'kid'
        | 'workspaceId'
        | 'scopeId'
        | 'openScopeKey'
        | 'personalScopeKey'
        | 'scopeHpkePublicKey',
        string
      >
    >('keys-v1');
    const { key, workspaceId, scopeId } = golden;
    const bytes = b64(key);
    expect(await kidTextOf(bytes)).toBe(golden.kid);
    expect(toBase64Url(await deriveOpenScopeKey(bytes, workspaceId, scopeId))).toBe(golden.openScopeKey);
    const personal = await derivePersonalScopeKey(seedsOf(golden.seeds), scopeId);
    expect(toBase64Url(personal)).toBe(golden.personalScopeKey);
    const publicKey = await scopeHpkePublicKey(bytes, workspaceId, scopeId);
    expect(toBase64Url(publicKey)).toBe(golden.scopeHpkePublicKey);
  },
  'key-rows-v1': async () => {
    const golden = read<{
      workspaceId: string;
      key: string;
      parentKey: string;
      previousKey: string;
      wrap: KeyWrap;
      previous: PreviousKey;
    }>('key-rows-v1');
    const { workspaceId, wrap, previous } = golden;
    expect(await unwrapScopeKey(b64(golden.parentKey), workspaceId, wrap)).toEqual(b64(golden.key));
    expect(await unwrapPreviousKey(b64(golden.key), workspaceId, previous)).toEqual(b64(golden.previousKey));
  },
  'cert-v1': async () => {
    const golden = read<{
      seeds: SeedTexts;
      cert: KeyCert;
      next: KeyCert;
      fingerprint: string;
      hostile: Hostile<{ cert: KeyCert }>;
    }>('cert-v1');
    const { cert, next } = golden;
    expect(await parseCert(cert)).toEqual(cert);
    expect(await parseCert(next)).toEqual(next);
    expect(toBase64Url(await fingerprint(cert))).toBe(golden.fingerprint);
    expect(next.previous).toBe(golden.fingerprint);
    await assertSeedsMatch(seedsOf(golden.seeds), cert);
    // Seeds and terms give the certificate byte by byte: keys and signature are deterministic.
    const { userId, createdAt } = cert;
    expect(await issueCert(seedsOf(golden.seeds), { userId, createdAt, previous: null })).toEqual(cert);
    await refuseAll(golden.hostile, (copy) => parseCert(copy.cert));
  },
  'password-v1': async () => {
    const golden =
      read<Record<'email' | 'password' | 'accountSalt' | 'authKey' | 'wrapKey', string>>('password-v1');
    const { email, password } = golden;
    const keys = await derivePasswordKeys({
      email,
      password,
      suite: 1,
      accountSalt: b64(golden.accountSalt),
    });
    expect(toBase64Url(keys.authKey)).toBe(golden.authKey);
    expect(toBase64Url(keys.wrapKey)).toBe(golden.wrapKey);
  },
  'seeds-v1': async () => {
    const golden = read<
      { cert: KeyCert; seeds: SeedTexts; memory: { counter: number; pins: PinTexts[] } } & Record<
        'wrapKey' | 'sealedForPassword' | 'phraseKey' | 'sealedForPhrase',
        string
      >
    >('seeds-v1');
    const seeds = seedsOf(golden.seeds);
    const opened = await openAccount(b64(golden.wrapKey), b64(golden.sealedForPassword), golden.cert);
    expect(opened.seeds).toEqual(seeds);
    const [pin] = golden.memory.pins;
    expect(opened.memory).toEqual({
      counter: golden.memory.counter,
      pins: [{ ...pin, genesisHash: b64(pin!.genesisHash), headHash: b64(pin!.headHash) }],
    });
    const fromPhrase = await openSeedsFromPhrase(
      b64(golden.phraseKey),
      b64(golden.sealedForPhrase),
      golden.cert,
    );
    expect(fromPhrase).toEqual(seeds);
  },
  'phrase-v1': async () => {
    const golden = read<Record<'userId' | 'entropy' | 'words' | 'verification' | 'key', string>>('phrase-v1');
    const entropy = phraseEntropy(golden.words);
    expect(toBase64Url(entropy)).toBe(golden.entropy);
    expect(toBase64Url(await phraseVerification(golden.userId, entropy))).toBe(golden.verification);
    expect(toBase64Url(await phraseKey(golden.userId, entropy))).toBe(golden.key);
  },
  'phrase-keep-v1': async () => {
    type Sealed = { userId: string; sealed: string };
    const golden = read<Sealed & Record<'wrapKey' | 'entropy', string> & { hostile: Hostile<Sealed> }>(
      'phrase-keep-v1',
    );
    const open = ({ userId, sealed }: Sealed) => openPhrase(b64(golden.wrapKey), userId, b64(sealed));
    expect(toBase64Url(await open(golden))).toBe(golden.entropy);
    await refuseAll(golden.hostile, open);
  },
  'link-v1': async () => {
    type Sealed = Record<'linkId' | 'fragment' | 'password' | 'sealed', string>;
    const golden = read<Sealed & Record<'verifier' | 'json', string> & { hostile: Hostile<Sealed> }>(
      'link-v1',
    );
    const open = async ({ linkId, fragment, password, sealed }: Sealed) => {
      const address = readLinkFragment(fragment);
      const keys = await linkKeys(linkId, address.secret, address.hasPassword ? password : undefined);
      return openLinkManifest(linkId, address, keys, b64(sealed));
    };
    expect(fromUtf8(await open(golden)).trimEnd()).toBe(fromUtf8(b64(golden.json)));
    const { proof } = await linkKeys(
      golden.linkId,
      readLinkFragment(golden.fragment).secret,
      golden.password,
    );
    expect(toBase64Url(await sha256(linkVerifierBytes(proof)))).toBe(golden.verifier);
    await refuseAll(golden.hostile, open);
  },
  'grant-v1': async () => {
    const golden = read<{
      workspaceId: string;
      granter: KeyCert;
      recipient: KeyCert;
      recipientSeed: string;
      grant: unknown;
      key: string;
      hostile: Hostile<{ grant: unknown }>;
    }>('grant-v1');
    const to = { recipientId: golden.recipient.userId, publicKey: certHpkeKey(golden.recipient) };
    const open = (copy: { grant: unknown }) =>
      openGrant(copy.grant, golden.workspaceId, golden.granter, to, b64(golden.recipientSeed));
    expect(await open(golden)).toEqual(b64(golden.key));
    await refuseAll(golden.hostile, open);
  },
  'file-part-v1': async () => {
    type Part = { part: number; isLast: boolean; sealed: string };
    const golden = read<
      Part &
        Record<'workspaceId' | 'documentId' | 'blobId' | 'fileKey' | 'sha256' | 'plain', string> & {
          hostile: Hostile<Part>;
        }
    >('file-part-v1');
    const { workspaceId, documentId, blobId } = golden;
    const file = { workspaceId, documentId, blobId, fileKey: b64(golden.fileKey) };
    const open = (copy: Part) => openPart(file, copy.part, copy.isLast, b64(copy.sealed));
    expect(toBase64Url(await open(golden))).toBe(golden.plain);
    const expected = { size: b64(golden.sealed).length, sha256: b64(golden.sha256) };
    await openPart(file, golden.part, golden.isLast, b64(golden.sealed), expected);
    await refuseAll(golden.hostile, open);
  },
  'name-tag-v1': async () => {
    const golden = read<{ key: string; folderId: string; tags: { name: string; tag: string }[] }>(
      'name-tag-v1',
    );
    for (const { name, tag } of golden.tags) {
      expect(toBase64Url(await nameTag(b64(golden.key), golden.folderId, name)), name).toBe(tag);
    }
    expect(golden.tags).toHaveLength(8);
  },
  'log-pin-v1': async () => {
    const golden = read<{
      cert: KeyCert;
      seeds: SeedTexts;
      workspaceId: string;
      pin: { genesisHash: string; headSeq: number; headHash: string };
      sealed: string;
    }>('log-pin-v1');
    const account = { cert: golden.cert, seeds: seedsOf(golden.seeds) };
    expect(await openLogPin(account, golden.workspaceId, b64(golden.sealed))).toEqual({
      genesisHash: b64(golden.pin.genesisHash),
      headSeq: golden.pin.headSeq,
      headHash: b64(golden.pin.headHash),
    });
  },
  'log-entry-v1': async () => {
    type Signed = { cert: KeyCert; entry: LogEntry; hash: string };
    const golden = read<Signed & { revisions: Record<string, number>; hostile: Hostile<Signed> }>(
      'log-entry-v1',
    );
    const open = async ({ cert, entry }: Signed) => {
      const signature = b64(entry.signature);
      if (!(await verifyBytes(certSigningKey(cert), logEntryBytes(entry), signature)))
        throw new CryptoError('not-verified', 'the signature');
      const revisions = unpackRevisions((entry as EntryOf<'rotate'>).payload.revisions!);
      if (!revisions) throw new CryptoError('malformed', 'the revisions');
      return Object.fromEntries(revisions);
    };
    expect(await open(golden)).toEqual(golden.revisions);
    expect(await logEntryHash(golden.entry, logCrypto)).toBe(golden.hash);
    await refuseAll(golden.hostile, open);
  },
  'device-v1': async () => {
    const golden = read<
      { seeds: SeedTexts } & Record<
        'pageKey' | 'pageName' | 'page' | 'pageContent' | 'userId' | 'entryId' | 'entry' | 'entryContent',
        string
      >
    >('device-v1');
    const page = await openStored(
      'page',
      await importPageKey(b64(golden.pageKey)),
      golden.pageName,
      b64(golden.page),
    );
    expect(fromUtf8(page)).toBe(golden.pageContent);
    const outbox = await importStoreKey('outbox', seedsOf(golden.seeds), golden.userId);
    expect(fromUtf8(await openStored('outbox', outbox, golden.entryId, b64(golden.entry)))).toBe(
      golden.entryContent,
    );
  },
  'invitation-v1': async () => {
    type Link = { workspaceId: string; invitationId: string; secret: string; cert: KeyCert };
    const golden = read<Link & { seeds: SeedTexts; hostile: Hostile<Link> }>('invitation-v1');
    const open = ({ secret, cert, ...place }: Link) => openInvitationKeys(b64(secret), place, cert);
    expect((await open(golden)).seeds).toEqual(seedsOf(golden.seeds));
    await refuseAll(golden.hostile, open);
  },
  'memory-v1': async () => {
    const golden = read<
      { seeds: SeedTexts } & Record<
        'userId' | 'workspaceId' | 'name' | 'place' | 'content' | 'sealed',
        string
      >
    >('memory-v1');
    const seeds = seedsOf(golden.seeds);
    expect(await memoryName(seeds, golden.userId, golden.workspaceId)).toBe(golden.name);
    const key = await importStoreKey('memory', seeds, golden.userId);
    expect(toBase64Url(await openStored('memory', key, golden.place, b64(golden.sealed)))).toBe(
      golden.content,
    );
  },
  'log-words-v1': async () => {
    const golden = read<
      { workspaceId: string; pin: PinTexts } & Record<'words' | 'nextHead' | 'nextWords', string>
    >('log-words-v1');
    const words = async (head: string) =>
      (await logWords(golden.workspaceId, b64(golden.pin.genesisHash), b64(head))).join(' ');
    expect(await words(golden.pin.headHash)).toBe(golden.words);
    expect(await words(golden.nextHead)).toBe(golden.nextWords);
  },
  'six-words-v1': async () => {
    const golden = read<{ cert: KeyCert; words: string; next: KeyCert; nextWords: string }>('six-words-v1');
    expect((await sixWords(golden.cert)).join(' ')).toBe(golden.words);
    expect((await sixWords(golden.next)).join(' ')).toBe(golden.nextWords);
  },
};

it.each(Object.entries(tests))('still opens %s', (_name, open) => open());

it('opens every golden file that there is', () => {
  const files = readdirSync(folder).filter((name) => name.endsWith('.json'));
  expect(files.map((name) => name.replace('.json', '')).sort()).toEqual(Object.keys(tests).sort());
  expect(files).toHaveLength(23);
});
