/** Scripts in which the server lies about who signed a document: it drops, replays, swaps, and has an admin sign for others. */
import { randomUUID } from 'node:crypto';
import { askToSign, sign } from '@kontor/client/nouns/signingActs';
import type { Workspace } from '@kontor/client/workspace/workspace';
import type { SealedRecord } from '@kontor/contract/entity/entity';
import type { Document } from '@kontor/contract/nouns/document';
import { signingAnswerId } from '@kontor/contract/nouns/signing';
import { readSigned, recordSigner, resealRecord } from '@kontor/crypto/authorSignature';
import { sealRecord } from '@kontor/crypto/record';
import { openRecords } from '@kontor/crypto/recordBatch';
import { importScopeKey } from '@kontor/crypto/scopeKey';
import type { Actor } from '@kontor/testkit/actor';
import { employeeOf } from './people.ts';
import { onRows, type Rewrite } from './proxy.ts';
import { isAbsent, isShown, leave, type Scene } from './scene.ts';
import type { Script } from './script.ts';
import { accountOf, headOf, keysOf } from './secrets.ts';

const sha256 = 'A'.repeat(43);
const idOf = (actor: Actor) => actor.session.user!.id;

/** The request that the script is about, and the rows that the server has. */
interface Signed {
  name: string;
  id: string;
  /** Of another request that the same two have signed. */
  other: string;
  owner: string;
  employee: string;
}

/** Stores a file of no matter what content, which is not opened here. */
function fileIn(workspace: Workspace, projectId: string): Document {
  const content = { size: 9, fileKey: 'A'.repeat(43), blobId: randomUUID(), parts: [] };
  const { id } = workspace.create('document', projectId, {
    kind: 'file',
    name: `${randomUUID()}.pdf`,
    ...content,
  });
  return workspace.collections.document.get(id)!;
}

function give(workspace: Workspace, actor: Actor, signingId: string): void {
  const by = { userId: idOf(actor), at: Date.now(), sha256, statement: 'Yes', name: 'Somebody' };
  sign(workspace, signingId, { ...by, mark: { typed: 'S' }, values: {} });
}

/** Asks owner and employee, one after the other; the owner signs, and the employee where `whole`. */
async function ask(scene: Scene, whole: boolean): Promise<Signed> {
  const { workspace, actor, projectId } = scene;
  const employee = await employeeOf(scene);
  const theirs = await employee.open(workspace.id);
  const signers = [actor, employee].map((each) => ({ userId: idOf(each), name: randomUUID() }));
  const by = { userId: idOf(actor), at: Date.now() };
  const names: string[] = [];
  const ids = [0, 1].map(() => {
    const document = fileIn(workspace, projectId);
    names.push(document.name);
    return askToSign(
      workspace,
      { document, sha256, askerName: 'Ada', signers, fields: [], isOrdered: true },
      by,
    );
  });
  await workspace.outbox.sent();
  for (const id of ids) give(workspace, actor, id);
  await workspace.outbox.sent();
  await theirs.pull();
  for (const id of ids) if (whole || id !== ids[0]) give(theirs, employee, id);
  await theirs.outbox.sent();
  return { name: names[0]!, id: ids[0]!, other: ids[1]!, owner: idOf(actor), employee: idOf(employee) };
}

interface Lie {
  id: string;
  title: string;
  refusal: string | RegExp;
  /** The state that shows in place of the honest one. */
  shown?: string;
  /** Both have signed before the lie. */
  whole: boolean;
  /** Returns how the rows of an answer are changed, or nothing where the lie is in the database; `scene` is honest. */
  change(signed: Signed, scene: Scene): Promise<((rows: SealedRecord[]) => SealedRecord[]) | undefined>;
}

/** Returns a script on one request, seen by a device that knows nothing. */
function onRequest({ id, title, refusal, shown, whole, change }: Lie): Script {
  let signed: Signed;
  const line = (state: string) => `${signed.name}: ${state}`;
  const honestState = () => (whole ? 'finished 2 of 2' : 'waiting 1 of 2');
  const arrive = async (scene: Scene) => {
    const fresh = await scene.newcomer();
    await fresh.signIn();
    await fresh.page.goto(`/${scene.workspace.id}/projects/${scene.projectId}/documents`);
    return fresh.page;
  };
  return {
    id,
    title,
    refusal,
    mayCall: ['/api/auth/callback/credentials'],
    honest: async (scene) => {
      await scene.turnPage();
      signed = await ask(scene, whole);
      const page = await arrive(scene);
      await isShown(page, line(honestState()));
      return page;
    },
    attack: async (scene): Promise<Rewrite | undefined> => {
      const lie = await change(signed, scene);
      if (!lie) return undefined;
      return onRows((answer) => ({
        ...answer,
        scopes: answer.scopes.map((scope) =>
          scope.id === scene.projectId ? { ...scope, rows: lie(scope.rows) } : scope,
        ),
      }));
    },
    suffer: arrive,
    also: async (_, page) => {
      if (shown) await isShown(page, line(shown));
      if (whole) await isAbsent(page, line(honestState()));
      else await isAbsent(page, line('finished 2 of 2'));
    },
    afterwards: async (_, page) => leave(page),
  };
}

const rowOf = async (scene: Scene, id: string): Promise<SealedRecord> =>
  (await scene.everything()).scopes.flatMap(({ rows }) => rows).find((row) => row.id === id)!;

const notOpened = 'One item could not be verified and was not opened.';

/** Seals somebody else's record anew where it lies, with what they signed and other refs. The key is the same for both. */
async function resealedBy(
  who: Actor,
  { actor, workspace, everything }: Scene,
  id: string,
  refs: SealedRecord['refs'],
): Promise<SealedRecord> {
  const answer = await everything();
  const { byScope } = await keysOf(actor, workspace.id, answer);
  const old = answer.scopes.flatMap(({ rows }) => rows).find((row) => row.id === id)!;
  const key = await importScopeKey(byScope.get(old.scopeId)!.at(-1)!);
  const [opened] = await openRecords(new Map([[key.kidText, key]]), workspace.id, [old]);
  if (opened?.state !== 'open') throw new Error('the record does not open');
  const staff = answer.scopes.find(({ kind }) => kind === 'staff')!;
  const origin = { ...old, generation: Math.max(...staff.keys.map(({ generation }) => generation)) };
  const next = { ...old, version: old.version + 1, refs: { ...old.refs, ...refs } };
  const place = { ...next, workspaceId: workspace.id, generation: origin.generation };
  const signer = await recordSigner(await accountOf(who));
  const content = await resealRecord(signer, place, await headOf(answer), readSigned(opened.signed), {
    origin,
    added: new Uint8Array(0),
  });
  return { ...next, sealed: await sealRecord(key, place, content) };
}

export const signingScripts: Script[] = [
  onRequest({
    id: 'M44',
    title: 'a signature that a later one names is held back',
    refusal: / chain$/,
    shown: 'waiting 0 of 2 chain',
    whole: true,
    change: async ({ id, owner }) => {
      const dropped = signingAnswerId(id, owner);
      return (rows) => rows.filter((row) => row.id !== dropped);
    },
  }),
  onRequest({
    id: 'M45',
    title: 'a signature is served again under another request',
    refusal: notOpened,
    shown: 'waiting 1 of 2',
    whole: false,
    change: async ({ id, other, employee }, scene) => {
      const { sealed, ...row } = await rowOf(scene, signingAnswerId(other, employee));
      const replayed = {
        ...row,
        id: signingAnswerId(id, employee),
        refs: { signingId: id, userId: employee },
        sealed,
      };
      return (rows) => (rows.length > 0 ? [...rows, { ...replayed, revision: rows.at(-1)!.revision }] : rows);
    },
  }),
  onRequest({
    id: 'M46',
    title: 'the document is swapped between sending and signing',
    refusal: notOpened,
    whole: false,
    change: async ({ id, other }, scene) => {
      const { sealed } = await rowOf(scene, other);
      return (rows) => rows.map((row) => (row.id === id ? { ...row, sealed } : row));
    },
  }),
  onRequest({
    id: 'M47',
    title: 'an admin’s program signs in the name of somebody else',
    refusal: / forged$/,
    shown: 'waiting 1 of 2 forged',
    whole: false,
    change: async ({ id, employee }, { workspace }) => {
      const { collections } = workspace;
      const request = collections.signing.get(id)!;
      const [theirs] = collections.signingAnswer.where('signingId', id);
      const { authorId: _, ...own } = theirs!;
      const answer = { ...own, id: signingAnswerId(id, employee), userId: employee, name: 'Employee' };
      workspace.create('signingAnswer', request.scopeId, answer);
      await workspace.outbox.sent();
      return undefined;
    },
  }),
  onRequest({
    id: 'M61',
    title: 'who holds the key seals a signed request anew, with other signers under its author’s name',
    refusal: notOpened,
    whole: true,
    change: async ({ id, owner }, scene) => {
      const row = await resealedBy(await employeeOf(scene), scene, id, { signerIds: [owner] });
      return (rows) => rows.map((each) => (each.id === id ? row : each));
    },
  }),
];
