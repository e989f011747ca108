/**
 * Measures the cost of authors' signatures: the vault seals, opens and verifies records, beside the same bytes sealed and
 * opened without a signature, and beside the platform's bare loop over as many signatures; then the product syncs, opens,
 * writes and tells with signatures and without.
 */
import { founder, rowOf, teach } from '@kontor/client/testing/founder';
import type { PlainRecord } from '@kontor/client/vault/plainRecord';
import type { Scope } from '@kontor/contract/wire/scope';
import { sealRecord } from '@kontor/crypto/record';
import { openRecords } from '@kontor/crypto/recordBatch';
import { createScopeKey, importScopeKey } from '@kontor/crypto/scopeKey';
import { v7 as uuidv7 } from 'uuid';
import { compare, figureOf, median, pairFigure } from './measure.ts';
import { recordCountsOr, runs } from './options.ts';
import { progress, report } from './report.ts';
import { productFigures } from './unsigned.ts';

const count = recordCountsOr('100000', '2000')[0]!;
/** Records of one crossing, as the replica verifies and seals them. */
const batchSize = 500;
/** Bytes that a task's signature covers, about: its place, its author, its title. */
const signedSize = 512;

async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

function* batches<T>(list: readonly T[]): Generator<T[]> {
  for (let at = 0; at < list.length; at += batchSize) yield list.slice(at, at + batchSize);
}

/** Makes a workspace with an open project, and tasks for it. */
async function tasks() {
  const someone = await founder();
  const project: Scope = { id: uuidv7(), kind: 'project', access: 'open' };
  await teach(someone.vault, someone, [{ scope: project, keys: [] }]);
  const made = Array.from({ length: count }, (_, i): PlainRecord => {
    const plain = { title: `Measure the staircase ${i}` };
    return { entity: 'task', id: uuidv7(), scopeId: project.id, version: 1, refs: {}, plain };
  });
  return { ...someone, made };
}

/** Makes so many signatures of one key, and the loop that verifies all of them. */
async function bareLoop(): Promise<() => Promise<void>> {
  const { subtle } = crypto;
  const key = await subtle.generateKey('Ed25519', true, ['sign', 'verify']);
  const pairs = await Promise.all(
    Array.from({ length: count }, async () => {
      const message = crypto.getRandomValues(new Uint8Array(signedSize));
      return [message, await subtle.sign('Ed25519', key.privateKey, message)] as const;
    }),
  );
  return async () => {
    for (const batch of batches(pairs)) {
      const verify = ([message, signature]: (typeof pairs)[number]) =>
        subtle.verify('Ed25519', key.publicKey, signature, message);
      if (!(await Promise.all(batch.map(verify))).every(Boolean)) throw new Error('a bare signature');
    }
  };
}

await report('Authors’ signatures', async () => {
  const { vault, workspaceId, made } = await tasks();
  const key = await importScopeKey(createScopeKey());
  const contents = made.map(({ plain }) => new TextEncoder().encode(JSON.stringify(plain)));
  let ours: Uint8Array[] = [];
  let bare: Uint8Array[] = [];

  progress('sealing');
  const sealing = await compare(
    () =>
      timed(async () => {
        ours = [];
        for (const batch of batches(made)) ours.push(...(await vault.sealRecords(workspaceId, batch)));
      }),
    () =>
      timed(async () => {
        bare = [];
        for (const batch of batches(made.map((record, at) => ({ record, at }))))
          bare.push(
            ...(await Promise.all(
              batch.map(({ record, at }) => sealRecord(key, { ...record, workspaceId }, contents[at]!)),
            )),
          );
      }),
    runs,
  );
  const rows = made.map((record, at) => rowOf(record, ours[at]!));
  const bareRows = made.map((record, at) => rowOf(record, bare[at]!));

  progress('opening');
  const keys = new Map([[key.kidText, key]]);
  const opening = await compare(
    () =>
      timed(async () => {
        const { opened } = await vault.openPage(workspaceId, { scopes: [], rows });
        if (opened.length !== count) throw new Error(`${opened.length} of ${count} opened`);
      }),
    () =>
      timed(async () => {
        const opened = await openRecords(keys, workspaceId, bareRows);
        for (const row of opened) {
          if (row.state !== 'open') throw new Error('a bare record did not open');
          JSON.parse(new TextDecoder().decode(row.signed));
        }
      }),
    runs,
  );

  progress('verifying');
  const { opened } = await vault.openPage(workspaceId, { scopes: [], rows });
  const loop = await bareLoop();
  const verify = async (records: typeof opened): Promise<number> => {
    let holding = 0;
    for (const batch of batches(records))
      holding += (await vault.verifyRecords(workspaceId, batch)).filter(Boolean).length;
    return holding;
  };
  const verifying = await compare(
    () =>
      timed(async () => {
        if ((await verify(opened)) !== count) throw new Error('a signature does not hold');
      }),
    () => timed(loop),
    runs,
  );
  const forged = opened.slice(0, batchSize).map((record) => ({ ...record, plain: { title: 'Another' } }));
  if ((await verify(forged)) !== 0) throw new Error('a signature holds over another title');

  // Short ones are padded to the same size, with a signature and without.
  const long = { ...made[0]!, plain: { title: 'a'.repeat(900) } };
  const longOnes = [
    ...(await vault.sealRecords(workspaceId, [long])),
    await sealRecord(key, { ...long, workspaceId }, new TextEncoder().encode(JSON.stringify(long.plain))),
  ];

  const product = await productFigures();
  const of = `of ${count.toLocaleString('en')} tasks`;
  const bytes = (rowsOf: readonly { sealed: Uint8Array }[]) =>
    median(rowsOf.map(({ sealed }) => sealed.length));
  return {
    figures: [
      figureOf(`sealing ${of}`, sealing, { unit: 'ms', target: '-', note: 'floor: unsigned' }),
      figureOf(`opening ${of}, judged`, opening, { unit: 'ms', target: '-', note: 'floor: unsigned' }),
      figureOf(`verifying ${of} in the background`, verifying, {
        unit: 'ms',
        target: '<= 1.5 x',
        note: 'floor: the bare loop',
      }),
      pairFigure('sealed bytes of a task', bytes(rows), bytes(bareRows), {
        unit: 'B',
        target: '-',
        note: 'floor: unsigned',
      }),
      pairFigure('sealed bytes of one of 900 letters', longOnes[0]!.length, longOnes[1]!.length, {
        unit: 'B',
        target: '-',
        note: 'floor: unsigned',
      }),
      ...product.figures,
    ],
    proofs: ['every signature held, and none over another title', ...product.proofs],
  };
});
