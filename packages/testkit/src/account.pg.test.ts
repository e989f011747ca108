/** Sign-up, sign-in, the device and signing out: the real client against the real server. */
import { CallError } from '@kontor/client/http/callError';
import { readProfile } from '@kontor/client/session/profile/profile';
import { SignInFailed } from '@kontor/client/session/view/sessionView';
import { describe, expect, inject, it } from 'vitest';
import { Actor, createActor, Device, mailedCode, person } from './actor.ts';

const server = inject('server');

const profileOf = ({ device, session }: Actor) =>
  readProfile({ http: device.http, vault: device.vault, userId: session.user!.id });

describe('an account', () => {
  it('is made, confirmed and signed in to; the name arrives sealed', async () => {
    const anna = await createActor(server.url, { firstName: 'Anna', lastName: 'Öztürk' });
    expect(anna.session.status).toBe('authenticated');
    expect(anna.session.user).toMatchObject({ email: anna.person.email, hasKit: false });
    expect(anna.session.workspaces.list).toEqual([]);
    expect(await profileOf(anna)).toMatchObject({ firstName: 'Anna', lastName: 'Öztürk' });
  });

  it('is not signed in to before it is confirmed, nor with another password', async () => {
    const who = person();
    const device = new Device(server.url);
    await device.session.registrations.register({ language: 'de', ...who });
    await expect(device.session.signIn(who.email, who.password)).rejects.toMatchObject({
      code: 'NotVerified',
    });
    await expect(device.session.registrations.verify(who.email, '000000')).rejects.toMatchObject({
      code: 'INVALID_CODE',
    });
    await device.session.registrations.verify(who.email, await mailedCode(server.url, who.email));
    await expect(device.session.signIn(who.email, 'something else')).rejects.toBeInstanceOf(SignInFailed);
    expect(device.session.status).toBe('unauthenticated');
    await device.session.signIn(` ${who.email.toUpperCase()} `, who.password);
    expect(device.session.user?.language).toBe('de');
  });

  it('opens again on the same device after a restart, without the password', async () => {
    const anna = await createActor(server.url);
    const again = anna.device.restarted();
    expect(again.session.status).toBe('loading');
    await again.session.refresh();
    expect(again.session.status).toBe('authenticated');
    expect(await profileOf(new Actor(server.url, anna.person, again))).toMatchObject({ firstName: 'Anna' });
  });

  it('starts with an empty profile where the first sign-in happens elsewhere', async () => {
    const who = person();
    const device = new Device(server.url);
    await device.session.registrations.register({ language: 'en', ...who });
    await device.session.registrations.verify(who.email, await mailedCode(server.url, who.email));
    const elsewhere = new Device(server.url);
    await elsewhere.session.signIn(who.email, who.password);
    const profile = await profileOf(new Actor(server.url, who, elsewhere));
    expect(profile).toMatchObject({ firstName: '', lastName: '' });
  });

  it('ends everywhere that it is ended: here, and from another device', async () => {
    const anna = await createActor(server.url);
    const phone = await anna.onAnotherDevice();
    const here = (await anna.session.account.sessions()).find((session) => session.isCurrent)!;
    await phone.session.account.revokeSession(here.id);
    await expect(anna.session.account.sessions()).rejects.toMatchObject({ code: 'NOT_SIGNED_IN' });
    expect(anna.session.status).toBe('unauthenticated');

    await phone.session.signOut();
    expect(phone.session.status).toBe('unauthenticated');
    const again = phone.device.restarted();
    await again.session.refresh();
    expect(again.session.status).toBe('unauthenticated');
  });

  it('gets a kit, a language and a second address for the taken one', async () => {
    const anna = await createActor(server.url);
    const { words } = await anna.session.account.createKit(anna.person.password);
    expect(words).toHaveLength(24);
    await anna.session.account.confirmKit();
    await anna.session.account.setLanguage('de');
    expect(anna.session.user).toMatchObject({ hasKit: true, language: 'de' });
    const taken = new Device(server.url).session.registrations.register({ language: 'en', ...anna.person });
    await expect(taken).rejects.toMatchObject({ code: 'EMAIL_TAKEN' });
    await expect(taken).rejects.toBeInstanceOf(CallError);
  });
});

describe('another e-mail address', () => {
  it('takes password and code, ends other sessions, and opens the same account with the same password', async () => {
    const anna = await createActor(server.url);
    const { email: old, password } = anna.person;
    const { account } = anna.session;
    const { words } = await account.createKit(password);
    await account.confirmKit();
    const elsewhere = await anna.onAnotherDevice();
    const email = `new.${old}`;
    await expect(account.requestEmail('something else', email)).rejects.toMatchObject({
      code: 'wrong-password',
    });
    await account.requestEmail(password, ` ${email.toUpperCase()}`);
    await expect(account.changeEmail(password, email, '000000')).rejects.toMatchObject({
      code: 'INVALID_CODE',
    });
    await account.changeEmail(password, email, await mailedCode(server.url, email));
    expect(anna.session.user?.email).toBe(email);
    await expect(elsewhere.session.account.sessions()).rejects.toMatchObject({ code: 'NOT_SIGNED_IN' });
    // The kit's words are sealed under the new keys, and a restart asks for nothing.
    expect((await account.showKit(password)).words).toEqual(words);
    const again = anna.device.restarted();
    await again.session.refresh();
    expect(again.session.user?.email).toBe(email);
    const fresh = new Device(server.url);
    await expect(fresh.session.signIn(old, password)).rejects.toMatchObject({ code: 'CredentialsSignin' });
    await fresh.session.signIn(email, password);
    expect(await profileOf(new Actor(server.url, anna.person, fresh))).toMatchObject({ firstName: 'Anna' });
  });
});

describe('another tab, in which the address was changed', () => {
  it('shows the new one after the next look, and takes the password before it', async () => {
    const anna = await createActor(server.url);
    const { email: old, password } = anna.person;
    const tab = anna.device.restarted().session;
    await tab.refresh();
    const { account } = anna.session;
    const email = `new.${old}`;
    await account.requestEmail(password, email);
    await account.changeEmail(password, email, await mailedCode(server.url, email));
    await expect(tab.account.createKit('something else')).rejects.toMatchObject({ code: 'wrong-password' });
    expect((await tab.account.createKit(password)).words).toHaveLength(24);
    expect(tab.user?.email).toBe(old);
    await tab.refresh();
    expect(tab.user?.email).toBe(email);
  });
});

describe('a workspace', () => {
  it('is founded and found again on a fresh device', async () => {
    const anna = await createActor(server.url);
    const id = await anna.createWorkspace({ name: 'Malerei Öztürk' });
    expect(anna.session.workspaces.list).toMatchObject([
      { id, name: 'Malerei Öztürk', role: 'ADMIN', status: 'ACTIVE', isOwner: true },
    ]);
    const phone = await anna.onAnotherDevice();
    expect(phone.session.workspaces.list.map((workspace) => workspace.id)).toEqual([id]);
  });
});
