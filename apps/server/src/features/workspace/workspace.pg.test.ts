/** A workspace's public facts, and its list. */
import type { WorkspaceSummary } from '@kontor/contract/wire/workspace';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createSignedIn, type TestAccount } from '../../testing/accounts.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';
import { change, createWorkspace, enrol, expectApplied } from '../../testing/workspaces.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

const list = async (account: TestAccount) =>
  (await account.client.call<WorkspaceSummary[]>('GET', '/api/workspaces')).body;

describe('the list', () => {
  it('shows what one is a member of, and as what', async () => {
    const [first, second] = [await createWorkspace(server), await createWorkspace(server)];
    const mate = await createSignedIn(server);
    expect(await list(mate)).toEqual([]);
    await enrol(first, mate, { status: 'LOCKED' });
    const now = server.clock.now().getTime();
    expect(await list(mate)).toEqual([
      {
        id: first.id,
        name: 'Alder & Sons',
        color: '#0b5c63',
        logo: '',
        role: 'EMPLOYEE',
        status: 'LOCKED',
        isOwner: false,
        invitationId: null,
        memberCount: 2,
        hasOtherAdmin: true,
        createdAt: now,
        access: 'full',
        subscription: {
          plan: 'trial',
          status: 'trial',
          currentPeriodEnd: Math.floor((now + 14 * 86_400_000) / 1000),
          isUnpaid: false,
          daysAhead: 0,
        },
        storageUsed: 0,
        storageLimit: 100 * 1_073_741_824,
        allowsLinks: true,
      },
    ]);
    expect(await list(second.owner)).toMatchObject([
      { id: second.id, role: 'ADMIN', isOwner: true, memberCount: 1, hasOtherAdmin: false },
    ]);
    // The sandbox's clock may be moved, and those of devices are not.
    await server.services.sandbox!.advance(3);
    expect(await list(second.owner)).toMatchObject([{ subscription: { daysAhead: 3 } }]);
    // Members with another role unlock nobody.
    await enrol(first, mate);
    expect(await list(first.owner)).toMatchObject([{ id: first.id, memberCount: 2, hasOtherAdmin: false }]);
    // A customer's user learns nothing of how the firm does.
    const guest = await createSignedIn(server);
    await enrol(first, guest, { role: 'CUSTOMER' });
    expect(await list(guest)).toMatchObject([
      { role: 'CUSTOMER', memberCount: 0, subscription: null, storageUsed: 0, storageLimit: 0 },
    ]);
    expect((await fetch(`${server.url}/api/workspaces`)).status).toBe(401);
  });
});

describe('its facts', () => {
  it('are changed by an admin, one by one, and readers hear of it', async () => {
    const workspace = await createWorkspace(server);
    const { owner, id } = workspace;
    const { revisions } = await expectApplied(
      change(owner, id, { name: 'workspace.update', args: { id, name: '  Birch  ', logo: 'iVBORw0K' } }),
    );
    expect(Object.keys(revisions).sort()).toEqual([workspace.admins.id, workspace.staff.id].sort());
    expect(await list(owner)).toMatchObject([{ name: 'Birch', color: '#0b5c63', logo: 'iVBORw0K' }]);
    for (const args of [{ name: '' }, { color: 'red' }, { logo: 'A'.repeat(90_000) }])
      expect((await change(owner, id, { name: 'workspace.update', args: { id, ...args } })).body.code).toBe(
        'BAD_INPUT',
      );
  });

  it('are not written over where somebody changed the same one', async () => {
    const { owner, id } = await createWorkspace(server);
    const update = async (args: object) =>
      (await change(owner, id, { name: 'workspace.update', args: { id, ...args } })).body.code;
    const [{ name, color, logo }] = (await list(owner)) as [WorkspaceSummary];
    expect(await update({ name: 'Birch', was: { name } })).toBeUndefined();
    expect(await update({ name: 'Cedar', was: { name } })).toBe('CONFLICT');
    expect(await update({ name: 'Birch', was: { name } })).toBeUndefined();
    expect(await update({ color: '#112233', logo: 'iVBORw0K', was: { color, logo } })).toBeUndefined();
    expect(await update({ logo: 'iVBORw0L', was: { logo } })).toBe('CONFLICT');
    expect(await list(owner)).toMatchObject([{ name: 'Birch', color: '#112233', logo: 'iVBORw0K' }]);
  });
});
