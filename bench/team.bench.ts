/**
 * Measures the cost of a team: folding a long member log (against checking the same signatures), removing somebody from
 * a large team (against sealing the new key as often), and opening a workspace as a customer's user (against as an
 * admin).
 */
import { signMemberAct } from '@kontor/client/vault/memberActs';
import { logEntryBytes } from '@kontor/contract/memberLog/entries';
import { certIn } from '@kontor/contract/memberLog/entryParts';
import { foldLog } from '@kontor/contract/memberLog/fold';
import { fromBase64Url } from '@kontor/contract/wire/bytes';
import { fingerprintOf, isValidCert } from '@kontor/contract/wire/keyCert';
import { hpkeSeal } from '@kontor/crypto/primitives/hpke';
import { logCrypto, signBytes } from '@kontor/crypto/signing';
import { createActor } from '@kontor/testkit/actor';
import { createCustomer, takeIn } from '@kontor/testkit/team';
import { type LargeTeam, largeTeam, take } from './largeTeam.ts';
import { compare, type Figure, figureOf } from './measure.ts';
import { recordCounts, runs, sized } from './options.ts';
import { progress, report } from './report.ts';
import { startWorld } from './world.ts';

/** Numbers of employees in the teams, ascending. */
const sizes = sized([100, 500], [20]);

async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

/** Measures folding a log of a thousand entries from its first; each is an `add` or a `status`. */
async function folding({ entries, parts }: LargeTeam): Promise<Figure> {
  const owner = fromBase64Url(parts.account.cert.signingPublicKey);
  const times = await compare(
    () =>
      timed(async () => {
        const { members } = await foldLog(undefined, entries, logCrypto);
        if (members.size !== parts.state.members.size) throw new Error('not everybody came out of the log');
      }),
    () =>
      timed(async () => {
        for (const entry of entries) {
          const [cert, signature] = [certIn(entry), fromBase64Url(entry.signature)];
          if (!(await logCrypto.verify(owner, logEntryBytes(entry), signature)))
            throw new Error('a bad entry');
          if (cert && !(await isValidCert(cert, logCrypto))) throw new Error('a bad certificate');
          if (cert) await fingerprintOf(cert, logCrypto);
        }
      }),
    runs,
  );
  return figureOf(`folding a log of ${entries.length.toLocaleString('en')} entries`, times, {
    unit: 'ms',
    target: '-',
  });
}

/** Measures removing one member of many: a new key for all who stay. */
async function rotation(team: LargeTeam): Promise<Figure> {
  const stay = [...team.parts.state.members.values()].filter(({ userId }) => userId !== team.memberIds[0]);
  const key = crypto.getRandomValues(new Uint8Array(32));
  const info = crypto.getRandomValues(new Uint8Array(500));
  const times = await compare(
    () =>
      timed(async () => {
        const { keys } = await signMemberAct(team.parts, { type: 'remove', userId: team.memberIds[0]! });
        const grants = keys.filter(({ type }) => type === 'grant').length;
        // The owner reaches the staff's key through the admins' key.
        if (grants !== stay.length - 1) throw new Error(`${grants} of ${stay.length - 1} got the new key`);
      }),
    () =>
      timed(async () => {
        for (const { cert } of stay) {
          await hpkeSeal(fromBase64Url(cert.hpkePublicKey), info, key);
          await signBytes(team.parts.account.seeds.ed25519, info);
        }
      }),
    runs,
  );
  return figureOf(`removing one of ${team.memberIds.length} employees`, times, {
    unit: 'ms',
    target: '-',
  });
}

/** Measures the ms from opening a workspace on a device that knows nothing of it until everything is there. */
async function opening(records: number): Promise<Figure> {
  const world = await startWorld(records);
  try {
    const { actor, workspaceId, server } = world;
    const admin = await actor.onAnotherDevice();
    const customerId = await createCustomer(admin, workspaceId);
    const guest = await createActor(server.url);
    await takeIn(admin, workspaceId, guest, { role: 'CUSTOMER', customerId });
    const open = async (who: typeof actor) => {
      const device = await who.onAnotherDevice();
      return timed(async () => (await device.open(workspaceId)).pull());
    };
    const times = await compare(
      () => open(guest),
      () => open(actor),
      runs,
    );
    const name = `opening ${records.toLocaleString('en')} records as a customer's user against as an admin`;
    return figureOf(name, times, { unit: 'ms', target: '-', note: 'floor: the admin' });
  } finally {
    await world.stop();
  }
}

await report('A team', async () => {
  const figures: Figure[] = [];
  for (const employees of sizes) {
    progress(`a team of ${employees}`);
    const team = await largeTeam(employees);
    figures.push(await rotation(team));
    if (employees !== sizes.at(-1)) continue;
    for (const userId of team.memberIds.slice(1))
      await take(team, { type: 'status', userId, status: 'LOCKED' });
    figures.push(await folding(team));
  }
  figures.push(await opening(recordCounts[0]!));
  return {
    figures,
    proofs: ['everybody who stayed got the new key, and everybody came out of the folded log'],
  };
});
