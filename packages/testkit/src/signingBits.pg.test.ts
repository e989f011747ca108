/**
 * A bit of every byte of what three people signed about a document, and of their order, flipped: refused by page and script. All
 * eight of each with LONG=1.
 */
import { createProject } from '@kontor/client/nouns/project';
import { fileHash, matchDocument, signedDocument, verifySigned } from '@kontor/client/nouns/signedDocument';
import { askToSign, sign } from '@kontor/client/nouns/signingActs';
import { expect, it } from 'vitest';
import { type Actor, createActor } from './actor.ts';
import { pdf } from './seed/pdf.ts';
import { startServer } from './server.ts';
import { hasPython, runPython, verifyHere } from './signedProof.ts';
import { takeIn } from './team.ts';

/** Has three people sign a document in order. Returns its bytes, and the file that proves it. */
async function signedByThree(url: string): Promise<{ document: Uint8Array<ArrayBuffer>; proof: string }> {
  const names = ['Ada', 'Ben', 'Lea'];
  const people = await Promise.all(names.map((firstName) => createActor(url, { firstName })));
  const idOf = (actor: Actor) => actor.session.user!.id;
  const [ada, ...others] = people as [Actor, ...Actor[]];
  const id = await ada.createWorkspace();
  for (const other of others) await takeIn(ada, id, other, { role: 'EMPLOYEE' });
  const workspace = await ada.open(id);
  const project = createProject(workspace, { name: 'Villa' });
  await workspace.outbox.sent();
  const content = new Uint8Array(
    await pdf({ title: 'Contract', author: 'Ada', lines: ['We build a house.'] }),
  );
  const { uploads } = await workspace.files();
  await uploads.add([new File([content], 'Contract.pdf')], { scopeId: project.id });
  const [document] = workspace.collections.document.all();
  const sha256 = await fileHash(content);
  const at = Date.now();
  const signers = people.map((actor, i) => ({ userId: idOf(actor), name: names[i]! }));
  const signingId = askToSign(
    workspace,
    { askerName: 'Ada', document: document!, sha256, signers, fields: [], isOrdered: true },
    { userId: idOf(ada), at },
  );
  await workspace.outbox.sent();
  for (const actor of people) {
    const own = await actor.open(id);
    await own.pull();
    const name = actor.person.firstName;
    sign(own, signingId, {
      userId: idOf(actor),
      at,
      sha256,
      statement: 'I sign it.',
      name,
      mark: { typed: name },
      values: {},
    });
    await own.outbox.sent();
  }
  await workspace.pull();
  const proof = JSON.stringify(signedDocument(workspace, signingId));
  await Promise.all(people.map(({ session }) => session.signOut({ discard: true })));
  return { document: content, proof };
}

/**
 * Has WebCrypto compute nothing twice while `work` runs: a flip touches one link of a long chain. The results are those of
 * the same bytes.
 */
async function computingOnce<T>(work: () => Promise<T>): Promise<T> {
  const { subtle } = globalThis.crypto;
  const [importKey, verify, digest] = [subtle.importKey, subtle.verify, subtle.digest];
  const known = new Map<string, Promise<unknown>>();
  const numbers = new Map<unknown, number>();
  const spell = (part: unknown) =>
    part instanceof Uint8Array
      ? Buffer.from(part.buffer, part.byteOffset, part.byteLength).toString('latin1')
      : part instanceof CryptoKey
        ? `key ${numbers.get(part) ?? numbers.set(part, numbers.size).get(part)}`
        : JSON.stringify(part);
  const once = (name: string, compute: (...parts: never[]) => Promise<unknown>) =>
    function (this: SubtleCrypto, ...parts: unknown[]) {
      const key = [name, ...parts.map(spell)].join('\n');
      const result = known.get(key) ?? compute.apply(this, parts as never[]);
      known.set(key, result);
      return result;
    };
  Object.assign(subtle, {
    importKey: once('import', importKey as never),
    verify: once('verify', verify as never),
    digest: once('digest', digest as never),
  });
  try {
    return await work();
  } finally {
    Object.assign(subtle, { importKey, verify, digest });
  }
}

const allBits = Boolean(process.env.LONG);
/** Returns the bits of a byte that are flipped. */
const bitsOf = (at: number) => (allBits ? [0, 1, 2, 3, 4, 5, 6, 7] : [at % 8]);

it.skipIf(!hasPython)(`finds ${allBits ? 'each bit' : 'a bit of each byte'} that is another`, async () => {
  const server = await startServer({ env: { BILLING: 'none' } });
  const { document, proof } = await signedByThree(server.url).finally(() => server.stop());
  // The control: both verify what was signed.
  expect(await verifyHere(proof, document)).toBe('');

  const [from, to] = [proof.indexOf('"signed"'), proof.indexOf('"log"')];
  expect(proof.slice(from, to)).toMatch(/isOrdered.*signers(.*previous){3}/);
  const flip = (at: number, bit: number) =>
    proof.slice(0, at) + String.fromCharCode(proof.charCodeAt(at) ^ (1 << bit)) + proof.slice(at + 1);
  const passedHere: [number, number][] = [];
  await computingOnce(async () => {
    expect(await verifyHere(proof, document)).toBe('');
    for (let at = from; at < to; at++)
      for (const bit of bitsOf(at))
        if ((await verifyHere(flip(at, bit), document)) === '') passedHere.push([at, bit]);
    expect(await verifyHere(proof, document)).toBe('');
  });
  expect(passedHere).toEqual([]);

  const there = runPython<{ control: string; passed: [number, number][]; flips: number }>(
    { 'a.pdf': document, proof },
    `proof = open("proof", encoding="utf-8").read()
# A flip touches one link of a long chain: the member log is read once, and what verified need not again.
import signed_records
verified, verify = set(), signed_records.verify
def verify_once(cert, message, signature, why):
    key = (json.dumps(cert), message, signature)
    if key not in verified:
        verify(cert, message, signature, why)
        verified.add(key)
signed_records.verify = verify_once
file, Log = json.loads(proof), verify_signature.Log
log = Log(file["log"], file["workspaceId"])
same = lambda entries, workspace: entries == file["log"] and workspace == file["workspaceId"]
verify_signature.Log = lambda entries, workspace: log if same(entries, workspace) else Log(entries, workspace)
flips = [(at, bit) for at in range(${from}, ${to}) for bit in ${allBits ? 'range(8)' : '[at % 8]'}]
flip = lambda at, bit: proof[:at] + chr(ord(proof[at]) ^ (1 << bit)) + proof[at + 1:]
passed = [place for place in flips if verdict(flip(*place)) == ""]
print(json.dumps({"control": verdict(proof), "passed": passed, "flips": len(flips)}))`,
  );
  expect(there).toEqual({ control: '', passed: [], flips: (to - from) * (allBits ? 8 : 1) });

  const { request } = await verifySigned(proof);
  expect(await matchDocument(request, document)).toBe('original');
});
