/** The realtime line against the real server: hints reach who may hear them, on the channel that they joined. */
import { PusherRealtime } from '@kontor/client/http/realtime';
import { toBase64Url } from '@kontor/contract/wire/bytes';
import { channelOf, type RevisionHint } from '@kontor/contract/wire/channel';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Actor, createActor } from './actor.ts';
import { type RunningServer, startServer } from './server.ts';

let server: RunningServer;
let anna: Actor;
let workspaceId: string;

beforeAll(async () => {
  server = await startServer();
  anna = await createActor(server.url);
  workspaceId = await anna.createWorkspace();
});
afterAll(() => server.stop());

/** Changes the workspace's business record to `version`. */
async function changeBusiness(version: number): Promise<void> {
  const { http, vault } = anna.device;
  const state = await vault.logState(workspaceId);
  const admins = [...state!.scopes.values()].find((scope) => scope.kind === 'admins')!.scopeId;
  const place = { id: workspaceId, scopeId: admins, version, refs: {} };
  const record = { ...place, entity: 'business', plain: { city: `No ${version}` } };
  const [sealed] = await vault.sealRecords(workspaceId, [record]);
  const changes = [{ name: 'business.update', args: { ...place, sealed: toBase64Url(sealed!) } }];
  const body = { id: crypto.randomUUID(), workspaceId, changes };
  await http.forWorkspace(workspaceId).json('/api/changes', { method: 'POST', body });
}

describe('realtime', () => {
  it('tells the revision of a scope on its channel, to each who listens', async () => {
    const realtime = new PusherRealtime(anna.device.http, 'kontor');
    await expect.poll(() => realtime.state).toBe('connected');
    const heard: RevisionHint[][] = [[], []];
    const channel = channelOf.workspace(workspaceId, 'admins');
    const leave = heard.map((list) => realtime.join(channel, (hint) => list.push(hint)));
    // Joining takes a round trip of its own: change until the first hint is there.
    let version = 1;
    await expect
      .poll(async () => {
        await changeBusiness(++version);
        return heard[0]!.length;
      })
      .toBeGreaterThan(0);
    expect(heard[0]![0]).toEqual({ scope: expect.any(String), revision: expect.any(Number) });
    leave[0]!();
    const before = heard[0]!.length;
    await changeBusiness(++version);
    await expect.poll(() => heard[1]!.at(-1)?.revision).toBeGreaterThan(before);
    expect(heard[0]).toHaveLength(before);
    realtime.close();
    expect(realtime.state).toBe('disconnected');
  });

  it('lets nobody join who may not read', async () => {
    const stranger = await createActor(server.url);
    const answer = stranger.device.http.json('/api/realtime/auth', {
      method: 'POST',
      body: new URLSearchParams({
        socket_id: '1.1',
        channel_name: channelOf.workspace(workspaceId, 'admins'),
      }),
    });
    await expect(answer).rejects.toMatchObject({ status: 403 });
  });
});
