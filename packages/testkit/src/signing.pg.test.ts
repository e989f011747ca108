/** Documents signed by real people: who is asked, in which order, what a lying hand changes, and what proves it offline. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { agreementsIn, askForAgreement } from '@kontor/client/nouns/agreement';
import { createProject } from '@kontor/client/nouns/project';
import {
  fileHash,
  matchDocument,
  type SignedDocument,
  signedDocument,
  verifySigned,
} from '@kontor/client/nouns/signedDocument';
import { openingsOf, signingState, waitingFor } from '@kontor/client/nouns/signing';
import {
  askToSign,
  decline,
  type NewSigning,
  recordOpening,
  SigningError,
  type SigningFault,
  sign,
  signingFile,
  withdraw,
} from '@kontor/client/nouns/signingActs';
import { historyOf } from '@kontor/client/nouns/signingHistory';
import { remind, remindDue, remindersOf } from '@kontor/client/nouns/signingReminder';
import type { Workspace } from '@kontor/client/workspace/workspace';
import type { Document } from '@kontor/contract/nouns/document';
import { type SigningField, signingAnswerId, signingOpeningId } from '@kontor/contract/nouns/signing';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Actor, createActor } from './actor.ts';
import { resetPassword } from './recovery.ts';
import { pdf } from './seed/pdf.ts';
import { type RunningServer, startServer } from './server.ts';
import { hasPython, runPython, verifyHere, verifyOffline } from './signedProof.ts';
import { act, createCustomer, inviteIn, takeIn } from './team.ts';

let server: RunningServer;
const folder = mkdtempSync(join(tmpdir(), 'kontor-agreement-'));
let [ada, ben, kim, lea]: Actor[] = [];
const people: Actor[] = [];
let id: string;
let kit: string;
let document: Document;
let bytes: Uint8Array<ArrayBuffer>;
let sha256: string;

const idOf = (actor?: Actor) => actor!.session.user!.id;
const at = (actor?: Actor): Promise<Workspace> => actor!.open(id);
const noon = Date.now();
const now = (actor?: Actor) => ({ userId: idOf(actor), at: noon });
const sent = async (workspace: Workspace) => {
  await workspace.outbox.sent();
  expect(workspace.outbox.failed.get()).toEqual([]);
};
const signer = (actor?: Actor) => ({ userId: idOf(actor), name: actor!.person.firstName });
const consent = (actor?: Actor) => ({
  ...now(actor),
  sha256,
  statement: 'I have read the document and sign it.',
  name: `${actor!.person.firstName} Berg`,
  mark: { typed: `${actor!.person.firstName} Berg` },
  values: {},
});
const faultOf = (work: () => unknown): SigningFault | undefined => {
  try {
    work();
  } catch (error) {
    if (error instanceof SigningError) return error.fault;
    throw error;
  }
  return undefined;
};
const asked = (signers: readonly (Actor | undefined)[], more: Partial<NewSigning> = {}): NewSigning => ({
  askerName: 'Ada',
  document,
  sha256,
  signers: signers.map(signer),
  fields: [],
  isOrdered: true,
  ...more,
});
const stateOf = (workspace: Workspace, signingId: string) =>
  signingState(workspace.collections, workspace.collections.signing.get(signingId)!, noon);

beforeAll(async () => {
  const agreement = await pdf({ title: 'Agreement', author: 'Host', lines: ['We process on your behalf.'] });
  writeFileSync(join(folder, 'agreement.pdf'), agreement);
  server = await startServer({
    env: {
      BILLING: 'none',
      AGREEMENT_FILE: join(folder, 'agreement.pdf'),
      AGREEMENT_VERSION: '2026-11',
    },
  });
  [ada, ben, kim, lea] = await Promise.all(
    ['Ada', 'Ben', 'Kim', 'Lea'].map((firstName) => createActor(server.url, { firstName })),
  );
  people.push(ada!, ben!, kim!, lea!);
  id = await ada!.createWorkspace();
  await takeIn(ada!, id, ben!, { role: 'EMPLOYEE' });
  await takeIn(ada!, id, lea!, { role: 'EMPLOYEE' });
  const customerId = await createCustomer(ada!, id);
  await inviteIn(ada!, id, kim!, { role: 'CUSTOMER', customerId });
  await ben!.session.workspaces.reload();
  kit = (await ben!.session.account.createKit(ben!.person.password)).words.join(' ');
  await ben!.session.account.confirmKit();
  const workspace = await at(ada);
  const project = createProject(workspace, { name: 'Villa', customerId });
  await sent(workspace);
  bytes = new Uint8Array(await pdf({ title: 'Contract', author: 'Ada', lines: ['We build a house.'] }));
  const { uploads } = await workspace.files();
  await uploads.add([new File([bytes], 'Contract.pdf')], { scopeId: project.id });
  document = workspace.collections.document.all().find(({ name }) => name === 'Contract.pdf')!;
  sha256 = await fileHash(bytes);
});
afterAll(async () => {
  await Promise.all(people.map((actor) => actor.session.signOut({ discard: true }).catch(() => {})));
  await server.stop();
  rmSync(folder, { recursive: true });
});

/**
 * Has somebody forget their password, and bring their keys back with the phrase: another certificate from
 * here on.
 */
async function changeKeys(): Promise<void> {
  ben = await resetPassword(ben!, server.url, `New password! ${people.length}`);
  people.push(ben);
  expect((await ben.session.recovery.unlockByPhrase(kit)).failed).toEqual([]);
}

describe('a signature', () => {
  let signingId: string;
  let proof: SignedDocument;

  it('is asked of those who read the document, in an order', async () => {
    const workspace = await at(ada);
    expect(faultOf(() => askToSign(workspace, asked([]), now(ada)))).toBe('no-signers');
    expect(faultOf(() => askToSign(workspace, asked([ben, ben]), now(ada)))).toBe('no-signers');
    expect(faultOf(() => askToSign(workspace, asked([ben], { deadline: '2020-01-01' }), now(ada)))).toBe(
      'past',
    );
    const hidden = createProject(workspace, { name: 'Secret', memberIds: [idOf(ada)] }, 'private');
    const inside = { document: { ...document, scopeId: hidden.id } };
    expect(faultOf(() => askToSign(workspace, asked([lea], inside), now(ada)))).toBe('not-a-reader');
    await changeKeys();
    const field: SigningField = {
      id: document.id,
      userId: idOf(kim),
      kind: 'text',
      page: 0,
      x: 1_000,
      y: 8_000,
      width: 3_000,
      height: 500,
    };
    signingId = askToSign(workspace, asked([ben, kim, ada], { fields: [field] }), now(ada));
    await sent(workspace);
    const [asBen, asKim] = await Promise.all([ben, kim].map(at));
    expect(waitingFor(asBen!.collections, idOf(ben), noon)).toHaveLength(1);
    expect(waitingFor(asKim!.collections, idOf(kim), noon)).toHaveLength(0);
    expect(faultOf(() => sign(asKim!, signingId, consent(kim)))).toBe('not-asked');
    expect(
      faultOf(() => sign(asBen!, signingId, { ...consent(ben), sha256: sha256.replace(/^./, '_') })),
    ).toBe('other-document');
    expect(faultOf(() => withdraw(asBen!, signingId, '', now(ben)))).toBe('not-own');
  });

  it('is given by each in turn, on the bytes that were sent', async () => {
    for (const [actor, values] of [
      [ben, {}],
      [kim, { [document.id]: 'Graz' }],
      [ada, {}],
    ] as const) {
      const workspace = await at(actor);
      const request = workspace.collections.signing.get(signingId)!;
      const { downloads } = await workspace.files();
      const content = new Uint8Array(await (await downloads.blob(signingFile(request))).arrayBuffer());
      const given = { ...consent(actor), sha256: await fileHash(content), values };
      if (actor === kim)
        expect(faultOf(() => sign(workspace, signingId, { ...given, values: {} }))).toBe('incomplete');
      recordOpening(workspace, signingId, { ...now(actor), at: noon - 1 });
      sign(workspace, signingId, given);
      await sent(workspace);
      expect(faultOf(() => sign(workspace, signingId, given))).toMatch(/not-asked|closed/);
      expect(workspace.faults.get()).toEqual([]);
    }
    const workspace = await at(ada);
    expect(stateOf(workspace, signingId)).toMatchObject({ status: 'finished', signed: 3 });
    expect(faultOf(() => withdraw(workspace, signingId, '', now(ada)))).toBe('closed');
  });

  it('stays provable when its signer changes keys, and when they leave', async () => {
    await changeKeys();
    await act(ada!, id, { type: 'remove', userId: idOf(kim) });
    const workspace = await at(ada);
    workspace.remove('document', document.id);
    await sent(workspace);
    expect(stateOf(workspace, signingId)).toMatchObject({ status: 'finished', signed: 3 });
    proof = signedDocument(workspace, signingId)!;
    const { request, answers } = await verifySigned(JSON.stringify(proof));
    expect(request.signers.map(({ name }) => name)).toEqual(['Ben', 'Kim', 'Ada']);
    expect(answers.map(({ openedAt }) => openedAt)).toEqual([noon - 1, noon - 1, noon - 1]);
    expect(await verifyHere(JSON.stringify(proof), bytes)).toBe('');
    const { downloads } = await workspace.files();
    const kept = await downloads.blob(signingFile(workspace.collections.signing.get(signingId)!));
    expect(await fileHash(new Uint8Array(await kept.arrayBuffer()))).toBe(sha256);
  });

  it.skipIf(!hasPython)(
    'is refused by both verifiers when a record, its place, their order or the log is another',
    async () => {
      const [request, first, second, third] = proof.signed;
      const altered: [how: string, proof: string][] = [];
      const change = (how: string, signed: unknown[], more: object = {}) =>
        altered.push([how, JSON.stringify({ ...proof, signed, ...more })]);
      for (const [i, record] of proof.signed.entries()) {
        change(`without ${i}`, proof.signed.toSpliced(i, 1));
        change(`${i} twice`, [...proof.signed, record]);
        for (const { authorId, content } of proof.signed) {
          if (authorId !== record.authorId)
            change(`${i} by another`, proof.signed.with(i, { ...record, authorId }));
          if (content !== record.content)
            change(`${i} says another`, proof.signed.with(i, { ...record, content }));
        }
        for (const key of ['version', 'seq', 'generation'] as const)
          change(`${i} of another ${key}`, proof.signed.with(i, { ...record, [key]: record[key] + 1 }));
      }
      change('the last as the second', [request, first, second, { ...third!, id: second!.id }]);
      const needed = Math.max(...proof.signed.map(({ seq }) => seq));
      for (let length = 0; length <= needed; length++)
        change(`a log of ${length}`, proof.signed, { log: proof.log.slice(0, length) });
      for (const i of proof.log.slice(0, needed + 1).keys())
        change(`a log without ${i}`, proof.signed, { log: proof.log.toSpliced(i, 1) });
      change('another workspace', proof.signed, { workspaceId: document.id });
      for (const order of [
        [1, 3, 2],
        [2, 1, 3],
        [2, 3, 1],
        [3, 1, 2],
        [3, 2, 1],
      ])
        change(
          `in the order ${order}`,
          [0, ...order].map((i) => proof.signed[i]),
        );
      change('the request last', [first, second, third, request]);
      const proofs = altered.map(([, text]) => text);
      expect(verifyOffline([JSON.stringify(proof)], bytes)).toEqual(['']);
      const there = verifyOffline(proofs, bytes);
      const here = await Promise.all(proofs.map((text) => verifyHere(text, bytes)));
      const passed = (said: string[]) => altered.flatMap(([how], i) => (said[i] === '' ? how : []));
      const said = (how: string) =>
        [there, here].map((each) => each[altered.findIndex(([name]) => name === how)]);
      expect(said('without 1')).toEqual([expect.stringContaining('missing here'), 'waiting chain,chain']);
      expect([there.length, passed(there), passed(here)]).toEqual([altered.length, [], []]);
    },
  );

  it.skipIf(!hasPython)(
    'is refused by both verifiers when a bit of its records or of their order is another',
    async () => {
      const text = JSON.stringify(proof);
      const ordering = /\\"(?:signers|isOrdered|previous)\\":(?:\[.*?\]|true)|"signerIds":\[.*?\]/g;
      const ordered = [...text.matchAll(ordering)].flatMap(({ index, 0: { length } }) =>
        Array.from({ length }, (_, at) => index + at),
      );
      expect(ordered.length).toBeGreaterThan(500);
      const places = fc.oneof(fc.constantFrom(...ordered), fc.nat(text.length - 1));
      const flips = fc.sample(fc.tuple(places, fc.nat(6)), 200);
      const flipped = ([at, bit]: [number, number]) =>
        text.slice(0, at) + String.fromCharCode(text.charCodeAt(at) ^ (1 << bit)) + text.slice(at + 1);
      const proofs = flips.map(flipped);
      const there = verifyOffline(proofs, bytes);
      const here = await Promise.all(proofs.map((each) => verifyHere(each, bytes)));
      expect(proofs.filter((_, i) => there[i] === '' || here[i] === '')).toEqual([]);
    },
  );

  it.skipIf(!hasPython)('is of these bytes: both verifiers see each bit', async () => {
    const { request } = await verifySigned(JSON.stringify(proof));
    expect(await matchDocument(request, bytes)).toBe('original');
    expect(await matchDocument(request, new Uint8Array([...bytes, 10]))).toBe('extended');
    expect(await matchDocument(request, bytes.slice(0, -1))).toBe('other');
    const matches = new Set<string>();
    for (let bit = 0; bit < bytes.length * 8; bit++) {
      const content = bytes.slice();
      content[bit >> 3]! ^= 1 << (bit & 7);
      matches.add(await matchDocument(request, content));
    }
    expect([...matches]).toEqual(['other']);
    const seen = runPython<number[]>(
      { 'a.pdf': bytes, 'a.json': JSON.stringify(proof) },
      `request = verify_signature.check(json.load(open("a.json", encoding="utf-8")))[0]
data = bytearray(open("a.pdf", "rb").read())
faults = 0
for bit in range(len(data) * 8):
    data[bit >> 3] ^= 1 << (bit & 7)
    faults += len(verify_signature.document_faults(request, bytes(data)))
    data[bit >> 3] ^= 1 << (bit & 7)
print(json.dumps([len(verify_signature.document_faults(request, bytes(data))), faults]))`,
    );
    expect(seen).toEqual([0, bytes.length * 8]);
  });

  it('is declined with a reason, which ends it; a request is withdrawn by whoever asked', async () => {
    const workspace = await at(ada);
    const requestId = askToSign(workspace, asked([ben, lea], { isOrdered: false }), now(ada));
    const other = askToSign(workspace, asked([ben], { deadline: '2100-01-01' }), now(ada));
    await sent(workspace);
    const asLea = await at(lea);
    expect(faultOf(() => decline(asLea, requestId, ' ', consent(lea)))).toBe('incomplete');
    decline(asLea, requestId, 'The price is wrong.', consent(lea));
    await sent(asLea);
    const asBen = await at(ben);
    expect(stateOf(asBen, requestId)).toMatchObject({ status: 'declined', signed: 0 });
    expect(faultOf(() => sign(asBen, requestId, consent(ben)))).toBe('closed');
    expect(stateOf(asBen, other).status).toBe('waiting');
    const request = asBen.collections.signing.get(other)!;
    expect(signingState(asBen.collections, request, Date.parse('2101-01-01')).status).toBe('expired');
    withdraw(workspace, other, 'A new draft follows.', now(ada));
    await sent(workspace);
    await asBen.pull();
    expect(stateOf(asBen, other).status).toBe('withdrawn');
    expect(faultOf(() => sign(asBen, other, consent(ben)))).toBe('closed');
  });

  it('counts only as its signer’s own, however an admin writes it', async () => {
    const workspace = await at(ada);
    const requestId = askToSign(workspace, asked([ben, lea], { isOrdered: false }), now(ada));
    await sent(workspace);
    const own = { signingId: requestId, outcome: 'signed' as const, previous: [], values: {} };
    const forged = { ...own, ...consent(ben), signedAt: noon, fingerprint: '' };
    const { at: _, ...fields } = forged;
    workspace.create('signingAnswer', workspace.collections.signing.get(requestId)!.scopeId, {
      id: signingAnswerId(requestId, idOf(ben)),
      ...fields,
    });
    await sent(workspace);
    const asLea = await at(lea);
    expect(stateOf(asLea, requestId).signers).toMatchObject([{ fault: 'forged' }, { isNext: true }]);
    expect(stateOf(asLea, requestId)).toMatchObject({ status: 'waiting', signed: 0 });
  });
});

it('a request’s signers say that they opened it, and are reminded by whoever asked, and by their device when the deadline is near', async () => {
  const workspace = await at(ada);
  const day = 86_400_000;
  const deadline = new Date(noon + 10 * day).toISOString().slice(0, 10);
  const requestId = askToSign(workspace, asked([ben, lea], { deadline }), now(ada));
  await sent(workspace);
  const asBen = await at(ben);
  expect(faultOf(() => remind(asBen, requestId, now(ben)))).toBe('not-own');
  remind(workspace, requestId, { ...now(ada), at: noon + day });
  // In Lea's name, by somebody else: not believed.
  const { scopeId } = workspace.collections.signing.get(requestId)!;
  workspace.create('signingOpening', scopeId, {
    id: signingOpeningId(requestId, idOf(lea)),
    signingId: requestId,
    userId: idOf(lea),
    openedAt: noon,
  });
  for (const days of [2, 3]) recordOpening(asBen, requestId, { ...now(ben), at: noon + days * day });
  const opening = signingOpeningId(requestId, idOf(ben));
  expect(asBen.collections.signingOpening.where('signingId', requestId).map(({ id: each }) => each)).toEqual([
    opening,
  ]);
  const near = { ...now(ada), at: noon + 8 * day };
  remindDue(workspace, { ...near, at: noon + 7 * day });
  expect(workspace.collections.signingReminder.all()).toHaveLength(1);
  remindDue(workspace, near);
  remindDue(workspace, near);
  expect(workspace.collections.signingReminder.all()).toHaveLength(2);
  await sent(workspace);
  await asBen.pull();
  decline(asBen, requestId, 'Too late.', { ...consent(ben), at: noon + 9 * day });
  await sent(asBen);
  await workspace.pull();
  const request = workspace.collections.signing.get(requestId)!;
  recordOpening(workspace, requestId, now(ada));
  const history = historyOf(request, stateOf(workspace, requestId), {
    openings: openingsOf(workspace.collections, request),
    reminders: remindersOf(workspace.collections, request),
  });
  expect(history.map(({ kind, at: when }) => [kind, (when - noon) / day])).toEqual([
    ['asked', 0],
    ['reminded', 1],
    ['opened', 2],
    ['reminded', 8],
    ['declined', 9],
  ]);
  expect(history[1]).toMatchObject({ userIds: [idOf(ben)] });
  expect(faultOf(() => remind(workspace, requestId, now(ada)))).toBe('closed');
});

it('the owner signs the agreement of whoever runs the server; employees read nothing of it, other bytes are another version', async () => {
  const workspace = await at(ada);
  const { registrations } = ada!.session;
  const { agreement } = await registrations.terms();
  const content = await registrations.agreement();
  expect(agreement).toEqual({ version: '2026-11', sha256: await fileHash(content) });
  const file = await (await workspace.files()).store(content, new AbortController().signal);
  const offer = { file, sha256: agreement!.sha256, name: 'Agreement 2026-11.pdf', askerName: 'Ada Berg' };
  const asLea = await at(lea);
  expect(faultOf(() => askForAgreement(asLea, offer, now(lea)))).toBe('not-own');
  const requestId = askForAgreement(workspace, offer, now(ada));
  await sent(workspace);
  sign(workspace, requestId, { ...consent(ada), sha256: agreement!.sha256 });
  await sent(workspace);
  expect(agreementsIn(workspace, noon)).toMatchObject([
    {
      request: { id: requestId, sha256: agreement!.sha256 },
      signature: { userId: idOf(ada), outcome: 'signed' },
    },
  ]);
  const proven = JSON.stringify(signedDocument(workspace, requestId));
  expect(await verifyHere(proven, content)).toBe('');
  expect(await verifyHere(proven, bytes)).toBe('document');
  const { downloads } = await workspace.files();
  const kept = await downloads.blob(signingFile(workspace.collections.signing.get(requestId)!));
  expect(await fileHash(new Uint8Array(await kept.arrayBuffer()))).toBe(agreement!.sha256);
  await asLea.pull();
  expect(asLea.collections.signing.get(requestId)).toBeUndefined();
  // What waits for somebody who passed the workspace on is asked of its owner anew.
  const waiting = askForAgreement(workspace, offer, { userId: idOf(ada), at: noon + 1 });
  await sent(workspace);
  const found = agreementsIn(workspace, noon);
  expect(found.map(({ request, signature }) => [request.id, signature !== undefined])).toEqual([
    [waiting, false],
    [requestId, true],
  ]);
  await act(ada!, id, { type: 'role', userId: idOf(lea), role: 'ADMIN' });
  await act(ada!, id, { type: 'owner', userId: idOf(lea) });
  expect(agreementsIn(await at(ada), noon).map(({ request }) => request.id)).toEqual([requestId]);
});
