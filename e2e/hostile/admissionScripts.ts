/**
 * Scripts on what a log lets in: times and keys that would stop everybody else. Somebody inside and the server work together:
 * every entry here is signed by whom it needs.
 */
import { randomUUID } from 'node:crypto';
import { syncTransport } from '@kontor/client/http/syncTransport';
import {
  type LogAct,
  type LogEntry,
  logEntryBytes,
  type UnsignedLogEntry,
} from '@kontor/contract/memberLog/entries';
import { foldLog } from '@kontor/contract/memberLog/fold';
import type { LogState } from '@kontor/contract/memberLog/state';
import { dayMs } from '@kontor/contract/time/day';
import { type Bytes, fromBase64Url, toBase64Url } from '@kontor/contract/wire/bytes';
import { isValidCert, type KeyCert, keyCertBytes, type Verifier } from '@kontor/contract/wire/keyCert';
import { type AccountKeys, createAccountKeys } from '@kontor/crypto/account';
import { fingerprint } from '@kontor/crypto/cert';
import { createInvitationKeys, createInvitationSecret } from '@kontor/crypto/invitation';
import { logCrypto, signBytes } from '@kontor/crypto/signing';
import { type Actor, createActor, Device } from '@kontor/testkit/actor';
import { act, inviteIn } from '@kontor/testkit/team';
import { expect } from '@playwright/test';
import { onLog } from './memberScripts.ts';
import { employeeOf } from './people.ts';
import type { Scene } from './scene.ts';
import type { Script } from './script.ts';
import { accountOf } from './secrets.ts';

/** Signs an act as the next entry behind a state. */
async function next(
  state: LogState,
  { seeds, cert }: Pick<AccountKeys, 'seeds' | 'cert'>,
  at: number,
  act: LogAct,
): Promise<LogEntry> {
  const entry = {
    seq: state.seq + 1,
    previousHash: state.head,
    workspaceId: state.workspaceId,
    authorId: cert.userId,
    authorKey: toBase64Url(await fingerprint(cert)),
    at,
    ...act,
  } as UnsignedLogEntry;
  const signature = await signBytes(seeds.ed25519, logEntryBytes(entry));
  return { ...entry, signature: toBase64Url(signature) } as LogEntry;
}

const folded = (log: readonly LogEntry[]) => foldLog(undefined, log, logCrypto);

/** Returns why the client's fold refuses a log; undefined where it takes it. */
const faultOf = (log: readonly LogEntry[]): Promise<string | undefined> =>
  folded(log).then(
    () => undefined,
    (error) => error.fault,
  );

/** Makes an invitation by the scene's owner, with the keys of its link. */
async function invitation(scene: Scene, state: LogState, at: number) {
  const secret = createInvitationSecret();
  const link = await createInvitationKeys(
    secret,
    { workspaceId: state.workspaceId, invitationId: randomUUID() },
    at,
  );
  const payload = { cert: link.cert, role: 'EMPLOYEE', expiresAt: at + dayMs } as const;
  return { link, entry: await next(state, await accountOf(scene.actor), at, { type: 'invite', payload }) };
}

/** Sends an entry by itself to the honest server, and returns the code with which it is refused. */
async function refusalOf({ actor, workspace }: Scene, entry: LogEntry): Promise<string> {
  const transport = syncTransport(actor.device.http.forWorkspace(workspace.id));
  const changes = [{ name: 'log.append' as const, args: { entry } }];
  return transport.apply({ id: randomUUID(), workspaceId: workspace.id, changes }).then(
    () => 'taken',
    (error) => error.code,
  );
}

const poisonedTimes: Script = {
  ...onLog(
    'M41',
    'the log goes on with an entry that is dated before the one that it follows',
    async (log, scene) => {
      const state = await folded(log);
      const { entry } = await invitation(scene, state, state.at - 1);
      expect(await faultOf([...log, entry])).toBe('wrong-time');
      const control = await invitation(scene, state, state.at);
      expect(await faultOf([...log, control.entry]), 'the same of the same moment').toBeUndefined();
      return [...log, entry];
    },
  ),
  // Whoever is inside signs one of the far future: the server does not take it, and so the next one still finds its place.
  also: async (scene) => {
    const log = (await scene.everything()).log;
    const state = await folded(log);
    const times = [2 ** 53 - 1 - 8 * dayMs, Date.now() + 11 * 60_000, Date.now() - 11 * 60_000];
    const refusals = [];
    for (const at of times) refusals.push(await refusalOf(scene, (await invitation(scene, state, at)).entry));
    expect(refusals).toEqual(times.map(() => 'WRONG_TIME'));
    // The control is refused for coming without its keys and address, which is looked at later.
    expect(await refusalOf(scene, (await invitation(scene, state, Date.now())).entry)).toBe('LOG_REFUSED');
    expect((await scene.everything()).log).toHaveLength(log.length);
    const team = await scene.workspace.team();
    await team.invite({ email: `guest-${randomUUID()}@example.org`, role: 'EMPLOYEE' });
    expect((await scene.everything()).log).toHaveLength(log.length + 1);
  },
};

const farFuture: Script = onLog(
  'M62',
  'the log goes on with new keys that somebody inside dated to the far future',
  async (log, scene) => {
    const state = await folded(log);
    const employee = await accountOf(await employeeOf(scene));
    const { userId } = employee.cert;
    const { cert } = await createAccountKeys(userId, Date.now());
    const rekeyed = (at: number) =>
      next(state, employee, at, { type: 'rekey', payload: { userId, cert, method: 'phrase' } });
    expect(await faultOf([...log, await rekeyed(Date.now())]), 'the same of now').toBeUndefined();
    return [...log, await rekeyed(2 ** 53 - 1)];
  },
);

/** Someone who accepts an invitation with keys of their own making. */
type Forge = (keys: AccountKeys) => Promise<KeyCert>;

/** Signs a certificate over another X-Wing key. */
const withSealingKey =
  (bend: (key: Bytes) => void): Forge =>
  async ({ cert, seeds }) => {
    const key = fromBase64Url(cert.hpkePublicKey);
    bend(key);
    const body = { ...cert, hpkePublicKey: toBase64Url(key) };
    return { ...body, signature: toBase64Url(await signBytes(seeds.ed25519, keyCertBytes(body))) };
  };

/** The neutral point as a signing key: R = the neutral point and S = 0 verify under it whatever was signed. */
const neutral = Uint8Array.of(1, ...new Uint8Array(31));
const withNeutralKey: Forge = async ({ cert }) => ({
  ...cert,
  signingPublicKey: toBase64Url(neutral),
  signature: toBase64Url(Uint8Array.of(1, ...new Uint8Array(63))),
});

/** A platform that takes every signature for a good one. */
const credulous: Verifier = { ...logCrypto, verify: async () => true };

/** Registers with a certificate at the honest server, and returns the code with which it is refused. */
async function registrationOf({ site }: Scene, cert: KeyCert): Promise<string> {
  const { http, vault } = new Device(site.server.url);
  const who = { userId: cert.userId, email: `guest-${randomUUID()}@example.org` };
  const keys = await vault.createAccount({ ...who, password: 'quiet river lantern' });
  const body = { ...keys, ...who, publicKey: cert, language: 'en' };
  return http.json('/api/users/register', { method: 'POST', body }).then(
    () => 'taken',
    (error) => error.code,
  );
}

/** Lets somebody in by a link, and removes an employee afterwards, which seals new keys to whoever came in. */
async function removeBesideGuest({ actor, site, workspace }: Scene): Promise<void> {
  const [guest, leaver] = [await createActor(site.server.url), await createActor(site.server.url)];
  for (const each of [leaver, guest]) await inviteIn(actor, workspace.id, each, { role: 'EMPLOYEE' });
  const isMember = ({ session }: Actor) => workspace.log.get()!.members.has(session.user!.id);
  await workspace.pull();
  expect([leaver, guest].map(isMember)).toEqual([true, true]);
  await act(actor, workspace.id, { type: 'remove', userId: leaver.session.user!.id });
  expect([leaver, guest].map(isMember), 'an employee is removed').toEqual([false, true]);
  await act(actor, workspace.id, { type: 'remove', userId: guest.session.user!.id });
}

const malformedKeys = (
  [
    ['M42a', 'a key that nobody can seal to', withSealingKey((key) => key.fill(0xff, 0, 3))],
    ['M42b', 'a key of small order to seal to', withSealingKey((key) => key.fill(0, 1_184))],
    ['M42c', 'a key of small order to sign with', withNeutralKey],
  ] as const
).map(([id, what, forge]): Script => {
  const script = onLog(id, `an invited person comes in with ${what}`, async (log, scene) => {
    const state = await folded(log);
    const { entry, link } = await invitation(scene, state, state.at);
    const invited = [...log, entry];
    const guest = await createAccountKeys(randomUUID(), Date.now());
    const accept = async (cert: KeyCert) => {
      const payload = { userId: link.cert.userId, cert, method: 'invitation' } as const;
      return next(await folded(invited), link, state.at, { type: 'rekey', payload });
    };
    expect(
      await faultOf([...invited, await accept(guest.cert)]),
      'the keys as they were made',
    ).toBeUndefined();
    const cert = await forge(guest);
    const forged = [...invited, await accept(cert)];
    // Whatever the platform takes: newer ones refuse keys of small order themselves.
    expect(await isValidCert(cert, credulous)).toBe(false);
    expect(await isValidCert(guest.cert, credulous), 'the keys as they were made').toBe(true);
    expect(await faultOf(forged)).toBe('bad-certificate');
    expect(await registrationOf(scene, cert)).toBe('BAD_INPUT');
    expect(await registrationOf(scene, guest.cert), 'the keys as they were made').toBe('taken');
    return forged;
  });
  return {
    ...script,
    honest: async (scene) => {
      await removeBesideGuest(scene);
      return script.honest(scene);
    },
  };
});

export const admissionScripts: Script[] = [poisonedTimes, farFuture, ...malformedKeys];
