import type { Account } from '@kontor/contract/wire/account';
import { fromUtf8, toBase64Url, utf8 } from '@kontor/contract/wire/bytes';
import { createAccountKeys } from '@kontor/crypto/account';
import { v7 as uuidv7 } from 'uuid';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { fakeKeychain } from '../desktop/testing/fakeKeychain.ts';
import { memoryStores } from '../device/memoryStore.ts';
import { anotherVault, type Founder, founder, teach } from '../testing/founder.ts';
import { giveUpPin, takeKeptPins } from '../vault/keepPin.ts';
import { BearerSession } from './account/bearerSession.ts';
import { forgetWorkspace } from './forgetWorkspace.ts';
import { type Scene, scene as sceneOf } from './testing/scene.ts';
import { UnsentChanges } from './view/sessionView.ts';

vi.mock('@kontor/crypto/primitives/argon2', () => import('../testing/quickArgon2.ts'));

let anna: Founder;
beforeAll(async () => {
  anna = await founder();
});

/** Opens the place with one account, which is Anna's unless told. */
const scene = (
  lies?: Parameters<typeof sceneOf>[1],
  person = anna,
  openWorkspace?: Parameters<typeof sceneOf>[2],
) => sceneOf(person, lies, openWorkspace);

const signIn = ({ session }: Scene) => session.signIn(anna.email, anna.password);
const pathsOf = ({ calls }: Scene) => calls.map((call) => call.path);

describe('signing in', () => {
  it('opens the account and keeps it on the device (control)', async () => {
    const place = scene();
    await signIn(place);
    expect(place.session.status).toBe('authenticated');
    const again = place.open();
    await again.refresh();
    expect(again.user?.id).toBe(anna.userId);
  });

  it('stops at an unknown suite before a byte that hangs on the password leaves', async () => {
    const lie = () => ({ suite: 7, accountSalt: anna.registered.accountSalt });
    const place = scene({ '/api/users/password-parameters': lie });
    await expect(signIn(place)).rejects.toMatchObject({ code: 'unknown-suite' });
    expect(pathsOf(place)).toEqual(['/api/users/password-parameters', '/api/auth/csrf']);
  });

  it('asks what the key is derived with while the password is typed, and anew for who is refused', async () => {
    const place = scene();
    place.session.prepare({
      signsIn: true,
      email: ` ${anna.email.toUpperCase()}`,
    });
    place.session.prepare({ signsIn: true, email: anna.email });
    const asked = () => pathsOf(place).filter((path) => path === '/api/users/password-parameters').length;
    expect(asked()).toBe(1);
    await expect(place.session.signIn(anna.email, 'another')).rejects.toMatchObject({
      code: 'CredentialsSignin',
    });
    expect(asked()).toBe(1);
    await signIn(place);
    expect(asked()).toBe(2);
    expect(place.session.status).toBe('authenticated');
  });

  it('asks again where it asked for another address, got no answer, or a minute ago', async () => {
    const place = scene();
    place.session.prepare({ email: 'ben@example.org' });
    await signIn(place);
    await place.session.signOut();
    place.setOnline(false);
    place.session.prepare({ email: anna.email });
    await Promise.resolve();
    place.setOnline(true);
    await signIn(place);
    await place.session.signOut();
    const now = vi.spyOn(Date, 'now');
    place.session.prepare({ email: anna.email });
    now.mockReturnValue(Date.now() + 60_001);
    place.calls.length = 0;
    await signIn(place);
    now.mockRestore();
    expect(pathsOf(place)).toContain('/api/users/password-parameters');
  });

  it('sends nothing that fits when it is given another salt', async () => {
    const lie = () => ({ suite: 1, accountSalt: toBase64Url(new Uint8Array(16)) });
    const place = scene({ '/api/users/password-parameters': lie });
    await expect(signIn(place)).rejects.toMatchObject({ code: 'CredentialsSignin' });
    expect(place.calls.some(({ body }) => body.includes(anna.registered.password))).toBe(false);
  });

  it.each<[string, () => Promise<Partial<Account>>, object]>([
    [
      'a swapped certificate',
      async () => ({ publicKey: (await createAccountKeys(anna.userId, 1)).cert }),
      { code: 'not-verified' },
    ],
    [
      "somebody else's certificate",
      async () => ({ publicKey: (await createAccountKeys(uuidv7(), 1)).cert }),
      { fault: 'unconfirmed-key' },
    ],
    [
      'replaced seeds',
      async () => ({ privateKey: toBase64Url(new Uint8Array(93)) }),
      { code: 'unknown-version' },
    ],
  ])('is undone where the server hands out %s', async (_, lie, refusal) => {
    const more = await lie();
    const place = scene({ '/api/account': () => ({ ...place.account(), ...more }) });
    await expect(signIn(place)).rejects.toMatchObject(refusal);
    expect(place.session.status).not.toBe('authenticated');
    expect(pathsOf(place).at(-1)).toBe('/api/auth/signout');
  });

  it('goes on where a pin is damaged, and says so', async () => {
    const mallory = await founder();
    const pins = [(await mallory.vault.sealPin(mallory.workspaceId))!];
    const place = scene({ '/api/account': () => ({ ...place.account(), pins }) });
    await signIn(place);
    expect(place.session.status).toBe('authenticated');
    expect(place.session.memoryFaults).toMatchObject({ damaged: [mallory.workspaceId], isOld: false });
  });
});

describe('the account', () => {
  /** Signs somebody in who has no kit, and has the server asked twice about them: `answers` gives its answers. */
  async function askedTwice() {
    const answers: ((more: object) => void)[] = [];
    let isHeld = false;
    const place = scene({
      '/api/account': (body) => {
        if (body) return {};
        if (!isHeld) return { ...place.account(), hasKit: false };
        return new Promise((resolve) => {
          answers.push((more) => resolve({ ...place.account(), ...more }));
        });
      },
    });
    await signIn(place);
    isHeld = true;
    for (const count of [1, 2]) {
      place.invalidations.set(count);
      await expect.poll(() => answers.length).toBe(count);
    }
    return { place, answers };
  }

  it('is shown as an answer has it, though another question is under way', async () => {
    const { place, answers } = await askedTwice();
    answers[0]!({ hasKit: true });
    await expect.poll(() => place.session.user?.hasKit).toBe(true);
  });

  it('is shown as the newest question had it, whenever an older one is answered', async () => {
    const { place, answers } = await askedTwice();
    answers[1]!({ hasKit: true });
    await expect.poll(() => place.session.user?.hasKit).toBe(true);
    answers[0]!({ hasKit: false });
    // Its answer has come once the list of workspaces is asked for behind it.
    const lists = () => pathsOf(place).filter((path) => path === '/api/workspaces').length;
    await expect.poll(lists).toBeGreaterThan(2);
    expect(place.session.user?.hasKit).toBe(true);
  });

  it('is shown as an answer has it, though the language was changed meanwhile', async () => {
    const { place, answers } = await askedTwice();
    await place.session.account.setLanguage('de');
    answers[1]!({ hasKit: true });
    await expect.poll(() => place.session.user).toMatchObject({ hasKit: true, language: 'de' });
  });
});

describe('the list of workspaces', () => {
  const summary = (id: string) => ({ id, name: 'Tischlerei', status: 'ACTIVE', access: 'full' });
  const [first, second] = [summary(uuidv7()), summary(uuidv7())];

  /** Signs somebody in who has two workspaces; from then on `answers` gives the server's answers. */
  async function asking() {
    const answers: ((list: object[]) => void)[] = [];
    let isHeld = false;
    const place = scene({
      '/api/workspaces': () => (isHeld ? new Promise((resolve) => answers.push(resolve)) : [first, second]),
      '/api/changes': () => ({ results: [] }),
    });
    await signIn(place);
    isHeld = true;
    return { place, answers, ids: () => place.session.workspaces.list.map(({ id }) => id) };
  }

  it('stands as the newest question had it, whenever an older one is answered', async () => {
    const { place, answers, ids } = await asking();
    const asked = [place.session.workspaces.reload(), place.session.workspaces.reload()];
    await expect.poll(() => answers.length).toBe(2);
    answers[1]!([second]);
    await asked[1];
    answers[0]!([first]);
    await asked[0];
    expect(ids()).toEqual([second.id]);
  });

  it('is without one that was deleted while a list of before was on its way', async () => {
    const { place, answers, ids } = await asking();
    const asked = place.session.workspaces.reload();
    await expect.poll(() => answers.length).toBe(1);
    await place.session.workspaces.remove(first.id);
    answers[0]!([first, second]);
    await asked;
    expect(ids()).toEqual([second.id]);
  });

  it('takes along what the device remembers of records where one was deleted, and leaves the pin of its log', async () => {
    const { place } = await asking();
    const device = await place.stores(anna.userId);
    const names = await Promise.all([first, second].map(({ id }) => anna.vault.memoryName(id)));
    const keysOf = (name: string) => [`mark/${name}/0`, `mark/${name}/1`, `marks/${name}`, `pin/${name}`];
    const keys = names.flatMap(keysOf);
    await device.write(keys.map((key) => ({ table: 'memory', key, value: new Uint8Array(1) })));
    await place.session.workspaces.remove(first.id);
    const left = await device.keys('memory', '');
    expect(left.filter((key) => keys.includes(key))).toEqual(
      [`pin/${names[0]}`, ...keysOf(names[1]!)].sort(),
    );
  });
});

describe('the sealed keys', () => {
  it('are renewed at each sign-in, and an older copy of them is told', async () => {
    let old: string | undefined;
    const place = scene({
      '/api/account': () => ({ ...place.account(), ...(old && { privateKey: old }) }),
    });
    const copies: string[] = [];
    for (let i = 0; i < 2; i++) {
      await signIn(place);
      expect(place.session.memoryFaults.isOld).toBe(false);
      copies.push(place.account().privateKey);
      await place.session.signOut({ discard: true });
    }
    expect(new Set(copies).size).toBe(2);
    old = copies[0]!;
    await signIn(place);
    expect(place.session.memoryFaults.isOld).toBe(true);
    // Removed from the device, the account is a stranger there: nothing is told of what it saw.
    await place.session.signOut({ discard: true, remove: true });
    await signIn(place);
    expect(place.session.memoryFaults.isOld).toBe(false);
  });
});

describe('a device that has no room', () => {
  it('signs in all the same, though it cannot note which copy of the keys is the newest', async () => {
    const place = scene();
    const device = await place.stores(anna.userId);
    const write = device.write.bind(device);
    const writing = vi.spyOn(device, 'write').mockImplementation(async (writes) => {
      if (writes.some(({ key }) => key === 'keys')) throw new DOMException('full', 'QuotaExceededError');
      return write(writes);
    });
    await signIn(place);
    expect(place.session.status).toBe('authenticated');
    expect(pathsOf(place)).toContain('/api/account/keys');
    writing.mockRestore();
  });
});

describe('a browser that remembers nothing', () => {
  const isBlank = ({ memoryFaults }: Scene['session']) => memoryFaults.isBlank;
  const signedOut = ({ session }: Scene) => session.signOut({ discard: true });

  it('is told where the account was signed in to before, until somebody has read it', async () => {
    const place = scene();
    await signIn(place);
    expect(isBlank(place.session), 'the first sign-in of all').toBe(false);
    await signedOut(place);
    await signIn(place);
    expect(isBlank(place.session), 'the same browser').toBe(false);
    await signedOut(place);
    // Such is another browser, and this one after `Clear-Site-Data`.
    await (await place.stores(anna.userId)).clear();
    await signIn(place);
    expect(isBlank(place.session), 'an emptied browser').toBe(true);
    const next = place.open();
    await next.refresh();
    expect(isBlank(next), 'its next start').toBe(true);
    await next.confirmBlank();
    expect(isBlank(next)).toBe(false);
    const last = place.open();
    await last.refresh();
    expect(isBlank(last), 'once it was read').toBe(false);
    await last.signOut({ discard: true });
    await signIn(place);
    expect(isBlank(place.session), 'the next sign-in').toBe(false);
  });

  it('is told by the pins, though the server hands out keys that remember nothing', async () => {
    const pins = [(await anna.vault.sealPin(anna.workspaceId))!];
    const place = scene({ '/api/account': () => ({ ...place.account(), pins }) });
    await signIn(place);
    expect(isBlank(place.session)).toBe(true);
  });
});

describe('the memory of a device', () => {
  /** Resolves with a log that went on since its pin, and the pins of both. */
  async function movedOn() {
    const firm = await founder();
    const { vault, workspaceId, admins, staff, entry, keys } = firm;
    const sealed = async () => (await vault.sealPin(workspaceId))!;
    const of = (scope: typeof admins) => ({ scope, keys: keys.filter((key) => key.scopeId === scope.id) });
    await teach(vault, firm, [of(admins), of(staff)]);
    const before = await sealed();
    const act = { type: 'rotate', scopeIds: [admins.id, staff.id] } as const;
    const { entries } = await vault.signMemberAct(workspaceId, act, Date.now());
    await vault.takeLog(workspaceId, [entry, ...entries], 'device');
    await vault.confirmLog(workspaceId, (await vault.logState(workspaceId))!.head);
    return { firm, before, after: await sealed(), log: [entry, ...entries] };
  }

  it('outlives a session that the server ends, and older keys of the account', async () => {
    const { firm, before, after, log } = await movedOn();
    const { vault, workspaceId, userId } = firm;
    let pins = [before];
    const place = scene({ '/api/account': () => ({ ...place.account(), pins }) }, firm);
    // The account's keys carry what was known when somebody signed in last.
    await place.session.signIn(firm.email, firm.password);
    const device = await place.stores(userId);
    const key = `pin/${await vault.memoryName(workspaceId)}`;
    const value = await vault.sealLocal('memory', key, utf8(JSON.stringify(after)));
    await device.write([{ table: 'memory', key, value }]);
    await place.session.signOut({ discard: true });
    pins = [];
    await place.session.signIn(firm.email, firm.password);

    const kept = await vault.openLocal('memory', key, (await device.get<Uint8Array>('memory', key))!);
    const fresh = await anotherVault({ ...firm, registered: { ...firm.registered, ...place.account() } });
    await expect(fresh.takeLog(workspaceId, log.slice(0, 1), 'server')).rejects.toMatchObject({
      fault: 'rollback',
    });
    const old = await anotherVault(firm);
    await old.takePins([JSON.parse(fromUtf8(kept))], 'device');
    await expect(old.takeLog(workspaceId, log.slice(0, 1), 'server')).rejects.toMatchObject({
      fault: 'rollback',
    });
  });

  it('has what another device pinned first, too', async () => {
    const { firm, before, after, log } = await movedOn();
    const { vault, workspaceId, userId } = firm;
    let pins = [before];
    const place = scene({ '/api/account': () => ({ ...place.account(), pins }) }, firm);
    await place.session.signIn(firm.email, firm.password);
    await place.session.signOut({ discard: true });
    pins = [after];
    await place.session.signIn(firm.email, firm.password);
    const key = `pin/${await vault.memoryName(workspaceId)}`;
    const device = await place.stores(userId);
    const kept = await vault.openLocal('memory', key, (await device.get<Uint8Array>('memory', key))!);
    const next = await anotherVault(firm);
    await next.takePins([JSON.parse(fromUtf8(kept))], 'device');
    await expect(next.takeLog(workspaceId, log.slice(0, 1), 'server')).rejects.toMatchObject({
      fault: 'rollback',
    });
  });

  it('gives a pin up for good where a person says that a backup was put back', async () => {
    const { firm, before, after, log } = await movedOn();
    const { workspaceId } = firm;
    const device = await memoryStores()('somebody');
    const vault = await anotherVault(firm);
    const restored = log.slice(0, 1);
    for (const source of ['device', 'server'] as const) await vault.takePins([before, after], source);
    await expect(vault.takeLog(workspaceId, restored, 'server')).rejects.toMatchObject({ fault: 'rollback' });
    await giveUpPin({ vault, device }, workspaceId);
    await vault.takeLog(workspaceId, restored, 'server');
    expect((await vault.standing(workspaceId)).isConfirmed).toBe(false);
    await vault.confirmLog(workspaceId, (await vault.logState(workspaceId))!.head);
    // The server has to be told, whose pin of before is the newer one by its number.
    const anew = await vault.sealPin(workspaceId);
    expect(anew).toBeDefined();

    // The next start, with what the account's keys and the server remember of before.
    const next = await anotherVault(firm);
    for (const source of ['device', 'server'] as const) await next.takePins([after], source);
    await takeKeptPins(next, device);
    await next.takePins([anew!, after], 'server');
    await next.takeLog(workspaceId, restored, 'server');
    expect((await next.standing(workspaceId)).isConfirmed).toBe(true);
  });
});

describe('what was typed and not saved', () => {
  const draft = { base: { title: '' }, values: { title: 'Half a thought' } };
  const rows = async ({ stores }: Scene) => (await stores(anna.userId)).scan<Uint8Array>('draft', '');

  it('is there for the next page, sealed, until it is forgotten', async () => {
    const place = scene();
    await signIn(place);
    await place.session.drafts!.keep('w/task new', draft);
    const [[, sealed] = ['', new Uint8Array()]] = await rows(place);
    expect(Buffer.from(sealed).includes('Half')).toBe(false);
    const next = place.open();
    await next.refresh();
    expect([...next.drafts!.found]).toEqual([['w/task new', draft]]);
    // Sealing takes longer than forgetting.
    await Promise.all([next.drafts!.keep('w/task new', draft), next.drafts!.keep('w/task new', undefined)]);
    expect(await place.session.drafts!.read()).toEqual(new Map());
  });

  it('is nobody’s before it is said who signed in', async () => {
    const place = scene();
    await signIn(place);
    const next = place.open();
    const told: [userId: string | undefined, hasDrafts: boolean][] = [];
    next.subscribe(() => told.push([next.user?.id, next.drafts !== undefined]));
    await next.refresh();
    expect(told).toContainEqual([anna.userId, true]);
    expect(told.filter(([userId, hasDrafts]) => hasDrafts && !userId)).toEqual([]);
  });

  it('opens under no other name', async () => {
    const place = scene();
    await signIn(place);
    await place.session.drafts!.keep('w/task new', draft);
    const device = await place.stores(anna.userId);
    const [[, sealed] = ['', new Uint8Array()]] = await rows(place);
    await device.write([{ table: 'draft', key: 'w/task other', value: sealed }]);
    expect([...(await place.session.drafts!.read()).keys()]).toEqual(['w/task new']);
  });

  it('goes with the session, and what is on its way then, too', async () => {
    const place = scene();
    await signIn(place);
    const { drafts } = place.session;
    const device = await place.stores(anna.userId);
    const change = device.change.bind(device);
    let isOnItsWay = false;
    vi.spyOn(device, 'change').mockImplementation(async (asked) => {
      const isDraft = asked.writes.some(({ table }) => table === 'draft');
      isOnItsWay ||= isDraft;
      // It arrives when the session has begun to end.
      if (isDraft) await vi.waitUntil(() => place.session.status === 'unauthenticated');
      return change(asked);
    });
    const writing = drafts!.keep('w/task new', draft).catch(() => {});
    await vi.waitUntil(() => isOnItsWay);
    await place.session.signOut();
    await writing;
    await expect(drafts!.keep('w/task new', draft)).rejects.toThrow();
    expect(await rows(place)).toEqual([]);
    expect(place.session.drafts).toBeUndefined();
  });

  it('goes with its workspace', async () => {
    const place = scene();
    await signIn(place);
    await place.session.drafts!.keep('w/task new', draft);
    await place.session.drafts!.keep('account/profile', draft);
    await forgetWorkspace({ device: await place.stores(anna.userId), vault: anna.vault }, 'w');
    expect([...(await place.session.drafts!.read()).keys()]).toEqual(['account/profile']);
  });
});

describe('the session', () => {
  it('works on without a connection, and says so before it ever had one', async () => {
    const place = scene();
    await signIn(place);
    place.setOnline(false);
    await expect(place.session.refresh()).rejects.toMatchObject({ code: 'OFFLINE' });
    expect(place.session.status).toBe('authenticated');
    const again = place.open();
    await expect(again.refresh()).rejects.toMatchObject({ code: 'OFFLINE' });
    expect(again).toMatchObject({ status: 'loading', connection: { state: 'offline' } });
  });

  it('says so too where a proxy answers for a server that is down', async () => {
    const place = scene({ '/api/auth/session': () => new Response('Bad Gateway', { status: 502 }) });
    await expect(place.session.refresh()).rejects.toMatchObject({ code: 'INTERNAL' });
    expect(place.session).toMatchObject({ status: 'loading', connection: { state: 'offline' } });
  });

  it('ends where a call says that it is over, and leaves no key on the device', async () => {
    const place = scene({ '/api/auth/session': () => ({}) });
    await signIn(place);
    const device = await place.stores(anna.userId);
    expect(await device.scan('account', '')).toHaveLength(1);
    await expect(place.session.account.sessions()).rejects.toMatchObject({ code: 'NOT_SIGNED_IN' });
    expect(place.session.status).toBe('unauthenticated');
    await expect.poll(() => device.scan('account', '')).toEqual([]);
  });

  it('signs out its own person alone', async () => {
    const place = scene();
    await signIn(place);
    await place.session.signOut();
    expect(place.calls.at(-1)).toMatchObject({ path: '/api/auth/signout', as: anna.userId });
  });

  it('asks before unsent changes are left behind, and keeps them sealed', async () => {
    const place = scene();
    await signIn(place);
    const device = await place.stores(anna.userId);
    await device.write([{ table: 'outbox', key: 'w/1', value: new Uint8Array(3) }]);
    vi.useFakeTimers({ toFake: ['setTimeout', 'Date'] });
    const asked = expect(place.session.signOut()).rejects.toBeInstanceOf(UnsentChanges);
    await vi.advanceTimersByTimeAsync(3000);
    await asked;
    vi.useRealTimers();
    expect(place.session.status).toBe('authenticated');
    await place.session.signOut({ discard: false });
    expect(place.session.status).toBe('unauthenticated');
    expect(await device.scan('outbox', '')).toHaveLength(1);
    expect(await device.scan('account', '')).toEqual([]);
    await signIn(place);
    await place.session.signOut({ discard: true });
    expect(await device.scan('outbox', '')).toEqual([]);
  });

  it('does not ask about what arrives while it waits', async () => {
    const place = scene();
    await signIn(place);
    const device = await place.stores(anna.userId);
    await device.write([{ table: 'outbox', key: 'w/1', value: new Uint8Array(3) }]);
    const signedOut = place.session.signOut();
    await device.write([{ table: 'outbox', key: 'w/1', value: undefined }]);
    await signedOut;
    expect(place.session.status).toBe('unauthenticated');
  });

  it('signs out here even where no server can be told', async () => {
    const place = scene();
    await signIn(place);
    place.setOnline(false);
    await place.session.signOut();
    expect(place.session.status).toBe('unauthenticated');
    place.setOnline(true);
    const again = place.open();
    await again.refresh();
    // The server still knew the session; without a key on the device it is ended as well.
    expect(again.status).toBe('unauthenticated');
    expect(pathsOf(place).at(-1)).toBe('/api/auth/signout');
  });
});

describe('what the keychain keeps of a session that was ended elsewhere', () => {
  const origin = 'https://kontor.example';

  /** Starts the desktop app, with what the last run kept. */
  async function start(place: Scene) {
    const { userId } = anna;
    const keychain = fakeKeychain();
    keychain.kept.set(origin, { token: 'token', userId, deviceShare: 'share' });
    const next = async () => {
      const bearer = new BearerSession(origin, keychain, { read: () => undefined, keep: () => undefined });
      await bearer.load();
      const ended: string[] = [];
      bearer.onEnded((id) => ended.push(id));
      return { session: place.open(bearer), ended };
    };
    return { keychain, next };
  }

  it('is nothing, and its account is told, once the server and not the connection says so', async () => {
    const place = scene();
    const { keychain, next } = await start(place);
    const { session, ended } = await next();
    place.setOnline(false);
    await expect(session.refresh()).rejects.toMatchObject({ code: 'OFFLINE' });
    expect([ended, keychain.kept.size]).toEqual([[], 1]);
    place.setOnline(true);
    await session.refresh();
    expect([ended, keychain.kept.size, session.status]).toEqual([[anna.userId], 0, 'unauthenticated']);
  });

  it('is looked at after five seconds on a network that swallows every call', async () => {
    const { next } = await start(scene({ '/api/auth/session': () => new Promise(() => {}) }));
    const { session } = await next();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const refused = expect(session.refresh()).rejects.toMatchObject({ code: 'OFFLINE' });
    await vi.advanceTimersByTimeAsync(5_000);
    vi.useRealTimers();
    await refused;
  });

  it('shows without a connection what the server said last, and not at the start of the app', async () => {
    const list: object[] = [];
    const place = scene({
      '/api/auth/callback/credentials': () => ({ url: '/', token: 'token' }),
      '/api/workspaces': () => [...list],
      '/api/account': (body) => (body ? {} : place.account()),
    });
    const { next } = await start(place);
    const { session } = await next();
    await session.signIn(anna.email, anna.password);
    list.push({ id: uuidv7(), name: 'Tischlerei', status: 'ACTIVE', access: 'full' });
    await session.workspaces.reload();
    await session.account.setLanguage('de');
    place.setOnline(false);
    // It is written behind what is shown.
    await vi.waitFor(async () => {
      const { session: again } = await next();
      await again.refresh();
      expect(again.workspaces.list).toEqual(list);
      expect(again.user?.language).toBe('de');
    });
  });

  it('opens nothing after a reset, though it answers for the former person', async () => {
    const former = { id: anna.userId, email: anna.email };
    const place = scene({ '/api/auth/session': () => ({ former }) });
    const { keychain, next } = await start(place);
    for (const told of [[anna.userId], []]) {
      const { session, ended } = await next();
      await session.refresh();
      expect([ended, session.former?.id]).toEqual([told, anna.userId]);
      expect(keychain.kept.get(origin)).toEqual({ token: 'token', userId: anna.userId });
    }
  });

  it('opens nothing after a call was refused, and the page tells of it by itself', async () => {
    const place = scene({ '/api/auth/session': () => ({}) });
    const { keychain, next } = await start(place);
    const { session, ended } = await next();
    await session.signIn(anna.email, anna.password);
    await expect(session.account.sessions()).rejects.toMatchObject({ code: 'NOT_SIGNED_IN' });
    await expect.poll(() => keychain.kept.get(origin)).toEqual({ token: 'token', userId: anna.userId });
    expect(ended).toEqual([]);
  });
});
