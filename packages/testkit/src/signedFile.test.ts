/** Files that prove signatures, held against both verifiers: what no honest device writes, and what stands behind a document. */
import { matchDocument, verifySigned } from '@kontor/client/nouns/signedDocument';
import { signedFiles } from '@kontor/client/testing/signedFile';
import { utf8 } from '@kontor/contract/wire/bytes';
import { expect, it } from 'vitest';
import { hasPython, runPython, verifyHere, verifyOffline } from './signedProof.ts';

const document = new Uint8Array(utf8('%PDF-1.7 We build a house. %%EOF\n'));

it.skipIf(!hasPython)('takes no key that was out of use when the request was written', async () => {
  const { ben, anew, file } = await signedFiles();
  const files = await Promise.all([
    file(document, { seq: 1 }, { by: ben, seq: 1 }),
    file(document, { seq: 2 }, { by: anew, seq: 2 }),
    // Signed by the old key while it counted; the request was written anew by its withdrawal.
    file(document, { seq: 2, withdrawn: true }, { by: ben, seq: 1 }),
    // The old key, stolen, as of a time when it counted.
    file(document, { seq: 2 }, { by: ben, seq: 1 }),
    // The old key, as of a time when it did not.
    file(document, { seq: 1 }, { by: ben, seq: 2 }),
  ]);
  const here = await Promise.all(files.map((text) => verifyHere(text, document)));
  expect(here).toEqual(['', '', '', `dated: ${ben.cert.userId}`, expect.stringMatching(/^signature/)]);
  const there = verifyOffline(files, document);
  expect(there).toEqual([
    '',
    '',
    '',
    expect.stringContaining('older member log'),
    expect.stringContaining('NOT VERIFIED'),
  ]);
});

it.skipIf(!hasPython)(
  'takes no request that somebody wrote in another’s name, withdrawn or not',
  async () => {
    const { ada, anew, file } = await signedFiles();
    const answer = { by: anew, seq: 2 };
    const files = await Promise.all([
      // An admin withdrew what Ben had asked for.
      file(document, { seq: 2, asker: anew, by: ada, withdrawn: true, version: 2 }, answer),
      file(document, { seq: 2, asker: anew, by: ada, withdrawn: true }, answer),
      file(document, { seq: 2, by: anew }, answer),
      file(document, { seq: 2, by: anew, withdrawn: true }, answer),
      file(document, { seq: 2, by: anew, withdrawn: true, version: 2 }, answer),
    ]);
    const forged = `author: ${anew.cert.userId}`;
    expect(await Promise.all(files.map((text) => verifyHere(text, document)))).toEqual([
      ...['', `author: ${ada.cert.userId}`],
      ...[forged, forged, forged],
    ]);
    const refused = expect.stringContaining('not written by who asked');
    expect(verifyOffline(files, document)).toEqual(['', refused, refused, refused, refused]);
  },
);

it.skipIf(!hasPython)(
  'counts its signers’ own answers, each by itself, whatever else is among them',
  async () => {
    const { anew, file } = await signedFiles();
    const answer = { by: anew, seq: 2 };
    const files = await Promise.all([
      file(document, { seq: 2, junk: true }, answer),
      file(document, { seq: 2, lacks: 'statement' }, answer),
    ]);
    expect(await Promise.all(files.map((text) => verifyHere(text, document)))).toEqual(['', 'waiting shape']);
    expect(verifyOffline(files, document)).toEqual(['', expect.stringContaining('lacks something')]);
  },
);

it.skipIf(!hasPython)(
  'takes no request and no answer that have no hash, ask nobody, or are of no bytes',
  async () => {
    const { ben, anew, file } = await signedFiles();
    const signer = { userId: ben.cert.userId, name: 'Ben Berg', email: '' };
    const of = (more: object) => file(document, { seq: 2, ...more }, { by: anew, seq: 2 });
    const files = await Promise.all([
      of({ says: { signers: [{ ...signer, x: 0.5 }] } }),
      of({ says: { size: document.length + 0.5 } }),
      of({ says: { size: -1 } }),
      of({ says: { size: 0 } }),
      of({ says: { signers: [] } }),
      of({ answers: { mark: { typed: 'Ben', z: 0.5 } } }),
    ]);
    expect(await Promise.all(files.map((text) => verifyHere(text, document)))).toEqual([
      ...['format', 'format', 'format', 'format', 'waiting ', 'waiting shape'],
    ]);
    const [odd, large, below, none, nobody, mark] = verifyOffline(files, document);
    for (const said of [odd, large]) expect(said).toMatch(/NOT VERIFIED: .*(not whole|no bytes)/);
    for (const said of [below, none]) expect(said).toMatch(/NOT VERIFIED: .*no bytes/);
    expect(nobody).toMatch(/NOT VERIFIED: .*asks nobody/);
    expect(mark).toMatch(/NOT VERIFIED: .*lacks something/);
  },
);

it.skipIf(!hasPython)('prints each text of a file on one line, as a text of the file', async () => {
  const { ben, anew, file } = await signedFiles();
  const forged = 'x\nverified: all signatures are theirs\u202e\u001b[8m\u0085\u2028"';
  const signers = [{ userId: ben.cert.userId, name: forged, email: '' }];
  const text = await file(
    document,
    {
      seq: 2,
      says: { name: forged, askerName: forged, signers },
      answers: { name: forged, statement: forged },
    },
    { by: anew, seq: 2 },
  );
  const said = runPython<string>(
    { 'a.pdf': document, proof: text },
    `said = io.StringIO()
with contextlib.redirect_stdout(said):
    verify_signature.main(["proof", "a.pdf"])
print(json.dumps(said.getvalue()))`,
  );
  expect(said.match(/^verified/gm)).toHaveLength(1);
  expect(said.split('"x\\u{a}verified')).toHaveLength(5);
  expect([...said].filter((each) => each !== '\n' && /[\p{C}\p{Zl}\p{Zp}]/u.test(each))).toEqual([]);
});

it.skipIf(!hasPython)('prints nothing of a file as it stands that is not of a fixed shape', async () => {
  const { ben, anew, file } = await signedFiles();
  const verdict = `x${' '.repeat(60)}verified: all signatures are theirs`;
  const signers = [{ userId: ben.cert.userId, name: 'Ben Berg', email: '' }];
  const of = (says: object) => file(document, { seq: 2, says }, { by: anew, seq: 2 });
  const files = await Promise.all([
    of({ signers: [...signers, { ...signers[0], userId: verdict }] }),
    of({ signers, sha256: verdict }),
  ]);
  for (const said of verifyOffline(files, document))
    expect(said).toMatch(/^NOT VERIFIED.*(malformed|as one)/);
});

it.skipIf(!hasPython)('tells what stands behind the bytes that were signed', async () => {
  const { anew, file } = await signedFiles();
  const proof = await file(document, { seq: 2 }, { by: anew, seq: 2 });
  const { request } = await verifySigned(proof);
  const after = (text: string) => new Uint8Array([...document, ...utf8(text)]);
  const update = `4 0 obj\nstream\n${proof}\nendstream\nstartxref\n99\n%%EOF\n`;
  const contents = [
    document,
    after(update),
    after(`${update}5 0 obj\nstartxref\n100\n%%EOF\n`),
    after(`3 0 obj\nstartxref\n98\n%%EOF\n${update}`),
    after(`${update} `).fill(33, -1),
    after('P.S.'),
    document.slice(1),
  ];
  const here = await Promise.all(contents.map((bytes) => matchDocument(request, bytes)));
  expect(here).toEqual(['original', 'finished', 'extended', 'extended', 'extended', 'extended', 'other']);
  const named = Object.fromEntries(contents.map((bytes, i) => [`${i}.pdf`, bytes]));
  const there = runPython<string[][]>(
    { ...named, proof },
    `request = verify_signature.check(json.load(open("proof", encoding="utf-8")))[0]
def said(i):
    data = open(f"{i}.pdf", "rb").read()
    first = (verify_signature.document_faults(request, data) or [verify_signature.remark_on(request, data)])[0]
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        verify_signature.main(["proof", f"{i}.pdf"])
    return [first, printed.getvalue().splitlines()[-1]]
print(json.dumps([said(i) for i in range(${contents.length})]))`,
  );
  const changed = expect.stringContaining('was CHANGED after the signatures');
  const [verdict, ...others] = there.map(([, last]) => last);
  expect(verdict).toBe('verified: all signatures are theirs, and the document is what they signed');
  for (const last of others) expect(last).not.toContain('is what they signed');
  expect(there.map(([first]) => first)).toEqual([
    expect.stringContaining('byte for byte'),
    expect.stringContaining('drawn signatures'),
    ...[changed, changed, changed, changed],
    expect.stringContaining('not the one that was signed'),
  ]);
});
