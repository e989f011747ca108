/** The desktop app's session on the real server: a Bearer token, a keychain, and a start without a connection. */
import { fakeKeychain } from '@kontor/client/desktop/testing/fakeKeychain';
import { createProject } from '@kontor/client/nouns/project';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { type Actor, createActor, Device, mailedCode } from './actor.ts';

const server = inject('server');
let anna: Actor;
let workspaceId: string;
beforeAll(async () => {
  anna = await createActor(server.url);
  workspaceId = await anna.createWorkspace();
  const workspace = await anna.open(workspaceId);
  createProject(workspace, { name: 'Dach' });
  await workspace.outbox.sent();
});
afterAll(async () => {
  await anna.session.signOut({ discard: true });
});

it('opens without a connection from what the keychain and the device keep, and leaves both empty', async () => {
  const keychain = fakeKeychain();
  const desk = await anna.onAnotherDevice({ keychain });
  expect(desk.device.connection.cookies.size).toBe(0);
  const workspace = await desk.open(workspaceId);
  expect(workspace.collections.project.all().map(({ name }) => name)).toEqual(['Dach']);
  await desk.session.workspaces.close();

  desk.device.connection.isOff = true;
  const again = desk.device.restarted();
  await again.bearer!.load();
  await again.session.refresh();
  expect(again.session).toMatchObject({ status: 'authenticated', user: { email: anna.person.email } });
  const offline = await again.session.workspaces.open(workspaceId);
  expect(offline.collections.project.all().map(({ name }) => name)).toEqual(['Dach']);
  createProject(offline, { name: 'Keller' });

  desk.device.connection.isOff = false;
  await offline.pull();
  await offline.outbox.sent();
  const elsewhere = await anna.open(workspaceId);
  expect(
    elsewhere.collections.project
      .all()
      .map(({ name }) => name)
      .sort(),
  ).toEqual(['Dach', 'Keller']);
  await again.session.signOut({ discard: true });
  expect(keychain.kept.size).toBe(0);
});

it('shows an address that was changed here where it starts without a connection, too, and once there is one', async () => {
  const desk = await createActor(server.url, {}, { keychain: fakeKeychain() });
  const { email: old, password } = desk.person;
  const email = `new.${old}`;
  const { account } = desk.session;
  await account.requestEmail(password, email);
  await account.changeEmail(password, email, await mailedCode(server.url, email));
  await expect.poll(() => desk.session.user?.email).toBe(email);
  desk.device.connection.isOff = true;
  const start = async () => {
    const again = desk.device.restarted();
    await again.bearer!.load();
    await again.session.refresh();
    return again.session;
  };
  let session = await start();
  // It is kept behind what shows it.
  while (session.user?.email !== email) session = await start();
  desk.device.connection.isOff = false;
  await expect.poll(() => session.connection.state).toBe('connected');
  await session.workspaces.reload();
  expect(session.user?.email).toBe(email);
  await session.signOut({ discard: true });
});

it('is let in while strangers guess, after signing out and a new start', async () => {
  const desk = await createActor(server.url, {}, { keychain: fakeKeychain() });
  await desk.session.signOut({ discard: true });
  const { email, password } = desk.person;
  for (let i = 0; i < 11; i++)
    await new Device(server.url).session.signIn(email, `wrong ${i}`).catch(() => undefined);
  const stranger = new Device(server.url, { keychain: fakeKeychain() });
  await expect(stranger.session.signIn(email, password)).rejects.toMatchObject({ code: 'Throttled' });
  const again = desk.device.restarted();
  await again.session.signIn(email, password);
  expect(again.session.status).toBe('authenticated');
  await again.session.signOut({ discard: true });
});

it('stays shut without a connection where there is no keychain, and where the session was ended elsewhere', async () => {
  const none = await anna.onAnotherDevice({ keychain: fakeKeychain(false) });
  none.device.connection.isOff = true;
  const again = none.device.restarted();
  await again.bearer!.load();
  await expect(again.session.refresh()).rejects.toMatchObject({ code: 'OFFLINE' });
  expect(again.session.status).toBe('loading');
  none.device.connection.isOff = false;
  await none.session.signOut({ discard: true });

  const keychain = fakeKeychain();
  const lost = await anna.onAnotherDevice({ keychain });
  const sessions = await anna.session.account.sessions();
  const other = sessions.find(({ isCurrent }) => !isCurrent)!;
  await anna.session.account.revokeSession(other.id);
  const opened = lost.device.restarted();
  await opened.bearer!.load();
  await opened.session.refresh();
  expect(opened.session.status).toBe('unauthenticated');
});
