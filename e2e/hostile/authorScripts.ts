/**
 * Scripts in which somebody who could write once goes on with the database: their records come sealed under keys that they
 * hold, and signed by themselves. The server hands them out like any other.
 */
import { randomUUID } from 'node:crypto';
import type { PlainRecord } from '@kontor/client/vault/plainRecord';
import type { SealedRecord } from '@kontor/contract/entity/entity';
import { personnelId } from '@kontor/contract/nouns/personnel';
import { sealRecord, sealTombstone } from '@kontor/crypto/record';
import { openRecords } from '@kontor/crypto/recordBatch';
import { importScopeKey } from '@kontor/crypto/scopeKey';
import { type Actor, createActor } from '@kontor/testkit/actor';
import { act, createCustomer, takeIn } from '@kontor/testkit/team';
import { expect } from '@playwright/test';
import { withDatabase } from '../database.ts';
import { onSync, type Rewrite } from './proxy.ts';
import { isAbsent, isShown, leave, type Scene, type View } from './scene.ts';
import type { Script } from './script.ts';
import { keysOf } from './secrets.ts';

const refused = (kind: string) => new RegExp(`was not opened\\. \\(${kind}\\)`);

/** Valid, and of nobody. */
const ibans = ['DE89370400440532013000', 'AT611904300234573201'] as const;

/** Puts a row among those of its scope: at a revision, or as the newest where none is given. */
const injected = (row: SealedRecord, revision?: number): Rewrite =>
  onSync((answer) => ({
    ...answer,
    scopes: answer.scopes.map((scope) =>
      scope.id === row.scopeId && scope.rows.length > 0
        ? { ...scope, rows: [...scope.rows, { ...row, revision: revision ?? scope.cursor }] }
        : scope,
    ),
  }));

/** Seals a record as somebody's own client does, with what it knows of keys and log at this moment. */
async function sealedBy(who: Actor, workspaceId: string, record: PlainRecord): Promise<SealedRecord> {
  const [sealed] = await who.device.vault.sealRecords(workspaceId, [record]);
  const { plain: _, ...row } = record;
  return { ...row, revision: 0, sealed: sealed!, deleted: false, updatedAt: Date.now() };
}

/** Adds another admin of the firm, who has pulled everything. */
async function secondAdmin(scene: Scene): Promise<Actor> {
  const admin = await createActor(scene.site.server.url);
  await takeIn(scene.actor, scene.workspace.id, admin, { role: 'ADMIN' });
  await scene.workspace.pull();
  await (await admin.open(scene.workspace.id)).pull();
  return admin;
}

const home = ({ workspace }: Scene) => `/${workspace.id}/customers`;

/** Returns the personnel file of the person, as the honest server has it now. */
function ownFile({ workspace, actor }: Scene): PlainRecord & { version: number } {
  const userId = actor.session.user!.id;
  const id = personnelId(userId);
  const version = workspace.collections.personnel.get(id)?.version ?? 0;
  const scopeId = workspace.scopeOf('admins');
  return { entity: 'personnel', id, scopeId, version, refs: { userId }, plain: {} };
}

/** Has an admin write the first IBAN into the person's file. Returns the file as it is then. */
async function withIban(scene: Scene, admin: Actor): Promise<ReturnType<typeof ownFile>> {
  const { id, scopeId, refs } = ownFile(scene);
  const theirs = await admin.open(scene.workspace.id);
  if (theirs.collections.personnel.get(id)) theirs.update('personnel', id, { iban: ibans[0] });
  else theirs.create('personnel', scopeId, { id, ...refs, iban: ibans[0] } as never);
  await theirs.outbox.sent();
  await scene.workspace.pull();
  return ownFile(scene);
}

/** Writes something into the admins' scope, so that browsers pull it. */
async function stirAdmins({ workspace }: Scene): Promise<void> {
  const [business] = workspace.collections.business.all();
  const companyName = randomUUID();
  if (business) workspace.update('business', business.id, { companyName });
  else workspace.create('business', workspace.scopeOf('admins'), { companyName, id: workspace.id } as never);
  await workspace.outbox.sent();
}

/** Returns the script in which an admin changes an IBAN, is removed, and changes it again. */
function removedAdmin(id: string, title: string, kind: string, revision?: number): Script {
  let row: SealedRecord;
  return {
    id,
    title,
    refusal: refused(kind),
    // The control: while they are an admin, what they write is taken.
    honest: async (scene) => {
      const { workspace } = scene;
      const admin = await secondAdmin(scene);
      const file = await withIban(scene, admin);
      row = await sealedBy(admin, workspace.id, {
        ...file,
        version: file.version + 1,
        plain: { iban: ibans[1] },
      });
      await admin.session.workspaces.close();
      await scene.member.page.goto(home(scene));
      await isShown(scene.member.page, ibans[0]);
      await act(scene.actor, workspace.id, { type: 'remove', userId: admin.session.user!.id });
      await stirAdmins(scene);
      return scene.member.page;
    },
    attack: async () => injected(row, revision),
    suffer: async (scene) => {
      await stirAdmins(scene);
      return scene.member.page;
    },
    also: async (_, page) => {
      await isShown(page, ibans[0]);
      await isAbsent(page, ibans[1]);
    },
  };
}

/**
 * Returns the script in which, while an admin is removed, the server tells the one who removes them of a
 * future that their scope does not have yet.
 */
function overstatedCut(): Script {
  let row: SealedRecord;
  let leaver: Actor;
  let remover: Actor;
  const ahead = 1_000;
  const older = 'The server served an older state. It was refused.';
  const shift = ({ site, workspace }: Scene, by: number) =>
    withDatabase(site.server.dataPath, async (client) => {
      const { rowCount } = await client.query('UPDATE scope SET revision = revision + $2 WHERE id = $1', [
        workspace.scopeOf('admins'),
        by,
      ]);
      expect(rowCount, 'scopes that were moved').toBe(1);
    });
  // Others may have heard of what the server said for a moment.
  const arrive = async (scene: Scene) => {
    const fresh = await scene.newcomer();
    await fresh.signIn();
    await fresh.page.goto(home(scene));
    return fresh.page;
  };
  return {
    id: 'M64',
    title: 'a removal names revisions that the server made up, and who was removed writes below them',
    refusal: older,
    mayCall: ['/api/auth/callback/credentials'],
    honest: async (scene) => {
      const { workspace } = scene;
      [leaver, remover] = [await secondAdmin(scene), await secondAdmin(scene)];
      const file = await withIban(scene, leaver);
      const next = { ...file, version: file.version + 1, plain: { iban: ibans[1] } };
      row = await sealedBy(leaver, workspace.id, next);
      await leaver.session.workspaces.close();
      const page = await arrive(scene);
      await isShown(page, ibans[0]);
      return page;
    },
    attack: async (scene) => {
      await shift(scene, ahead);
      await (await remover.open(scene.workspace.id)).pull();
      await act(remover, scene.workspace.id, { type: 'remove', userId: leaver.session.user!.id });
      await remover.session.workspaces.close();
      await shift(scene, -ahead);
      return injected(row);
    },
    suffer: arrive,
    also: (_, page) => isAbsent(page, ibans[1]),
    // Once the server shows what the admin was told, nothing is doubted.
    afterwards: async (scene, page) => {
      await shift(scene, ahead);
      await isShown(page, ibans[0]);
      await isAbsent(page, older);
      await leave(page);
      await scene.workspace.pull();
    },
  };
}

/**
 * Returns the script in which an admin becomes an employee, who goes on holding the customer's key, and
 * renames the customer.
 */
function demotedAdmin(): Script {
  let row: SealedRecord;
  const names = [randomUUID(), randomUUID()] as const;
  return {
    id: 'M35',
    title: 'somebody who is an admin no more renames a customer, dated back',
    refusal: refused('forged-author'),
    honest: async (scene) => {
      const { workspace, actor } = scene;
      const customerId = await createCustomer(actor, workspace.id);
      const admin = await secondAdmin(scene);
      const theirs = await admin.open(workspace.id);
      theirs.update('customer', customerId, { name: names[0] });
      await theirs.outbox.sent();
      await workspace.pull();
      const {
        version,
        updatedAt: _,
        authorId: __,
        id,
        scopeId,
        ...plain
      } = workspace.collections.customer.get(customerId)!;
      row = await sealedBy(admin, workspace.id, {
        entity: 'customer',
        id,
        scopeId,
        version: version + 1,
        refs: {},
        plain: { ...plain, name: names[1] },
      });
      await admin.session.workspaces.close();
      await scene.member.page.goto(home(scene));
      await isShown(scene.member.page, names[0]);
      const userId = admin.session.user!.id;
      await act(actor, workspace.id, { type: 'role', userId, role: 'EMPLOYEE' });
      return scene.member.page;
    },
    attack: async () => injected(row),
    suffer: async (scene) => {
      shareFolder(scene, row.scopeId);
      await scene.workspace.outbox.sent();
      return scene.member.page;
    },
    also: async (_, page) => {
      await isShown(page, names[0]);
      await isAbsent(page, names[1]);
    },
  };
}

/** Shows a customer a folder. Returns its name and the record's id. */
function shareFolder({ workspace }: Scene, customerId: string): { id: string; name: string } {
  const name = randomUUID();
  const documentId = randomUUID();
  const { id } = workspace.create('share', customerId, { kind: 'folder', name, documentId });
  return { id, name };
}

/**
 * Returns the script in which a tombstone that nobody signed hides a task from a device that knows nothing.
 */
function unsignedTombstone(): Script {
  let title: string;
  let fresh: { page: View };
  const arrive = async (scene: Scene) => {
    const visitor = await scene.newcomer();
    await visitor.signIn();
    await visitor.page.goto(`/${scene.workspace.id}/projects/${scene.projectId}/tasks`);
    return visitor;
  };
  return {
    id: 'M36',
    title: 'a device that knows nothing is served a deletion that nobody signed',
    refusal: refused('malformed'),
    mayCall: ['/api/auth/callback/credentials'],
    honest: async (scene) => {
      await scene.turnPage();
      title = scene.title();
      const gone = scene.workspace.create('task', scene.projectId, { title: scene.title() });
      scene.workspace.create('task', scene.projectId, { title });
      await scene.workspace.outbox.sent();
      // The control: a deletion that its author signed is taken.
      scene.workspace.remove('task', gone.id);
      await scene.workspace.outbox.sent();
      const { page } = await arrive(scene);
      await isShown(page, title);
      await isAbsent(page, gone.title);
      return page;
    },
    attack: async (scene) => {
      const answer = await scene.everything();
      const { byScope } = await keysOf(scene.actor, scene.workspace.id, answer);
      const key = await importScopeKey(byScope.get(scene.projectId)!.at(-1)!);
      const task = scene.workspace.collections.task.all().find((each) => each.title === title)!;
      const { rows } = answer.scopes.find(({ id }) => id === scene.projectId)!;
      const row = rows.find(({ id }) => id === task.id)!;
      const place = { ...row, workspaceId: scene.workspace.id, version: row.version + 1 };
      const sealed = await sealTombstone(key, place, new Uint8Array(0));
      const buried = { ...row, version: row.version + 1, sealed, deleted: true };
      return onSync((each) => ({
        ...each,
        scopes: each.scopes.map((scope) => ({
          ...scope,
          rows: scope.rows.map((old) => (old.id === row.id ? buried : old)),
        })),
      }));
    },
    suffer: async (scene) => {
      fresh = await arrive(scene);
      return fresh.page;
    },
    afterwards: async (_, page) => {
      await page.reload();
      await isShown(page, title);
    },
  };
}

/**
 * Returns the script in which a customer's user, who holds the key, seals a share that was revoked anew, with
 * the words that the staff signed.
 */
function revivedShare(): Script {
  let row: SealedRecord;
  let customerId: string;
  let name: string;
  return {
    id: 'M38',
    title: 'a revoked share comes back at a new version, with the signature of the old one',
    refusal: refused('forged-author'),
    honest: async (scene) => {
      const { workspace, actor } = scene;
      customerId = await createCustomer(actor, workspace.id);
      const share = shareFolder(scene, customerId);
      name = share.name;
      await workspace.outbox.sent();
      await scene.member.page.goto(home(scene));
      await isShown(scene.member.page, name);
      const before = await scene.everything();
      const old = before.scopes.find(({ id }) => id === customerId)!.rows.find(({ id }) => id === share.id)!;
      const { byScope } = await keysOf(actor, workspace.id, before);
      const key = await importScopeKey(byScope.get(customerId)!.at(-1)!);
      const [opened] = await openRecords(new Map([[key.kidText, key]]), workspace.id, [old]);
      if (opened?.state !== 'open') throw new Error('the share does not open');
      workspace.remove('share', share.id);
      await workspace.outbox.sent();
      await isAbsent(scene.member.page, name);
      const version = old.version + 2;
      const sealed = await sealRecord(key, { ...old, workspaceId: workspace.id, version }, opened.signed);
      row = { ...old, version, sealed };
      return scene.member.page;
    },
    attack: async () => injected(row),
    suffer: async (scene) => {
      shareFolder(scene, customerId);
      await scene.workspace.outbox.sent();
      return scene.member.page;
    },
    also: (_, page) => isAbsent(page, name),
  };
}

/** Returns the script in which the server keeps back the entry of the member log that a new record names. */
function frozenLog(): Script {
  let title: string;
  return {
    id: 'M40',
    title: 'the member log stands still beside live records',
    refusal: 'The server keeps news about the members from this device',
    honest: async (scene) => {
      await scene.turnPage();
      await secondAdmin(scene);
      const honest = scene.title();
      scene.workspace.create('task', scene.projectId, { title: honest });
      await scene.workspace.outbox.sent();
      await isShown(scene.member.page, honest);
      return scene.member.page;
    },
    attack: async (scene) => {
      title = scene.title();
      const { length } = scene.workspace.logEntries();
      return onSync((answer) => ({ ...answer, log: answer.log.filter(({ seq }) => seq < length) }));
    },
    suffer: async (scene) => {
      await secondAdmin(scene);
      scene.workspace.create('task', scene.projectId, { title });
      await scene.workspace.outbox.sent();
      return scene.member.page;
    },
    also: (_, page) => isAbsent(page, title),
    afterwards: async (scene, page) => {
      // A browser asks when there is something new.
      scene.workspace.create('task', scene.projectId, { title: scene.title() });
      await scene.workspace.outbox.sent();
      await isShown(page, title);
    },
  };
}

const contentOf = (text: string) => ({
  type: 'doc',
  content: [{ type: 'paragraph', content: [{ type: 'text', text }] }],
});

/**
 * Returns the script in which another admin comments below a task, beside its owner, and then in the owner's
 * place.
 */
function strangeComment(
  id: string,
  title: string,
  lie: (of: { scene: Scene; admin: Actor; commentId: string; text: string }) => Promise<Rewrite | undefined>,
): Script {
  let admin: Actor;
  let commentId: string;
  const [own, theirs, lied] = [randomUUID(), randomUUID(), randomUUID()];
  const say = ({ workspace, projectId }: Scene, userId: string, text: string, by = workspace) => {
    const [task] = by.collections.task.where('container', projectId);
    return by.create('comment', projectId, {
      taskId: task!.id,
      userId,
      notifyIds: [],
      createdAt: Date.now(),
      content: contentOf(text),
    });
  };
  return {
    id,
    title,
    refusal: refused('forged-author'),
    // The control: each of them speaks for themselves.
    honest: async (scene) => {
      await scene.turnPage();
      admin = await secondAdmin(scene);
      const there = await admin.open(scene.workspace.id);
      await there.pull();
      commentId = say(scene, scene.actor.session.user!.id, own).id;
      await scene.workspace.outbox.sent();
      say(scene, admin.session.user!.id, theirs, there);
      await there.outbox.sent();
      await there.pull();
      for (const text of [own, theirs]) await isShown(scene.member.page, text);
      return scene.member.page;
    },
    attack: (scene) => lie({ scene, admin, commentId, text: lied }),
    suffer: async (scene) => {
      scene.workspace.create('task', scene.projectId, { title: scene.title() });
      await scene.workspace.outbox.sent();
      return scene.member.page;
    },
    also: async (_, page) => {
      for (const text of [own, theirs]) await isShown(page, text);
      await isAbsent(page, lied);
    },
  };
}

/** An admin's own program writes it, on a server that is honest. */
const spokenFor = strangeComment(
  'M48',
  'an admin’s program comments in the name of somebody else',
  async ({ scene, admin, commentId, text }) => {
    const there = await admin.open(scene.workspace.id);
    const { taskId, userId } = there.collections.comment.get(commentId)!;
    there.create('comment', scene.projectId, {
      taskId,
      userId,
      notifyIds: [],
      createdAt: Date.now(),
      content: contentOf(text),
    });
    await there.outbox.sent();
    return undefined;
  },
);

/** It is written over by whoever has the database, who names and signs as themselves. */
const takenOver = strangeComment(
  'M49',
  'somebody’s comment becomes that of somebody else, who changes it',
  async ({ scene, admin, commentId, text }) => {
    const {
      version,
      updatedAt: _,
      authorId: __,
      userId: ___,
      taskId,
      notifyIds,
      ...plain
    } = scene.workspace.collections.comment.get(commentId)!;
    const refs = { taskId: taskId!, userId: admin.session.user!.id, notifyIds };
    const row = await sealedBy(admin, scene.workspace.id, {
      entity: 'comment',
      id: commentId,
      scopeId: scene.projectId,
      version: version + 1,
      refs,
      plain: { ...plain, content: contentOf(text) },
    });
    return injected(row);
  },
);

export const authorScripts: Script[] = [
  removedAdmin('M33', 'an admin who was removed changes an IBAN', 'superseded-key'),
  removedAdmin('M34', 'an admin who was removed changes an IBAN, dated back', 'backdated', 1),
  overstatedCut(),
  demotedAdmin(),
  unsignedTombstone(),
  revivedShare(),
  frozenLog(),
  spokenFor,
  takenOver,
];
