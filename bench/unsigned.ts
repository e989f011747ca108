/**
 * The product with signatures and beside it with WebCrypto signing and verifying nothing: a new device's first sync, a
 * restart, a write and a change that another device sees. Whoever writes without signatures does so in a workspace of their
 * own. In Node: everything is the product's but the device's store, which is memory.
 */
import type { Workspace } from '@kontor/client/workspace/workspace';
import { equalBytes } from '@kontor/contract/wire/bytes';
import { compare, type Figure, figureOf, percentileFigure, type Samples } from './measure.ts';
import { recordCounts, runs, sized } from './options.ts';
import { taskFields } from './records.ts';
import { progress } from './report.ts';
import { seenBy } from './seenBy.ts';
import { startWorld, type World } from './world.ts';

const records = recordCounts[0]!;
/** Tasks of one sample of writing. */
const written = sized(500, 50);
/** Changes that another device sees, one after the other. */
const changes = sized(300, 30);
const warmUp = 20;

const { subtle } = crypto;
const isSigning = (algorithm: unknown) =>
  (typeof algorithm === 'string' ? algorithm : (algorithm as { name: string }).name) === 'Ed25519';

/** Stands for a signature that nobody made. It holds at any time: it may be looked at when nothing is measured. */
const none = new Uint8Array(64);
const { sign, verify } = subtle;
let [isSigned, isVerified] = [true, true];
/** Signatures that were looked at since the start. */
let verified = 0;
/** Makes WebCrypto's signatures go by the two switches from here on. */
function switchSignatures(): void {
  subtle.sign = async (...args: Parameters<typeof sign>) =>
    !isSigned && isSigning(args[0]) ? none.slice().buffer : sign.apply(subtle, args);
  subtle.verify = async (...args: Parameters<typeof verify>) => {
    if (isSigning(args[0])) verified++;
    const holds = isSigning(args[0]) && (!isVerified || equalBytes(args[2] as Uint8Array, none));
    return holds || verify.apply(subtle, args);
  };
}

/** Runs `work` while every signature holds, unverified, and where it `writes`, nothing is signed. */
async function unsigned<T>(work: () => Promise<T>, { writes = false } = {}): Promise<T> {
  [isSigned, isVerified] = [!writes, false];
  try {
    return await work();
  } finally {
    [isSigned, isVerified] = [true, true];
  }
}

/** Opens the workspace on a new device, signed in: ms until all of it is there. */
async function cold({ actor, workspaceId }: World): Promise<number> {
  const device = await actor.onAnotherDevice();
  const start = performance.now();
  const workspace = await device.open(workspaceId);
  const ms = performance.now() - start;
  await close(workspace);
  return ms;
}

/** Opens the workspace on a new device, signed in, at a project: ms until that project is there, which its list waits for. */
async function firstList({ actor, workspaceId, projectIds }: World): Promise<number> {
  const device = await actor.onAnotherDevice();
  const projectId = projectIds.at(-1)!;
  const start = performance.now();
  const workspace = await device.session.workspaces.open(workspaceId, [projectId]);
  const { loaded } = workspace;
  await new Promise<void>((resolve) => {
    const look = () => {
      if (loaded.get().scopes.has(projectId)) resolve();
    };
    loaded.subscribe(look);
    look();
  });
  const ms = performance.now() - start;
  await workspace.pull();
  await close(workspace);
  return ms;
}

/** Brings everything to the world's own device, and waits until nothing is left there to verify: it is done once. */
async function settle({ actor, workspaceId }: World): Promise<void> {
  await close(await actor.open(workspaceId));
  const again = actor.device.restarted();
  await again.session.refresh();
  const workspace = await again.session.workspaces.open(workspaceId);
  await workspace.pull();
  for (let last = -1; verified !== last; ) {
    last = verified;
    await new Promise((resolve) => setTimeout(resolve, 2_000));
  }
  await close(workspace);
}

/** Opens it on a device that has all of it, after a restart: ms until everything answers and is known to be current. */
function warmOn({ actor, workspaceId, recordCount }: World): () => Promise<number> {
  return async () => {
    const again = actor.device.restarted();
    await again.session.refresh();
    const start = performance.now();
    const workspace = await again.session.workspaces.open(workspaceId);
    await workspace.pull();
    const ms = performance.now() - start;
    const { profile, ...collections } = workspace.collections;
    const there = Object.values(collections).reduce((sum, { size }) => sum + size, 0);
    await close(workspace);
    if (there < recordCount) throw new Error(`${there} of ${recordCount} records are there`);
    return ms;
  };
}

async function close(workspace: Workspace): Promise<void> {
  const faults = workspace.faults.get().length;
  await workspace.close();
  if (faults > 0) throw new Error(`${faults} faults`);
}

/** Two devices of one person in a workspace of their own. */
interface Pair {
  a: Workspace;
  b: Workspace;
  projectId: string;
}

async function pairIn({ actor, workspaceId, projectIds }: World): Promise<Pair> {
  const [phone, desk] = [await actor.onAnotherDevice(), await actor.onAnotherDevice()];
  const [a, b] = [await phone.open(workspaceId), await desk.open(workspaceId)];
  return { a, b, projectId: projectIds.at(-1)! };
}

/** Makes tasks: ms until the server has confirmed them. */
async function write({ a, projectId }: Pair): Promise<number> {
  const start = performance.now();
  a.transaction(() => {
    for (let i = 0; i < written; i++) a.create('task', projectId, { title: `Measure the staircase ${i}` });
  });
  await a.outbox.sent();
  return performance.now() - start;
}

/** Measures a change at A in B's collection; everything is quiet again afterwards. */
async function hop({ a, b, projectId }: Pair, fields: Record<string, unknown>): Promise<number> {
  const ms = await seenBy(a, b, projectId, fields);
  await a.outbox.sent();
  await Promise.all([a.pull(), b.pull()]);
  return ms;
}

/** Measures the product; to be called once nothing else is to be measured with the platform's own signatures. */
export async function productFigures(): Promise<{ figures: Figure[]; proofs: string[] }> {
  switchSignatures();
  progress('syncing');
  const world = await startWorld(records);
  const listing = await compare(
    () => firstList(world),
    () => unsigned(() => firstList(world)),
    runs,
  );
  const opening = await compare(
    () => cold(world),
    () => unsigned(() => cold(world)),
    runs,
  );
  await settle(world);
  const warm = warmOn(world);
  const reopening = await compare(warm, () => unsigned(warm), runs);
  await world.stop();

  progress('writing');
  const [signedWorld, bareWorld] = [await startWorld(1_000), await startWorld(1_000)];
  const [signed, bare] = [await pairIn(signedWorld), await pairIn(bareWorld)];
  const fields = taskFields(changes + warmUp, '');
  const hops: Samples = { ours: [], floor: [] };
  for (const [i, each] of fields.entries()) {
    const [ours, floor] = [await hop(signed, each), await unsigned(() => hop(bare, each), { writes: true })];
    if (i < warmUp) continue;
    hops.ours.push(ours);
    hops.floor.push(floor);
  }
  const writing = await compare(
    () => write(signed),
    () => unsigned(() => write(bare), { writes: true }),
    runs,
  );
  await signed.b.pull();
  const there = signed.b.collections.task.where('scopeId', signed.projectId).length;
  const faults = [signed, bare].flatMap(({ a, b }) => [...a.faults.get(), ...b.faults.get()]).length;
  await signedWorld.stop();
  await bareWorld.stop();
  if (faults > 0) throw new Error(`${faults} faults`);
  const of = `${records.toLocaleString('en')} records`;
  const note = 'floor: unsigned';
  return {
    figures: [
      figureOf(`first project of ${of}, cold`, listing, { unit: 'ms', target: '<= 1.1 x', note }),
      figureOf(`cold sync of ${of}`, opening, { unit: 'ms', target: '-', note }),
      figureOf(`warm open of ${of}`, reopening, { unit: 'ms', target: '-', note }),
      figureOf(`writing ${written} tasks, confirmed`, writing, { unit: 'ms', target: '-', note }),
      percentileFigure('commit by A in B’s collection, p50', 50, hops, { unit: 'ms', target: '-', note }),
    ],
    proofs: [`${there} tasks of the project at the other device, no faults`],
  };
}
