/** A forgotten password on the real server: locked everywhere, and out again by phrase, by another device, by an admin. */
import { createProject } from '@kontor/client/nouns/project';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { type Actor, createActor } from './actor.ts';
import { resetPassword } from './recovery.ts';
import { act, compareWords, takeIn } from './team.ts';

const server = inject('server');
let ada: Actor;
let ben: Actor;
/** Ada's, in which Ben works, and Ben's own. */
let firm: string;
let own: string;
let kit: string;
const people: Actor[] = [];
let count = 0;

const newcomer = async (firstName: string) => {
  const actor = await createActor(server.url, { firstName });
  people.push(actor);
  return actor;
};
const idOf = (actor: Actor) => actor.session.user!.id;

/** Writes a task into a project of its own. */
async function write(actor: Actor, workspaceId: string, title: string): Promise<void> {
  const workspace = await actor.open(workspaceId);
  const { id } = createProject(workspace, { name: `For ${title}` });
  workspace.create('task', id, { title });
  await workspace.outbox.sent();
}

const titles = async (actor: Actor, workspaceId: string) => {
  const workspace = await actor.open(workspaceId);
  expect(workspace.status.get()).toMatchObject({ connection: 'current' });
  expect(workspace.faults.get()).toEqual([]);
  return workspace.collections.task.all().map(({ title }) => title);
};

const statuses = (actor: Actor) => actor.session.workspaces.list.map(({ status }) => status);

async function forget(actor: Actor): Promise<Actor> {
  const next = await resetPassword(actor, server.url, `New password! ${count++}`);
  people.push(next);
  return next;
}

async function makeKit(actor: Actor): Promise<string> {
  const { words } = await actor.session.account.createKit(actor.person.password);
  await actor.session.account.confirmKit();
  return words.join(' ');
}

/** Has the admin type what the locked person reads out. */
async function unlock(admin: Actor, workspaceId: string, words: string): Promise<void> {
  const workspace = await admin.open(workspaceId);
  const [waiting] = await admin.session.recovery.locked(workspaceId);
  const { userId, publicKey: cert } = waiting!;
  const team = await workspace.team();
  await team.confirm({ type: 'unlock', userId, cert }, words);
}

beforeAll(async () => {
  ada = await newcomer('Ada');
  ben = await newcomer('Ben');
  firm = await ada.createWorkspace({ name: 'Adler' });
  own = await ben.createWorkspace({ name: 'Biber' });
  await takeIn(ada, firm, ben, { role: 'EMPLOYEE' });
  await ben.session.workspaces.reload();
  await write(ada, firm, 'by Ada');
  await write(ben, own, 'by Ben');
  kit = await makeKit(ben);
});
afterAll(async () => {
  await Promise.all(people.map((actor) => actor.session.signOut({ discard: true }).catch(() => {})));
});

describe('a reset', () => {
  it('locks every workspace, ends every device and loses nothing', async () => {
    const phone = await ben.onAnotherDevice();
    const next = await forget(ben);
    expect(statuses(next)).toEqual(['LOCKED', 'LOCKED']);
    expect(next.session.user).toMatchObject({ hasKit: false, former: { hasKit: true, hasVoidKit: false } });
    expect(next.session.user?.former.deviceCount).toBe(2);
    await expect(phone.session.workspaces.reload()).rejects.toMatchObject({ code: 'NOT_SIGNED_IN' });
    await expect.poll(() => phone.session.former).toMatchObject({ email: ben.person.email });
    await expect(phone.session.signIn(ben.person.email, ben.person.password)).rejects.toMatchObject({
      code: 'CredentialsSignin',
    });
    ben = next;
  });
});

describe('the recovery phrase', () => {
  it('is refused where a word is unknown, missing, or the phrase is another one', async () => {
    const { recovery } = ben.session;
    const words = kit.split(' ');
    await expect(recovery.unlockByPhrase([...words.slice(1), 'kontor'].join(' '))).rejects.toMatchObject({
      reason: 'word',
      word: 'kontor',
    });
    await expect(recovery.unlockByPhrase(words.slice(1).join(' '))).rejects.toMatchObject({
      reason: 'count',
    });
    const other = await newcomer('Carla');
    const foreign = await makeKit(other);
    await expect(recovery.unlockByPhrase(foreign)).rejects.toMatchObject({ code: 'INVALID_PHRASE' });
    expect(statuses(ben)).toEqual(['LOCKED', 'LOCKED']);
  });

  it('opens everything everywhere in one act, and stays good', async () => {
    const unlocked = await ben.session.recovery.unlockByPhrase(kit);
    expect(unlocked.failed).toEqual([]);
    expect(statuses(ben)).toEqual(['ACTIVE', 'ACTIVE']);
    expect(await titles(ben, firm)).toEqual(['by Ada']);
    expect(await titles(ben, own)).toEqual(['by Ben']);
    expect(ben.session.user).toMatchObject({ hasKit: true, keepsKit: false, former: { deviceCount: 0 } });
    await expect.poll(() => ben.session.profile).toMatchObject({ firstName: 'Ben' });
    await write(ben, firm, 'after the reset');
    expect(await titles(ada, firm)).toContain('after the reset');
    const log = (await ada.open(firm)).logEntries();
    expect(log.at(-1)).toMatchObject({ type: 'rekey', payload: { method: 'phrase', userId: idOf(ben) } });
    const second = await forget(ben);
    await second.session.recovery.unlockByPhrase(kit);
    expect(statuses(second)).toEqual(['ACTIVE', 'ACTIVE']);
    expect(await titles(second, firm)).toContain('after the reset');
    ben = second;
  });
});

describe('another device', () => {
  it('answers for the six words that it is told, and is done then', async () => {
    const laptop = ben;
    const next = await forget(ben);
    await laptop.session.refresh();
    expect(laptop.session.status).toBe('unauthenticated');
    const { recovery } = laptop.session;
    expect((await recovery.openFormer()).workspaces).toEqual(['Adler', 'Biber']);
    await expect(recovery.answer('abandon ability able about above absent')).rejects.toMatchObject({
      fault: 'wrong-words',
    });
    // Neither another password nor the end of all other sessions takes the laptop's answer away.
    await next.session.account.changePassword(next.person.password, `New password! ${count++}`);
    await next.session.account.revokeOtherSessions();
    const words = await next.session.recovery.sixWords();
    await recovery.answer(words.join(' '));
    expect(laptop.session.former).toBeUndefined();
    await laptop.session.refresh();
    expect(laptop.session.former).toBeUndefined();
    await next.session.workspaces.reload();
    expect(statuses(next)).toEqual(['ACTIVE', 'ACTIVE']);
    expect(await titles(next, firm)).toContain('by Ada');
    expect(await titles(next, own)).toEqual(['by Ben']);
    // What the words on paper open is in no log any more, and the line says so.
    await expect.poll(() => next.session.user?.former).toMatchObject({ hasKit: false, hasVoidKit: true });
    ben = next;
  });

  it('is believed three times at the most', async () => {
    const laptop = ben;
    const next = await forget(ben);
    expect(next.session.user?.former).toMatchObject({ hasKit: false, hasVoidKit: true });
    await laptop.session.refresh();
    const { recovery } = laptop.session;
    await recovery.openFormer();
    const wrong = 'abandon ability able about above absent';
    for (let i = 0; i < 3; i++)
      await expect(recovery.answer(wrong)).rejects.toMatchObject({ fault: 'wrong-words' });
    const words = (await next.session.recovery.sixWords()).join(' ');
    await expect(recovery.answer(words)).rejects.toMatchObject({ fault: 'too-many-tries' });
    expect(statuses(next)).toEqual(['LOCKED', 'LOCKED']);
    ben = next;
  });
});

describe('an admin', () => {
  it('unlocks with the words that the member reads out, and with no others', async () => {
    const words = (await ben.session.recovery.sixWords()).join(' ');
    await expect(unlock(ada, firm, `${words.split(' ').reverse().join(' ')}`)).rejects.toMatchObject({
      fault: 'wrong-words',
    });
    await unlock(ada, firm, words);
    await ben.session.workspaces.reload();
    expect(ben.session.workspaces.list.map(({ name, status }) => [name, status])).toEqual([
      ['Adler', 'ACTIVE'],
      ['Biber', 'LOCKED'],
    ]);
    expect(await titles(ben, firm)).toContain('by Ada');
    expect((await ada.open(firm)).faults.get()).toEqual([]);
    await compareWords(ada, firm, ben);
    await expect.poll(() => ben.session.profile).toMatchObject({ firstName: 'Ben' });
    await makeKit(ben);
    expect(ben.session.user).toMatchObject({ hasKit: true, former: { hasVoidKit: false } });
  });

  it("does not undo the lock by any other act of the log's", async () => {
    const next = await forget(ben);
    await act(ada, firm, { type: 'role', userId: idOf(next), role: 'ADMIN' });
    await next.session.workspaces.reload();
    expect(statuses(next)[0]).toBe('LOCKED');
    // The one that was made behind the old lock opens what was unlocked since.
    expect(next.session.user?.former).toMatchObject({ hasKit: true, hasVoidKit: false });
    expect(statuses(next)).toHaveLength(2);
    ben = next;
  });
});
