/** A join that the server has taken: what fails behind it does not undo it. */
import { expect, it } from 'vitest';
import { MemoryStore } from '../../device/memoryStore.ts';
import { Http } from '../../http/http.ts';
import type { Vault } from '../../vault/vault.ts';
import { Invitations } from './invitations.ts';

const workspaceId = '018f0000-0000-7000-8000-000000000001';

function invitations() {
  let isDown = false;
  const fake: typeof fetch = async (input) => {
    if (isDown) throw new TypeError('no connection');
    const { pathname } = new URL(String(input));
    if (pathname === '/api/invitations/one')
      return Response.json({ workspace: { id: workspaceId }, log: [{}] });
    isDown = true;
    return Response.json({ results: [] });
  };
  const http = new Http({ origin: 'https://kontor.example', fetch: fake });
  const vault: Partial<Vault> = {
    acceptInvitation: async () => ({ entries: [], keys: [], sealed: [] }),
    takeLog: async () => ({}) as never,
    sealPin: async () => ({ workspaceId, sealed: '' }),
    memoryName: async () => 'name',
    sealLocal: async () => new Uint8Array(),
  };
  const device = new MemoryStore();
  const reloadWorkspaces = () => http.json<void>('/api/workspaces');
  return new Invitations({
    http: () => http,
    vault: vault as Vault,
    device: () => device,
    reloadWorkspaces,
  });
}

it('is told as done though the connection is lost behind it', async () => {
  const link = { invitationId: 'one', secret: '', head: '' };
  expect(await invitations().accept(link)).toBe(workspaceId);
  await expect(invitations().ask('two')).resolves.toBeUndefined();
});
