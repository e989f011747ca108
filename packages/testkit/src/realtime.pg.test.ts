/** The realtime connection against the real server: hints reach who may hear them, on the channel that they joined. */
import { Http } from '@kontor/client/http/http';
import { PusherRealtime } from '@kontor/client/http/realtime';
import { createProject } from '@kontor/client/nouns/project';
import { toBase64Url } from '@kontor/contract/wire/bytes';
import { channelOf, type RevisionHint } from '@kontor/contract/wire/channel';
import { beforeAll, describe, expect, inject, it } from 'vitest';
import { type Actor, createActor } from './actor.ts';

const server = inject('server');
let anna: Actor;
let workspaceId: string;
/** The version of the workspace's business record. */
let version = 1;

beforeAll(async () => {
  anna = await createActor(server.url);
  workspaceId = await anna.createWorkspace();
});

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
    const realtime = new PusherRealtime(anna.device.http, { key: 'kontor' });
    await expect.poll(() => realtime.state).toBe('connected');
    const heard: RevisionHint[][] = [[], []];
    const channel = channelOf.workspace(workspaceId, 'admins');
    const leave = heard.map((list) => realtime.join(channel, (hint) => list.push(hint)));
    // Joining takes a round trip of its own: change until the first hint is there.
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

  it('brings a short change along, on a socket of the server’s own', async () => {
    const workspace = await anna.open(workspaceId);
    const { id: projectId } = createProject(workspace, { name: 'P' });
    await workspace.outbox.sent();
    const realtime = new PusherRealtime(anna.device.http, { key: 'kontor' });
    const hints: RevisionHint[] = [];
    const { promise: joined, resolve: join } = Promise.withResolvers<void>();
    realtime.join(channelOf.workspace(workspaceId, 'staff'), (hint) => hints.push(hint), join);
    await joined;
    workspace.create('task', projectId, { title: 'short' });
    await expect.poll(() => hints.find(({ scope }) => scope === projectId)?.page).toEqual(expect.any(String));
    realtime.close();
    await workspace.close();
  });

  it('joins a channel in the end for which the server fails at first', async () => {
    const { http } = anna.device;
    const admins = channelOf.workspace(workspaceId, 'admins');
    let failures = 1;
    const fetch: typeof globalThis.fetch = async (input, init) => {
      const name = init?.body instanceof URLSearchParams && init.body.get('channel_name');
      if (name !== admins || failures-- <= 0) return http.fetch(input, init);
      return new Response('', { status: 500 });
    };
    const realtime = new PusherRealtime(new Http({ origin: server.url, fetch }), { key: 'kontor' });
    const hints: RevisionHint[] = [];
    const joined: number[] = [];
    // Another channel holds the connection: the server closes one on which nothing is joined.
    realtime.join(channelOf.user(anna.session.user!.id), () => {});
    realtime.join(
      admins,
      (hint) => hints.push(hint),
      () => joined.push(1),
    );
    await expect.poll(() => joined).toHaveLength(1);
    await changeBusiness(++version);
    await expect.poll(() => hints.length).toBeGreaterThan(0);
    realtime.close();
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
