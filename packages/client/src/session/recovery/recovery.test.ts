/** A device that was signed in until a reset elsewhere: what it counts as unsent, and what it forgets. */
import { utf8 } from '@kontor/contract/wire/bytes';
import { v7 as uuidv7 } from 'uuid';
import { expect, it, vi } from 'vitest';
import { MemoryStore } from '../../device/memoryStore.ts';
import { founder } from '../../testing/founder.ts';
import { countUnsent } from '../../workspace/openWorkspace.ts';
import { type KeptAccount, keepSignIn } from '../account/deviceAccount.ts';
import { Recovery } from './recovery.ts';

vi.mock('@kontor/crypto/primitives/argon2', () => import('../../testing/quickArgon2.ts'));
vi.mock('./formerDevice.ts', () => ({
  openFormerDevice: async () => ({ facts: { email: '', workspaces: [] }, sealed: new Uint8Array() }),
}));

it('leaves out what was sent before the reset, and counts apart what the device had no room for', async () => {
  const { userId, email, workspaceId, vault } = await founder();
  const device = new MemoryStore();
  const keep = async (state: 'pending' | 'failed' | 'acked') => {
    const id = uuidv7();
    const key = `${workspaceId}/${id}`;
    const value = await vault.sealLocal('outbox', key, utf8(JSON.stringify({ id, state })));
    await device.write([{ table: 'outbox', key, value }]);
    return id;
  };
  await keep('pending');
  await keep('failed');
  const sent = await keep('acked');
  // The device has an earlier state than the page knew.
  const known = await keep('pending');
  // Sealed under other keys: nobody knows.
  await device.write([{ table: 'outbox', key: `${workspaceId}/${uuidv7()}`, value: new Uint8Array(99) }]);
  const unsentBeside = async (closed: { arrived?: string[]; unstored?: string[] }) => {
    const recovery = new Recovery({
      vault,
      countUnsent,
      openDevice: async () => device,
      closed: async () => ({ arrived: [], unstored: [], ...closed }),
      view: () => ({ former: { id: userId, email } }),
    } as unknown as ConstructorParameters<typeof Recovery>[0]);
    const { unsent, unstored } = await recovery.openFormer();
    return [unsent, unstored];
  };
  expect(await unsentBeside({})).toEqual([4, 0]);
  expect(await unsentBeside({ arrived: [known] })).toEqual([3, 0]);
  expect(await unsentBeside({ unstored: [known, uuidv7()] }), 'an earlier state can be brought back').toEqual(
    [4, 1],
  );
  // The server was set back since the device noted that it was sent, and had no room to note that.
  expect(await unsentBeside({ unstored: [sent] })).toEqual([5, 0]);
});

it('forgets no sign-in that it never knew: it may be that of another tab', async () => {
  const device = new MemoryStore();
  const told = vi.fn(async () => {});
  const recovery = new Recovery({
    vault: { close: async () => {} },
    openDevice: async () => device,
    view: () => ({ former: { id: 'anna', email: '' } }),
    forgetFormer: told,
  } as unknown as ConstructorParameters<typeof Recovery>[0]);
  await keepSignIn(device, { sealed: new Uint8Array(8).fill(1) } as KeptAccount);
  await recovery.forgetFormer();
  expect(await device.keys('account', '')).toEqual(['device']);
  expect(told.mock.calls, 'the session of the server is not left').toEqual([[false]]);
  await device.write([{ table: 'account', key: 'device', value: undefined }]);
  await recovery.forgetFormer();
  expect(told.mock.lastCall).toEqual([true]);
});
