/** Closing a vault while it works: the work ends well or not at all, and the keys are wiped behind it. */
import { expect, it } from 'vitest';
import { mate, openVault, team } from '../testing/team.ts';
import { KeyWiper } from './keyWiper.ts';

it('never signs or seals with keys that are being wiped, whenever it is closed', async () => {
  const firm = await team();
  const admin = await mate();
  await firm.accept(admin, await firm.invite(firm.owner, { role: 'ADMIN' }));
  const leaver = await firm.join({ role: 'EMPLOYEE' });
  const outcomes = new Set<'refused' | 'signed under way' | 'signed before'>();
  // Ever longer steps, so that a slow machine comes to the end too.
  for (let moments = 0; !outcomes.has('signed before'); moments += 1 + (moments >> 2)) {
    const vault = await openVault(admin.keys);
    await firm.pull({ vault });
    let hasEnded = false;
    const act = { type: 'remove', userId: leaver.userId } as const;
    const signing = vault.signMemberAct(firm.workspaceId, act, firm.at, [], firm.revisions()).then(
      (signed) => {
        hasEnded = true;
        return signed;
      },
      () => undefined,
    );
    for (let i = 0; i < moments; i++) await new Promise((wake) => setTimeout(wake, 1));
    const wasBefore = hasEnded;
    await vault.close();
    const signed = await signing;
    outcomes.add(!signed ? 'refused' : wasBefore ? 'signed before' : 'signed under way');
    if (!signed) continue;
    const reader = await openVault(admin.keys);
    const { faults, incomplete } = await reader.openPage(firm.workspaceId, {
      log: [...firm.entries, ...signed.entries],
      scopes: firm.rows().map(({ scope, keys }) => ({
        scope,
        keys: [...keys, ...signed.keys.filter(({ scopeId }) => scopeId === scope.id)],
      })),
      rows: [],
    });
    expect({ faults, incomplete }, `closed after ${moments} moments`).toEqual({ faults: [], incomplete: [] });
  }
  expect(outcomes.size).toBeGreaterThan(1);
});

it('wipes at once where nothing runs, else when all has ended that ran by then', async () => {
  const wiper = new KeyWiper();
  let end = () => {};
  const vault = wiper.watching({ work: () => new Promise<void>((resolve) => (end = resolve)) });
  const [before, during] = [new Uint8Array([1]), new Uint8Array([1])];
  wiper.wipe(before);
  await Promise.resolve();
  expect(before[0]).toBe(0);
  const work = vault.work();
  wiper.wipe(during);
  await new Promise(setImmediate);
  expect(during[0]).toBe(1);
  end();
  await work;
  await new Promise(setImmediate);
  expect(during[0]).toBe(0);
});
