/** A session beside others of the same browser: whose key the device keeps, whom a call names, and who comes after whom. */
import { toBase64Url } from '@kontor/contract/wire/bytes';
import { v7 as uuidv7 } from 'uuid';
import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import type { DeviceStore } from '../device/deviceStore.ts';
import { type Founder, founder } from '../testing/founder.ts';
import { LocalVault } from '../vault/localVault.ts';
import type { Workspace } from '../workspace/workspace.ts';
import type { Session } from './session.ts';
import { type Scene, scene as sceneOf } from './testing/scene.ts';

vi.mock('@kontor/crypto/primitives/argon2', () => import('../testing/quickArgon2.ts'));

let anna: Founder;
beforeAll(async () => {
  anna = await founder();
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

const scene = (lies?: Parameters<typeof sceneOf>[1], openWorkspace?: Parameters<typeof sceneOf>[2]) =>
  sceneOf(anna, lies, openWorkspace);
const signIn = ({ session }: Scene) => session.signIn(anna.email, anna.password);
const pathsOf = ({ calls }: Scene) => calls.map((call) => call.path);
/** Returns a call that every server of these tests refuses. */
const refused = (session: Session) =>
  expect(session.account.sessions()).rejects.toMatchObject({ code: 'NOT_SIGNED_IN' });

it('names its person in every call, and goes over to who signed in elsewhere where that is refused', async () => {
  const bob = uuidv7();
  let now = anna.userId;
  const place = scene({ '/api/auth/session': () => ({ user: { id: now, email: anna.email } }) });
  await signIn(place);
  const before = place.calls.length;
  await place.session.workspaces.reload();
  await place.session.refresh();
  expect(place.calls.slice(before).map(({ path, as }) => [path, as])).toEqual([
    ['/api/workspaces', anna.userId],
    ['/api/auth/session', null],
  ]);
  now = bob;
  await expect(place.session.account.sessions()).rejects.toMatchObject({ code: 'NOT_SIGNED_IN' });
  await expect.poll(() => place.calls.at(-1)?.path).toBe('/api/auth/signout');
  const asBob = place.calls.filter(({ as }) => as === bob).map(({ path }) => path);
  expect(new Set(asBob)).toEqual(new Set(['/api/account', '/api/workspaces', '/api/auth/signout']));
});

it('does not take a deletion that never arrived for done where somebody else has signed in elsewhere', async () => {
  const bob = uuidv7();
  let now = anna.userId;
  const place = scene({
    '/api/auth/session': () => ({ user: { id: now, email: anna.email } }),
    '/api/account/deletion': () => {
      if (now === bob) return undefined;
      now = bob;
      throw new TypeError('no connection');
    },
  });
  await signIn(place);
  const device = await place.stores(anna.userId);
  await device.write([{ table: 'outbox', key: 'w/1', value: new Uint8Array(3) }]);
  await expect(place.session.account.remove(anna.password)).rejects.toMatchObject({
    code: 'NOT_SIGNED_IN',
  });
  const named = place.calls.filter(({ path }) => path === '/api/account/deletion').map(({ as }) => as);
  expect(named).toEqual([anna.userId, anna.userId]);
  expect(await device.scan('outbox', '')).toHaveLength(1);
});

it('names its person in what began before it ended', async () => {
  let named: string | undefined;
  const place = scene({}, async ({ http }) => {
    named = http.userId;
    throw new RangeError('not here');
  });
  await signIn(place);
  const before = place.calls.length;
  const opened = place.session.workspaces.open(uuidv7());
  const told = place.session.account.setLanguage('de');
  const ended = place.session.signOut({ discard: false });
  await Promise.allSettled([opened, told, ended]);
  expect(named).toBe(anna.userId);
  const language = place.calls.slice(before).find(({ body }) => body.includes('language'));
  expect(language?.as).toBe(anna.userId);
});

it('lets what a workspace showed be remembered before it ends, and not between two', async () => {
  const closed: unknown[] = [];
  const place = scene({}, async ({ workspaceId }) => {
    const close: Workspace['close'] = async (options) => void closed.push([workspaceId, options]);
    return { close } as Workspace;
  });
  await signIn(place);
  const [first, second] = [uuidv7(), uuidv7()];
  void place.session.workspaces.open(first);
  void place.session.workspaces.open(second);
  await place.session.signOut({ discard: false });
  expect(closed).toEqual([
    [first, undefined],
    [second, { remembers: true }],
  ]);
});

/** Signs out where a workspace that was open takes its time to close: until `close` is called. */
async function signsOut(
  options: Parameters<Session['signOut']>[0],
  before: (place: Scene) => Promise<void> = async () => {},
) {
  const closing = Promise.withResolvers<void>();
  const closed = vi.fn<Workspace['close']>(() => closing.promise);
  const registering = Promise.withResolvers<void>();
  const lies = { '/api/users/register': () => registering.promise.then(() => ({})) };
  const place = scene(lies, async () => ({ close: closed }) as Partial<Workspace> as Workspace);
  await signIn(place);
  void place.session.workspaces.open(uuidv7());
  await before(place);
  const signedOut = place.session.signOut(options);
  await vi.waitUntil(() => closed.mock.calls.length > 0);
  const moment = () => new Promise((resolve) => setTimeout(resolve, 200));
  return { place, signedOut, closed, close: closing.resolve, register: registering.resolve, moment };
}

it('is over on the server, too, as soon as nobody is signed in here', async () => {
  const { place, signedOut, close, moment } = await signsOut({ discard: false });
  expect(place.session.status).toBe('unauthenticated');
  await moment();
  const reloaded = place.open();
  await reloaded.refresh();
  expect(reloaded.status).toBe('unauthenticated');
  close();
  await signedOut;
});

it.each(['signs in', 'has signed in in another tab'])(
  'throws out nobody who %s while it ends',
  async (who) => {
    const { place, signedOut, close, moment } = await signsOut({ discard: false });
    if (who !== 'signs in') {
      await vi.waitUntil(() => pathsOf(place).includes('/api/auth/signout'));
      await place.open().signIn(anna.email, anna.password);
    }
    const entered = who === 'signs in' ? signIn(place) : place.session.refresh();
    await Promise.race([entered, moment()]);
    close();
    await Promise.all([signedOut, entered]);
    expect(place.session.status).toBe('authenticated');
    // Its keys are open.
    await place.session.drafts!.keep('note', 'text');
    const reloaded = place.open();
    await reloaded.refresh();
    expect(reloaded.status).toBe('authenticated');
  },
);

it.each([
  [{ discard: true }, true],
  [{ discard: true, remove: true }, false],
])('waits for what is to be remembered only where that stays (%o)', async (options, remembers) => {
  const { closed, close, signedOut } = await signsOut(options);
  expect(closed.mock.calls).toEqual([[{ remembers }]]);
  close();
  await signedOut;
});

it.each([{ discard: true }, { discard: true, remove: true }])(
  'leaves what another tab has signed in to while it ends (%o)',
  async (options) => {
    const { place, signedOut, close } = await signsOut(options);
    await vi.waitUntil(() => pathsOf(place).includes('/api/auth/signout'));
    const tab = place.open();
    await tab.signIn(anna.email, anna.password);
    const device = await place.stores(anna.userId);
    await device.write([{ table: 'outbox', key: 'w/1', value: new Uint8Array(3) }]);
    close();
    await signedOut;
    expect(await device.keys('outbox', '')).toEqual(['w/1']);
    const reloaded = place.open();
    await reloaded.refresh();
    expect(reloaded.status).toBe('authenticated');
  },
);

it('drops what is to be discarded at once: whoever signs in while it ends does not send it', async () => {
  const { place, signedOut, close } = await signsOut({ discard: true }, async ({ stores }) => {
    const device = await stores(anna.userId);
    await device.write([{ table: 'outbox', key: 'w/1', value: new Uint8Array(3) }]);
  });
  const device = await place.stores(anna.userId);
  expect(await device.keys('outbox', '')).toEqual([]);
  close();
  await signedOut;
});

it('lets an account be made while it ends, and leaves its keys open', async () => {
  const { place, signedOut, close, moment, register } = await signsOut({ discard: false });
  const registered = place.session.registrations.register({
    firstName: 'Ben',
    lastName: 'Ek',
    email: 'ben@example.org',
    password: 'correct horse battery',
    language: 'en',
  });
  await Promise.race([registered, moment()]);
  close();
  await signedOut;
  register();
  await registered;
  const { body } = place.calls.find(({ path }) => path === '/api/users/register')!;
  const device = await place.stores((JSON.parse(body) as { userId: string }).userId);
  expect(await device.keys('account', '')).toEqual(['profile']);
});

it('opens anew what another tab of the same browser signed in to meanwhile', async () => {
  const place = scene();
  await signIn(place);
  const tab = place.open();
  await tab.refresh();
  await place.session.signOut();
  await signIn(place);
  expect(tab.status).toBe('authenticated');
  let shown: string[] = [];
  tab.subscribe(() => {
    shown = [...shown, tab.status];
  });
  await tab.refresh();
  expect(shown).toContain('loading');
  expect(tab.status).toBe('authenticated');
  await place.session.refresh();
  expect(place.session.status).toBe('authenticated');
});

it('is not ended by a tab that looks before the device has the key of who signs in elsewhere', async () => {
  const place = scene();
  const device = await place.stores(anna.userId);
  const change = device.change.bind(device);
  let keep = () => {};
  const mayKeep = new Promise<void>((resolve) => {
    keep = resolve;
  });
  const changing = vi.spyOn(device, 'change').mockImplementation(async (asked) => {
    if (asked.writes.some(({ table, value }) => table === 'account' && value)) await mayKeep;
    return change(asked);
  });
  const signedIn = signIn(place);
  await vi.waitUntil(() => changing.mock.calls.length > 0);
  const tab = place.open();
  const looked = tab.refresh();
  await Promise.race([looked, new Promise((resolve) => setTimeout(resolve, 50))]);
  expect(changing).toHaveBeenCalledOnce();
  keep();
  await Promise.all([signedIn, looked]);
  expect([place.session.status, tab.status]).toEqual(['authenticated', 'authenticated']);
  expect(pathsOf(place)).not.toContain('/api/auth/signout');
});

it('holds the lock of signing in from the server’s yes to the key on the device, and no longer', async () => {
  const place = scene();
  const device = await place.stores(anna.userId);
  const scan = device.scan.bind(device);
  let isEntering: boolean | undefined;
  vi.spyOn(device, 'scan').mockImplementation(async (table, prefix) => {
    if (table === 'draft') isEntering = place.isInLock();
    return scan(table, prefix);
  });
  await signIn(place);
  const inLock = place.calls.filter(({ isLocked }) => isLocked).map(({ path }) => path);
  expect(inLock).toEqual(['/api/auth/callback/credentials', '/api/account', '/api/workspaces']);
  expect(isEntering).toBe(false);
});

it('ends nothing where another tab signs in for too long: it looks again later', async () => {
  const place = scene();
  await signIn(place);
  const device = await place.stores(anna.userId);
  const kept = await device.get('account', 'device');
  await device.write([{ table: 'account', key: 'device', value: undefined }]);
  place.loseLock();
  const tab = place.open();
  await expect(tab.refresh()).rejects.toMatchObject({ code: 'OFFLINE' });
  expect(tab).toMatchObject({ status: 'loading', connection: { state: 'offline' } });
  expect(pathsOf(place)).not.toContain('/api/auth/signout');
  await device.write([{ table: 'account', key: 'device', value: kept }]);
  await tab.refresh();
  expect(tab.status).toBe('authenticated');
});

it('leaves alone what another tab has signed in to anew where opening fails', async () => {
  const place = scene();
  const device = await place.stores(anna.userId);
  const scan = device.scan.bind(device);
  const opening = vi.spyOn(device, 'scan').mockImplementation(async (table, prefix) => {
    if (table !== 'draft') return scan(table, prefix);
    opening.mockRestore();
    await place.open().signIn(anna.email, anna.password);
    throw new RangeError('no drafts');
  });
  await expect(signIn(place)).rejects.toThrow('no drafts');
  expect(place.session.status).toBe('unauthenticated');
  const again = place.open();
  await again.refresh();
  expect(again.status).toBe('authenticated');
});

it('keeps what another tab has signed in to anew while an ended one was closing', async () => {
  const place = scene();
  await signIn(place);
  const tab = place.open();
  await tab.refresh();
  await place.session.signOut();
  let signedIn: Promise<void> | undefined;
  vi.spyOn(tab.drafts!, 'close').mockImplementation(() => {
    signedIn = signIn(place);
    return signedIn;
  });
  await tab.refresh();
  expect(signedIn).toBeDefined();
  const again = place.open();
  await again.refresh();
  expect(again.status).toBe('authenticated');
});

/** Lets another tab sign in between the reading of the key that is kept and what follows from it, as far as it may. */
function signInBehindRead(place: Scene, device: DeviceStore): () => Promise<void> {
  const get = device.get.bind(device);
  let signedIn: Promise<void> | undefined;
  const reading = vi.spyOn(device, 'get').mockImplementation(async (table, key) => {
    const value = await get(table, key);
    if (table !== 'account') return value as never;
    reading.mockRestore();
    signedIn = place.open().signIn(anna.email, anna.password);
    await Promise.race([signedIn, new Promise((resolve) => setTimeout(resolve, 200))]);
    return value as never;
  });
  return async () => {
    expect(signedIn).toBeDefined();
    await signedIn;
  };
}

it('keeps the key of a tab that signs in as this one is about to forget its own', async () => {
  const place = scene();
  await signIn(place);
  const device = await place.stores(anna.userId);
  const change = device.change.bind(device);
  let isBehind = false;
  const changing = vi.spyOn(device, 'change').mockImplementation(async (asked) => {
    if (!asked.writes.some(({ table }) => table === 'account')) return change(asked);
    changing.mockRestore();
    isBehind = true;
    await place.open().signIn(anna.email, anna.password);
    return change(asked);
  });
  await place.session.signOut({ discard: false });
  expect(isBehind).toBe(true);
  expect(await device.scan('account', '')).toHaveLength(1);
});

it('keeps the key of a tab that signs in while opening fails here', async () => {
  const place = scene();
  const device = await place.stores(anna.userId);
  const scan = device.scan.bind(device);
  let signedIn = async () => {};
  const opening = vi.spyOn(device, 'scan').mockImplementation(async (table, prefix) => {
    if (table !== 'draft') return scan(table, prefix);
    opening.mockRestore();
    signedIn = signInBehindRead(place, device);
    throw new RangeError('no drafts');
  });
  await expect(signIn(place)).rejects.toThrow('no drafts');
  await signedIn();
  expect(await device.scan('account', '')).toHaveLength(1);
});

it('goes on as the same person where they signed out and in again elsewhere', async () => {
  const place = scene();
  await signIn(place);
  const tab = place.open();
  await tab.refresh();
  await tab.signOut({ discard: false });
  await tab.signIn(anna.email, anna.password);
  await refused(place.session);
  await expect.poll(() => place.session.status).toBe('authenticated');
  expect(tab.status).toBe('authenticated');
  // A server that goes on refusing is not asked again and again.
  await refused(place.session);
  const asked = place.calls.length;
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(place.session.status).toBe('unauthenticated');
  expect(place.calls.length).toBeLessThan(asked + 3);
});

it('looks again soon where nothing answers for whom it goes over to', async () => {
  let now = anna.userId;
  let failures = 0;
  const place = scene({
    '/api/auth/session': () => ({ user: { id: now, email: anna.email } }),
    '/api/account': () => {
      if (now === anna.userId) return place.account();
      failures++;
      return new Response('busy', { status: 503 });
    },
  });
  await signIn(place);
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  now = uuidv7();
  await refused(place.session);
  // A call of that kind is tried twice by itself.
  while (failures < 2) await vi.advanceTimersByTimeAsync(100);
  expect(place.session.status).toBe('loading');
  await vi.advanceTimersByTimeAsync(2_000);
  await vi.waitUntil(() => failures > 2);
});

it('names its person where it accepts an invitation that began before it ended', async () => {
  const place = scene();
  await signIn(place);
  const accepted = place.session.invitations.accept({ invitationId: 'one', secret: '', head: '' });
  const listed = place.session.invitations.list();
  await Promise.allSettled([place.session.signOut({ discard: false }), accepted, listed]);
  const named = place.calls.filter(({ path }) => path.startsWith('/api/invitations')).map(({ as }) => as);
  expect(named).toEqual([anna.userId, anna.userId]);
});

it('names its person where the words of the kit unlock what was locked', async () => {
  const place = scene();
  await signIn(place);
  vi.spyOn(LocalVault.prototype, 'verifyPhrase').mockImplementation(async () => {
    await place.session.signOut({ discard: false });
    return { phraseVerification: toBase64Url(new Uint8Array(32)) };
  });
  const before = place.calls.length;
  await Promise.allSettled([place.session.recovery.unlockByPhrase('words')]);
  const asked = place.calls.slice(before).filter(({ path }) => path === '/api/users/unlock');
  expect(asked.map(({ as }) => as)).toEqual([anna.userId]);
});

it('names its person where it renews the keys that another tab signed out meanwhile', async () => {
  const place = scene();
  const renew = LocalVault.prototype.renewAccount;
  vi.spyOn(LocalVault.prototype, 'renewAccount').mockImplementation(async function (this: LocalVault, next) {
    const update = await renew.call(this, next);
    await place.session.signOut({ discard: false });
    return update;
  });
  await signIn(place).catch(() => {});
  const renewed = place.calls.filter(({ path }) => path === '/api/account/keys');
  expect(renewed.map(({ as }) => as)).toEqual([anna.userId]);
});

it.each([
  ['code that did not come', new TypeError('Failed to fetch dynamically imported module')],
  ['a store that is closing', new DOMException('closing', 'InvalidStateError')],
])('ends nothing for %s: it opens what is kept at the next look', async (_, failure) => {
  const place = scene();
  await signIn(place);
  await place.session.drafts!.keep('note', 'text');
  const device = await place.stores(anna.userId);
  const scan = device.scan.bind(device);
  const failing = vi.spyOn(device, 'scan').mockImplementation(async (table, prefix) => {
    if (table === 'draft') throw failure;
    return scan(table, prefix);
  });
  const tab = place.open();
  await expect(tab.refresh()).rejects.toBe(failure);
  expect(tab.status).toBe('loading');
  expect(pathsOf(place)).not.toContain('/api/auth/signout');
  failing.mockRestore();
  await tab.refresh();
  expect([...tab.drafts!.found]).toEqual([['note', 'text']]);
});

it('ends what cannot be opened with what is kept', async () => {
  const place = scene();
  await signIn(place);
  const device = await place.stores(anna.userId);
  const kept = (await device.get<object>('account', 'device'))!;
  const sealed = new Uint8Array(93);
  await device.write([{ table: 'account', key: 'device', value: { ...kept, sealed } }]);
  const tab = place.open();
  await tab.refresh();
  expect(tab.status).toBe('unauthenticated');
  expect(await device.scan('account', '')).toEqual([]);
});

it('leaves open what a later look has opened, whenever an earlier one is answered', async () => {
  const answers: (() => void)[] = [];
  let isHeld = false;
  const place = scene({
    '/api/account': () => {
      if (!isHeld) return place.account();
      isHeld = false;
      return new Promise((resolve) => answers.push(() => resolve(place.account())));
    },
  });
  await signIn(place);
  const opening = vi.spyOn(LocalVault.prototype, 'openFromDevice');
  const tab = place.open();
  isHeld = true;
  const early = tab.refresh();
  await vi.waitUntil(() => answers.length > 0);
  await tab.refresh();
  expect(tab.status).toBe('authenticated');
  answers[0]!();
  await early;
  expect(opening).toHaveBeenCalledOnce();
});

it('does not close what an earlier look is just entering with', async () => {
  const place = scene();
  await signIn(place);
  const device = await place.stores(anna.userId);
  const scan = device.scan.bind(device);
  const entering = Promise.withResolvers<void>();
  const reading = vi.spyOn(device, 'scan').mockImplementation(async (table, prefix) => {
    if (table === 'draft') await entering.promise;
    return scan(table, prefix);
  });
  const opening = vi.spyOn(LocalVault.prototype, 'openFromDevice');
  const tab = place.open();
  const early = tab.refresh();
  await vi.waitUntil(() => reading.mock.calls.some(([table]) => table === 'draft'));
  const late = tab.refresh();
  await Promise.race([late, new Promise((resolve) => setTimeout(resolve, 200))]);
  entering.resolve();
  await Promise.all([early, late]);
  expect(opening).toHaveBeenCalledOnce();
  expect(tab.status).toBe('authenticated');
});
