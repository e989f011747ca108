/** The readers that are told of a write, and what they are told. */
import type { RevisionHint } from '@kontor/contract/wire/channel';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { withPage } from '../../adapters/realtime/realtime.ts';
import { createSignedIn } from '../../testing/accounts.ts';
import { grant, random } from '../../testing/sealed.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';
import {
  change,
  createProject,
  createWorkspace,
  enrol,
  newId,
  recordChange,
  send,
} from '../../testing/workspaces.ts';
import { announce } from './hints.ts';

let server: TestServer;
const heard: [channels: string[], event: string, data: unknown][] = [];
beforeAll(async () => {
  server = await startTestServer();
  const { realtime } = server.services;
  server.services.realtime = {
    ...realtime,
    publish: (channels, event, data, makePage) =>
      heard.push([[...channels].sort(), event, withPage(data, makePage)]),
  };
});
afterAll(() => server.stop());

it('each scope once, with its revision, on the channels of its readers', async () => {
  const workspace = await createWorkspace(server);
  const { id, owner, signer, staff } = workspace;
  const mate = await createSignedIn(server);
  await enrol(workspace, mate);
  const project = await createProject(workspace);
  const hintsOf = async (...changes: Parameters<typeof change>[2][]) => {
    await expect.poll(() => heard.length).toBeGreaterThan(0);
    heard.length = 0;
    const { status, body } = await change(owner, id, ...changes);
    expect(status, JSON.stringify(body)).toBe(200);
    // Other announcements of the server, to new members for instance, arrive at any time.
    const own = () => heard.filter(([, , data]) => (data as RevisionHint).scope in body.revisions);
    await expect.poll(() => own().length).toBe(Object.keys(body.revisions).length);
    return own().map(([channels, event, data]) => ({ channels, event, data }));
  };
  const staffChannel = `private-workspace-${id}-staff`;

  expect(await hintsOf(recordChange('task.create', { scopeId: project }))).toEqual([
    {
      channels: [staffChannel],
      event: 'revision',
      data: { scope: project, revision: 2, page: expect.any(String) },
    },
  ]);
  expect(
    await hintsOf(
      recordChange('task.create', { scopeId: project }),
      recordChange('member.create', {
        id: mate.userId,
        scopeId: staff.id,
        kid: staff.kid,
        refs: { userId: mate.userId },
      }),
      recordChange('task.create', { scopeId: project }),
    ),
  ).toEqual(
    expect.arrayContaining([
      { channels: [staffChannel], event: 'revision', data: { scope: project, revision: 3 } },
      { channels: [staffChannel], event: 'revision', data: { scope: staff.id, revision: 2 } },
    ]),
  );
  expect(await hintsOf({ name: 'workspace.update', args: { id, name: 'Birch' } })).toContainEqual({
    channels: [`private-workspace-${id}-admins`],
    event: 'revision',
    data: { scope: workspace.admins.id, revision: 2 },
  });

  const [secret, kid] = [newId(), random(16)];
  const readers = [mate.userId, 'admins'];
  const grants = readers.map((recipientId) => {
    const terms = { scopeId: secret, generation: 1, kid, readers, adminsKid: workspace.admins.kid };
    const key = grant(signer, { ...terms, recipientId });
    return { name: 'key.add', args: { key } } as const;
  });
  const scope = { id: secret, kind: 'project', access: 'private' } as const;
  const ofReaders = {
    channels: [owner, mate].map(({ userId }) => `private-user-${userId}`).sort(),
    event: 'revision',
  };
  const head = recordChange('project.create', { id: secret, scopeId: secret, kid });
  expect(await hintsOf({ name: 'scope.create', args: { scope } }, ...grants, head)).toEqual([
    { ...ofReaders, data: { scope: secret, revision: 1 } },
  ]);
  expect(await hintsOf(recordChange('task.create', { scopeId: secret, kid }))).toEqual([
    { ...ofReaders, data: { scope: secret, revision: 2, page: expect.any(String) } },
  ]);
  expect(await hintsOf(recordChange('profile.create', { id: owner.userId, scopeId: owner.userId }))).toEqual([
    {
      channels: [`private-user-${owner.userId}`],
      event: 'revision',
      data: { scope: owner.userId, revision: expect.any(Number) },
    },
  ]);
});

it('with an entry of the member log, how many there are', async () => {
  const { id, staff, admins } = await createWorkspace(server);
  const ofWorkspace = () =>
    heard.filter(([, , data]) => [staff.id, admins.id].includes((data as RevisionHint).scope));
  await expect.poll(() => ofWorkspace().length).toBe(2);
  const staffChannel = [`private-workspace-${id}-staff`];
  expect(ofWorkspace()).toContainEqual([staffChannel, 'revision', { scope: staff.id, revision: 1, log: 1 }]);
});

it('of a batch whose answer was lost when it is sent again, by either path', async () => {
  const workspace = await createWorkspace(server);
  const project = await createProject(workspace);
  const document = recordChange('document.create', { scopeId: project, refs: { nameTag: random(32) } });
  for (const made of [recordChange('task.create', { scopeId: project }), document]) {
    const batch = { id: newId(), workspaceId: workspace.id, changes: [made] };
    const { body } = await send(workspace.owner, batch);
    const hints = () => heard.filter(([, , data]) => (data as RevisionHint).scope === project);
    await expect.poll(() => hints().at(-1)?.[2]).toMatchObject({ revision: body.revisions[project] });
    heard.length = 0;
    expect((await send(workspace.owner, batch)).body).toEqual(body);
    await expect
      .poll(hints)
      .toEqual([
        [
          [`private-workspace-${workspace.id}-staff`],
          'revision',
          { scope: project, revision: body.revisions[project] },
        ],
      ]);
  }
});

it('of a refused batch nobody hears', async () => {
  const workspace = await createWorkspace(server);
  const project = await createProject(workspace);
  const ofProject = () => heard.filter(([, , data]) => (data as RevisionHint).scope === project);
  await expect.poll(ofProject).toHaveLength(1);
  heard.length = 0;
  await change(workspace.owner, workspace.id, recordChange('task.update', { scopeId: project, version: 2 }));
  await change(workspace.owner, workspace.id, recordChange('task.create', { scopeId: project }));
  await expect.poll(ofProject).toHaveLength(1);
});

it('of news each whom they concern, on their own channel or the admins’', async () => {
  const { id, admins } = await createWorkspace(server);
  const mate = await createSignedIn(server);
  heard.length = 0;
  announce(server.services, { admins: [id], people: [mate.userId] });
  const hint = (channel: string, scope: string) => [
    [channel],
    'revision',
    { scope, revision: expect.any(Number) },
  ];
  await expect
    .poll(() => heard)
    .toEqual(
      expect.arrayContaining([
        hint(`private-workspace-${id}-admins`, admins.id),
        hint(`private-user-${mate.userId}`, mate.userId),
      ]),
    );
});
