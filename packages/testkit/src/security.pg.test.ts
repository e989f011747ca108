/** Password, kit and profile: the real client against the real server. */
import { createProject } from '@kontor/client/nouns/project';
import { describe, expect, inject, it, vi } from 'vitest';
import { type Actor, createActor, Device, mailedCode, person } from './actor.ts';

const server = inject('server');

// Each step derives keys from passwords, which takes its time on purpose, and longer on a busy machine.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });
const patient = { timeout: 30_000 };

const next = 'nine quiet rivers 🌊';

/** Resolves with a fresh browser of the same person with a password. */
async function signedInWith({ person }: Actor, password: string): Promise<Device> {
  const device = new Device(server.url);
  await device.session.signIn(person.email, password);
  return device;
}

describe('a change of the password', () => {
  it('keeps every record readable, here and where the new one signs in', async () => {
    const anna = await createActor(server.url);
    const id = await anna.createWorkspace();
    const here = await anna.open(id);
    const project = createProject(here, { name: 'Umbau' });
    const tasks = ['Wände', 'Decke', 'Boden'].map((title) => here.create('task', project.id, { title }));
    await here.outbox.sent();
    await anna.session.account.changePassword(anna.person.password, next);

    here.update('task', tasks[0]!.id, { title: 'Wände weißeln' });
    await here.outbox.sent();
    const phone = await signedInWith(anna, next);
    const there = await phone.session.workspaces.open(id);
    await there.pull();
    expect(there.collections.project.get(project.id)?.name).toBe('Umbau');
    expect(tasks.map((task) => there.collections.task.get(task.id)?.title)).toEqual([
      'Wände weißeln',
      'Decke',
      'Boden',
    ]);
    expect([...there.faults.get(), ...here.faults.get()]).toEqual([]);
    const again = anna.device.restarted();
    await again.session.refresh();
    expect(again.session.status).toBe('authenticated');
  });

  it('ends the other devices by themselves, and the old password', async () => {
    const anna = await createActor(server.url);
    const phone = await anna.onAnotherDevice();
    // Joined: from here on the channel tells.
    await expect.poll(() => phone.session.connection.state, patient).toBe('connected');
    await anna.session.account.changePassword(anna.person.password, next);
    await expect.poll(() => phone.session.status, patient).toBe('unauthenticated');
    expect(anna.session.status).toBe('authenticated');
    await expect(signedInWith(anna, anna.person.password)).rejects.toMatchObject({
      code: 'CredentialsSignin',
    });
    expect((await signedInWith(anna, next)).session.status).toBe('authenticated');
  });

  it('is refused for a wrong password before anything is sent', async () => {
    const paths: string[] = [];
    const anna = await createActor(server.url, undefined, {
      wrap: (inner) => (input, init) => {
        paths.push(new URL(String(input)).pathname);
        return inner(input, init);
      },
    });
    await expect(anna.session.account.changePassword('something else', next)).rejects.toMatchObject({
      code: 'wrong-password',
    });
    expect(paths).not.toContain('/api/account/password');
    await anna.session.account.changePassword(anna.person.password, next);
    expect(paths).toContain('/api/account/password');
  });

  it('is done although its answer got lost', async () => {
    let lost = 0;
    const anna = await createActor(server.url, undefined, {
      wrap: (inner) => async (input, init) => {
        const answer = await inner(input, init);
        if (!String(input).endsWith('/api/account/password') || lost > 0) return answer;
        lost++;
        throw new TypeError('the connection broke');
      },
    });
    await anna.session.account.changePassword(anna.person.password, next);
    expect(lost).toBe(1);
    expect((await signedInWith(anna, next)).session.status).toBe('authenticated');
  });

  it('takes a password in either spelling of its letters', async () => {
    const anna = await createActor(server.url);
    await anna.session.account.changePassword(anna.person.password, 'Tür und Tor'.normalize('NFD'));
    const device = await signedInWith(anna, 'Tür und Tor'.normalize('NFC'));
    expect(device.session.status).toBe('authenticated');
  });
});

describe('the kit', () => {
  it('shows the same words again, on any device, also after a change of the password', async () => {
    const anna = await createActor(server.url);
    await expect(anna.session.account.showKit(anna.person.password)).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
    const { words } = await anna.session.account.createKit(anna.person.password);
    await anna.session.account.confirmKit();
    expect(await anna.session.account.showKit(anna.person.password)).toEqual({ words });
    await expect(anna.session.account.showKit('something else')).rejects.toMatchObject({
      code: 'wrong-password',
    });
    await anna.session.account.changePassword(anna.person.password, next);
    const phone = await signedInWith(anna, next);
    expect(phone.session.user?.hasKit).toBe(true);
    expect(await phone.session.account.showKit(next)).toEqual({ words });
    await expect(phone.session.account.showKit(anna.person.password)).rejects.toMatchObject({
      code: 'wrong-password',
    });
  });

  it('is replaced by a new one', async () => {
    const anna = await createActor(server.url);
    const { password } = anna.person;
    const first = await anna.session.account.createKit(password);
    await anna.session.account.confirmKit();
    const second = await anna.session.account.createKit(password);
    // Until it is confirmed the old one counts.
    expect(await anna.session.account.showKit(password)).toEqual(first);
    await anna.session.account.confirmKit();
    expect(await anna.session.account.showKit(password)).toEqual(second);
    expect(second.words).not.toEqual(first.words);
  });
});

describe('the profile', () => {
  const nora = { firstName: 'Nora', lastName: 'Özil', avatar: 'iVBORw0KGgo' };

  it('reaches the open workspace at once, others when they are opened', async () => {
    const anna = await createActor(server.url);
    const ids = [await anna.createWorkspace(), await anna.createWorkspace()];
    const open = await anna.open(ids[0]!);
    await expect.poll(() => anna.session.connection.state, patient).toBe('connected');
    expect(await anna.session.updateProfile(nora)).toBe('done');
    expect(anna.session.profile).toMatchObject(nora);
    const me = anna.session.user!.id;
    expect(open.collections.member.get(me)).toMatchObject(nora);
    await open.outbox.sent();

    const phone = await anna.onAnotherDevice();
    await expect.poll(() => phone.session.profile, patient).toMatchObject(nora);
    const first = await phone.open(ids[0]!);
    expect(first.collections.member.get(me)).toMatchObject({ ...nora, email: anna.person.email });
    const second = await phone.open(ids[1]!);
    await expect.poll(() => second.collections.member.get(me), patient).toMatchObject(nora);
    await second.outbox.sent();
    expect(second.faults.get()).toEqual([]);
  });

  it('is changed on one device and shows on the other', async () => {
    const anna = await createActor(server.url);
    const phone = await anna.onAnotherDevice();
    await expect.poll(() => anna.session.connection.state, patient).toBe('connected');
    await anna.session.updateProfile(nora);
    await expect.poll(() => phone.session.profile, patient).toMatchObject(nora);
    await phone.session.updateProfile({ ...nora, avatar: undefined });
    await expect.poll(() => anna.session.profile?.avatar, patient).toBeUndefined();
  });

  it('begins empty where the first sign-in happened elsewhere, and can be given then', async () => {
    const who = person();
    const registering = new Device(server.url);
    await registering.session.registrations.register({ language: 'en', ...who });
    await registering.session.registrations.verify(who.email, await mailedCode(server.url, who.email));
    const { session } = new Device(server.url);
    await session.signIn(who.email, who.password);
    await expect.poll(() => session.profile, patient).toEqual({ firstName: '', lastName: '' });
    await session.updateProfile(nora);
    await expect.poll(() => session.profile, patient).toMatchObject(nora);
  });
});

describe('all other sessions', () => {
  it('end in one call', async () => {
    const anna = await createActor(server.url);
    const others = [await anna.onAnotherDevice(), await anna.onAnotherDevice()];
    for (const { session } of others)
      await expect.poll(() => session.connection.state, patient).toBe('connected');
    await anna.session.account.revokeOtherSessions();
    for (const { session } of others)
      await expect.poll(() => session.status, patient).toBe('unauthenticated');
    expect(await anna.session.account.sessions()).toHaveLength(1);
  });
});
