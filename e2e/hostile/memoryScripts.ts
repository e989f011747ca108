/**
 * Scripts in which the server makes devices forget, and then lies about the past: it ends sessions, drops or damages
 * pins, hands out older keys, serves another log; and in which it lifts what the log says, or lets an outsider's key in.
 */
import { randomUUID } from 'node:crypto';
import { syncTransport } from '@kontor/client/http/syncTransport';
import { createProject } from '@kontor/client/nouns/project';
import { LocalVault } from '@kontor/client/vault/localVault';
import type { LogEntry } from '@kontor/contract/memberLog/entries';
import { dayMs } from '@kontor/contract/time/day';
import type { Account } from '@kontor/contract/wire/account';
import { fromBase64Url, toBase64Url } from '@kontor/contract/wire/bytes';
import type { ScopeKey } from '@kontor/contract/wire/scope';
import { sealAccount } from '@kontor/crypto/account';
import { noMemory } from '@kontor/crypto/accountMemory';
import { sealGrant } from '@kontor/crypto/grant';
import { wrapPreviousKey } from '@kontor/crypto/keyWrap';
import { createScopeKey, kidTextOf } from '@kontor/crypto/scopeKey';
import { sixWords } from '@kontor/crypto/sixWords';
import { createActor } from '@kontor/testkit/actor';
import { act, takeIn } from '@kontor/testkit/team';
import { expect, type Page } from '@playwright/test';
import { isBelieved } from '../storage.ts';
import { damagedMemory, locked, NodeView, unconfirmedLog } from './nodeView.ts';
import { employeeOf } from './people.ts';
import { onSync, type Rewrite } from './proxy.ts';
import {
  confirmWords,
  isAbsent,
  isShown,
  leave,
  type Scene,
  signInAgain,
  type View,
  type Visitor,
} from './scene.ts';
import { posted, type Script } from './script.ts';
import { accountOf, keysOf } from './secrets.ts';
import { endSession, inDatabase, readTask, writeTask } from './stored.ts';

const signsIn = ['/api/auth/callback/credentials'];
const tasks = ({ workspace, projectId }: Scene) => `/${workspace.id}/projects/${projectId}/tasks`;

/** Brings a newcomer before the tasks of the scene's project. */
async function arrive(scene: Scene): Promise<View> {
  const there = await scene.newcomer();
  await there.signIn();
  await there.page.goto(tasks(scene));
  return there.page;
}

/** Does the same, once the account's keys carry what the sign-in knows: another page would cut that off. */
async function arriveRenewed(scene: Scene): Promise<View> {
  const { exchanges } = scene.site.proxy;
  const start = exchanges.length;
  const there = await scene.newcomer();
  await there.signIn();
  const isRenewed = () =>
    exchanges
      .slice(start)
      .some(({ method, path, status }) => method === 'PUT' && path === '/api/account/keys' && status === 200);
  await expect.poll(isRenewed, 'the keys are renewed').toBe(true);
  await there.page.goto(tasks(scene));
  return there.page;
}

/** Waits until a browser keeps the project's records as verified; the client in Node has them so once they are pulled. */
const isLoaded = async ({ projectId }: Scene, view: View): Promise<void> =>
  view instanceof NodeView ? undefined : isBelieved(view as Page, projectId);

/**
 * Returns the script of M30: a record is set back, and the session deleted so that the browser forgets what
 * it saw.
 */
const rolledBack = (): Script => {
  let there: Visitor;
  let id = '';
  const [older, newer, since] = ['Before the change', 'After the change', 'Written since'];
  const asNew =
    'UPDATE task SET revision = (SELECT revision + 1 FROM scope WHERE scope.id = task.scope_id) WHERE id = $1';
  let row: Record<string, unknown>;
  let present: Record<string, unknown>;
  /** Resolves with the same browser, signed in again. */
  const returned = async (scene: Scene) => {
    await signInAgain(there);
    await there.page.goto(tasks(scene));
    return there.page;
  };
  return {
    id: 'M30',
    title: 'a record is set back and the session deleted, and the person signs in again',
    refusal: 'The server served an older state. It was refused.',
    mayCall: signsIn,
    honest: async (scene) => {
      await scene.turnPage();
      const { workspace } = scene;
      ({ id } = workspace.create('task', scene.projectId, { title: older }));
      await workspace.outbox.sent();
      row = await readTask(scene, id);
      workspace.update('task', id, { title: newer });
      await workspace.outbox.sent();
      present = await readTask(scene, id);
      there = await scene.newcomer();
      await there.signIn();
      await there.page.goto(tasks(scene));
      await isShown(there.page, newer);
      // It shows before its author is verified, and is remembered only then.
      await isLoaded(scene, there.page);
      // Ending a session alone is no lie: who signs in again finds everything.
      await endSession(scene, there.page);
      return returned(scene);
    },
    attack: async (scene) => {
      await writeTask(scene, id, row);
      await endSession(scene, there.page);
      return undefined;
    },
    suffer: returned,
    also: async (scene, page) => {
      await isAbsent(page, older);
      // Nor does the next start take it, though it comes as new, in one answer with something that is.
      await page.reload();
      await inDatabase(scene, asNew, [id]);
      scene.workspace.create('task', scene.projectId, { title: since });
      await scene.workspace.outbox.sent();
      await isShown(page, since);
      await isShown(page, 'The server served an older state. It was refused.');
      await isAbsent(page, older);
    },
    afterwards: async (scene, page) => {
      await writeTask(scene, id, present);
      await page.reload();
      await isShown(page, newer);
      await leave(page);
    },
  };
};

/**
 * Forges a workspace of the server's own under the true ids: a ghost owns it, and everybody's true
 * certificate is in it.
 */
async function forgedWorkspace(scene: Scene) {
  const { workspace, actor } = scene;
  const ghost = new LocalVault();
  const userId = randomUUID();
  await ghost.createAccount({ userId, email: 'ghost@example.org', password: 'correct horse battery' });
  const [admins, staff] = [workspace.scopeOf('admins'), workspace.scopeOf('staff')];
  const at = Date.now() - 20 * dayMs;
  const ids = { workspaceId: workspace.id, adminsScopeId: admins, staffScopeId: staff, at };
  const made = await ghost.createWorkspaceKeys(ids);
  const log: LogEntry[] = [made.entry];
  const keys: ScopeKey[] = [...made.keys];
  const take = async ({ entries, keys: rows }: { entries: LogEntry[]; keys: ScopeKey[] }) => {
    log.push(...entries);
    keys.push(...rows);
    await ghost.takeLog(workspace.id, log, 'server');
  };
  const { cert } = await accountOf(actor);
  const words = (await sixWords(cert)).join(' ');
  await take(await ghost.signConfirmedAct(workspace.id, { type: 'add', cert, role: 'ADMIN' }, words, at + 1));
  // The bait: whoever withdraws it makes new keys, and grants them to all who are in the log.
  const bait = { invitationId: randomUUID(), role: 'ADMIN', at: at + 2, expiresAt: at + 7 * dayMs } as const;
  await take(await ghost.createInvitation(workspace.id, bait));
  await ghost.close();
  return { log, keysOf: (scopeId: string) => keys.filter((key) => key.scopeId === scopeId) };
}

/** Changes the account that the server hands out, and every answer to a pull. */
async function withForgery(scene: Scene, account: (known: Account) => Account): Promise<Rewrite> {
  const { log, keysOf } = await forgedWorkspace(scene);
  const lie = onSync((answer) => ({
    ...answer,
    log,
    scopes: answer.scopes.map((scope) => ({ ...scope, rows: [], keys: keysOf(scope.id) })),
  }));
  return async (exchange) => {
    const path = exchange.path.split('?')[0];
    if (path === '/api/account' && exchange.method === 'GET' && exchange.status === 200)
      return Buffer.from(JSON.stringify(account(JSON.parse(`${exchange.responseBody}`) as Account)));
    return lie(exchange);
  };
}

/** Shows the person another log, and an account without its pins or, besides, with its keys as they were before these. */
async function forget(scene: Scene, hasOldKeys: boolean): Promise<Rewrite> {
  const { wrapKey, ...keys } = await accountOf(scene.actor);
  const privateKey = toBase64Url(await sealAccount(wrapKey, keys, noMemory));
  return withForgery(scene, (known) => ({ ...known, pins: [], ...(hasOldKeys && { privateKey }) }));
}

/**
 * Runs the control: to somebody else the server tells the same lie, and they say that the words are right.
 * Their device takes the bait; returns how long that took, in ms.
 */
async function takesBait(scene: Scene): Promise<number> {
  const { site } = scene;
  const { exchanges, rewrites } = site.proxy;
  const actor = await createActor(site.server.url);
  const workspace = await actor.open(await actor.createWorkspace());
  const theirs: Scene = { ...scene, actor, workspace };
  const visitor = await scene.visitor(actor.person, workspace.id);
  const { page } = visitor;
  rewrites.push(await forget(theirs, true));
  await visitor.signIn();
  await page.goto(`/${workspace.id}/projects`);
  await isShown(page, unconfirmedLog);
  const start = exchanges.length;
  const confirmedAt = performance.now();
  await confirmWords(page);
  const appended = () => posted(exchanges.slice(start)).filter((each) => each.includes(' log.append '));
  await expect.poll(appended, 'the bait is withdrawn').not.toEqual([]);
  const took = performance.now() - confirmedAt;
  rewrites.length = 0;
  await leave(page);
  await actor.session.signOut({ discard: true });
  return took;
}

/**
 * Returns the script of M31: pins and log are replaced, with an expired invitation as bait for an admin's
 * device.
 */
const replacedLog = (title: string, refusal: string | RegExp, hasOldKeys: boolean): Script => {
  /** ms within which the bait would be taken. */
  let baited = 0;
  return {
    id: 'M31',
    title,
    refusal,
    mayCall: signsIn,
    honest: async (scene) => {
      baited = await takesBait(scene);
      // The account's keys carry the pin once somebody has signed in since the workspace was founded.
      await leave(await arriveRenewed(scene));
      const page = await arrive(scene);
      await isLoaded(scene, page);
      await isAbsent(page, unconfirmedLog);
      return page;
    },
    attack: (scene) => forget(scene, hasOldKeys),
    suffer: arrive,
    also: async (scene, page) => {
      // What would be done by itself would have begun by the time that everything is here twice over, and the control's is past.
      await page.goto(tasks(scene));
      await page.reload();
      await isShown(page, refusal);
      await new Promise((wake) => setTimeout(wake, 2 * baited));
    },
    afterwards: async (_, page) => leave(page),
  };
};

/** Returns the script of M32: what the server keeps of the account's pins is damaged. */
const damagedPin = (): Script => {
  let pins: Record<string, unknown>[];
  let before: View;
  const place = 'WHERE account_id = $1 AND workspace_id = $2';
  const who = ({ actor, workspace }: Scene) => [actor.session.user!.id, workspace.id];
  const write = (scene: Scene, sealed: unknown) =>
    inDatabase(scene, `UPDATE account_pin SET sealed = $3 ${place}`, [...who(scene), sealed]);
  return {
    id: 'M32',
    title: 'the account’s pin is damaged, and the person signs in',
    refusal: damagedMemory,
    mayCall: signsIn,
    honest: async (scene) => {
      before = await arriveRenewed(scene);
      return before;
    },
    attack: async (scene) => {
      // It may be about to renew the pin.
      await leave(before);
      pins = await inDatabase(scene, `SELECT sealed FROM account_pin ${place}`, who(scene));
      await write(scene, Buffer.alloc(165, 7));
      return undefined;
    },
    suffer: arrive,
    // Sign-in goes on, and the keys remember the log besides: the workspace is confirmed.
    also: async (_, page) => isAbsent(page, unconfirmedLog),
    afterwards: async (scene, page) => {
      await write(scene, pins[0]!.sealed);
      await leave(page);
      const next = await arrive(scene);
      await isAbsent(next, damagedMemory);
      await leave(next);
    },
  };
};

/**
 * Has the employee grant the next key of a private project to the admins and themself, and seal under it what
 * they hold of the project's: its key, or one of their own making. Returns the lie, and the key's id.
 */
async function nextKey(scene: Scene, projectId: string, previousKid: string) {
  const { workspace } = scene;
  const employee = await employeeOf(scene);
  const transport = syncTransport(employee.device.http.forWorkspace(workspace.id));
  const answer = await transport.sync({ workspaceId: workspace.id, cursors: {}, logLength: 0 });
  const { byScope, ...account } = await keysOf(employee, workspace.id, answer);
  const { adminsPublicKey, scopes } = workspace.log.get()!;
  const admins = scopes.get(workspace.scopeOf('admins'))!;
  const key = createScopeKey();
  const place = { workspaceId: workspace.id, scopeId: projectId, generation: 2 };
  const grant = await sealGrant(
    account,
    { recipientId: 'admins', publicKey: fromBase64Url(adminsPublicKey) },
    {
      ...place,
      key,
      previousKid,
      readers: ['admins', account.cert.userId],
      adminsKid: admins.kids.get(admins.generation)!,
    },
  );
  const held = byScope.get(projectId) ?? [];
  const kids = await Promise.all(held.map(kidTextOf));
  const older = await wrapPreviousKey(key, place, held[kids.indexOf(previousKid)] ?? createScopeKey());
  const offered = {
    ...({ id: projectId, kind: 'project', access: 'private' } as const),
    cursor: 99,
    rows: [],
    keys: [grant, { ...older, previousKid }],
    isWhole: true,
  };
  const lie = onSync((answer) => ({
    ...answer,
    scopes: [...answer.scopes.filter(({ id }) => id !== projectId), offered],
  }));
  return { lie, kid: await kidTextOf(key) };
}

/** Returns the script of M37: somebody who works here and is not in a private project grants its next key. */
const outsidersKey = (): Script => {
  let projectId = '';
  let kid = '';
  const path = ({ workspace }: Scene, id: string) => `/${workspace.id}/projects/${id}/tasks`;
  /** Shows the person a new private project; returns its id. */
  const showPrivate = async (scene: Scene, memberIds: string[]) => {
    const { id } = createProject(scene.workspace, { name: 'Board', memberIds }, 'private');
    scene.workspace.create('task', id, { title: 'Salaries' });
    await scene.workspace.outbox.sent();
    const { page } = scene.member;
    await page.goto(path(scene, id));
    await isShown(page, 'Salaries');
    return id;
  };
  return {
    id: 'M37',
    title: 'an employee outside a private project grants the key of its next generation',
    refusal: 'The server offered access that no member has confirmed. It was refused.',
    honest: async (scene) => {
      const employee = await employeeOf(scene);
      await scene.turnPage();
      const page = scene.member.page as NodeView;
      // The control: the same grant by the same employee, of a project in which they are.
      const theirs = await showPrivate(scene, [employee.session.user!.id]);
      const next = await nextKey(scene, theirs, await page.sealsUnder(theirs));
      scene.site.proxy.rewrites.push(next.lie);
      await page.goto(path(scene, theirs));
      expect(await page.sealsUnder(theirs), 'the key of who is in').toBe(next.kid);
      scene.site.proxy.rewrites.length = 0;
      await isAbsent(page, 'no member has confirmed');
      projectId = await showPrivate(scene, []);
      kid = await page.sealsUnder(projectId);
      return page;
    },
    attack: async (scene) => (await nextKey(scene, projectId, kid)).lie,
    suffer: async (scene) => {
      await scene.member.page.goto(path(scene, projectId));
      return scene.member.page;
    },
    also: async (_, page) => expect(await (page as NodeView).sealsUnder(projectId)).toBe(kid),
    afterwards: async (scene, page) => {
      await page.reload();
      await page.goto(tasks(scene));
    },
  };
};

/**
 * Returns the script of M43: the log locks somebody out; the server's table says otherwise, on the device
 * that they had before.
 */
const liftedLock = (): Script => {
  let view: NodeView;
  let userId = '';
  return {
    id: 'M43',
    title: 'somebody is LOCKED in the log and set to ACTIVE in the table, on their old device',
    refusal: locked,
    honest: async (scene) => {
      await scene.turnPage();
      const dora = await createActor(scene.site.server.url, { firstName: 'Dora' });
      await takeIn(scene.actor, scene.workspace.id, dora, { role: 'EMPLOYEE' });
      userId = dora.session.user!.id;
      view = new NodeView(scene.site.url, dora.person, scene.workspace.id);
      await view.signIn();
      await view.goto(`/${scene.workspace.id}/projects`);
      await isShown(view, 'Project');
      expect(await view.sealsUnder(scene.projectId)).toHaveLength(22);
      return view;
    },
    attack: async (scene) => {
      await act(scene.actor, scene.workspace.id, { type: 'status', userId, status: 'LOCKED' });
      await inDatabase(
        scene,
        `UPDATE membership SET status = 'ACTIVE' WHERE workspace_id = $1 AND user_id = $2`,
        [scene.workspace.id, userId],
      );
      return undefined;
    },
    suffer: async (scene): Promise<View> => {
      await view.goto(`/${scene.workspace.id}/projects`);
      return view;
    },
    also: async (scene, page) => {
      await isAbsent(page, 'Project');
      await expect(view.sealsUnder(scene.projectId)).rejects.toMatchObject({ name: 'TrustError' });
      // Nor does starting the browser anew help.
      await page.reload();
      await isShown(page, locked);
      await isAbsent(page, 'Project');
    },
    afterwards: (_, page) => leave(page),
  };
};

export const memoryScripts: Script[] = [
  rolledBack(),
  replacedLog(
    'pins and log are replaced, with an expired invitation as bait, on a device that knows nothing',
    /The answer of the server could not be verified and was refused|The server shows another workspace than/,
    false,
  ),
  replacedLog(
    'pins, log and the account’s keys are replaced by older ones, with an expired invitation as bait',
    unconfirmedLog,
    true,
  ),
  damagedPin(),
  outsidersKey(),
  liftedLock(),
];
