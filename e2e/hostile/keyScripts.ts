/** Scripts in which the server lies about the keys of scopes and about the member log that confirms them. */

import { randomBytes, randomUUID } from 'node:crypto';
import { createProject } from '@kontor/client/nouns/project';
import { createHours } from '@kontor/client/nouns/workingTime';
import type { SealedRecord } from '@kontor/contract/entity/entity';
import { type Bytes, utf8 } from '@kontor/contract/wire/bytes';
import { hoursScopeId } from '@kontor/contract/wire/hoursScope';
import type { Grant, ScopeKey } from '@kontor/contract/wire/scope';
import type { SyncScope } from '@kontor/contract/wire/sync';
import { createAccountKeys } from '@kontor/crypto/account';
import { certHpkeKey } from '@kontor/crypto/cert';
import { sealGrant } from '@kontor/crypto/grant';
import { wrapPreviousKey } from '@kontor/crypto/keyWrap';
import { sealRecord } from '@kontor/crypto/record';
import { createScopeKey, importScopeKey, kidTextOf } from '@kontor/crypto/scopeKey';
import { logCrypto } from '@kontor/crypto/signing';
import { type Actor, createActor } from '@kontor/testkit/actor';
import { act, takeIn } from '@kontor/testkit/team';
import { expect } from '@playwright/test';
import type { Person } from '../person/person.ts';
import { employeeOf } from './people.ts';
import { onSync, type Rewrite } from './proxy.ts';
import { isAbsent, isShown, leave, type Scene, type View } from './scene.ts';
import type { Script } from './script.ts';
import { accountOf, keysOf } from './secrets.ts';

const keysRefused = 'The server offered access that no member has confirmed. It was refused.';
const projects = ({ workspace }: Scene) => `/${workspace.id}/projects`;

/**
 * Forges a project as the server would: its key, its record, and a grant to the person that somebody seems to
 * have signed.
 */
async function forgedProject(
  scene: Scene,
  name: string,
  pretends: boolean,
): Promise<SyncScope<SealedRecord>> {
  const { actor, workspace } = scene;
  const { log } = await scene.everything();
  const genesis = log[0]!;
  if (genesis.type !== 'genesis') throw new Error('a log begins with its genesis');
  const owner = genesis.payload.owner;
  const stranger = await createAccountKeys(randomUUID(), Date.now());
  const id = randomUUID();
  const key = randomBytes(32) as Bytes;
  const grant: Grant = await sealGrant(
    // Certificates are public: the server can name the owner's, though it cannot sign with their key.
    pretends ? { seeds: stranger.seeds, cert: owner } : stranger,
    { recipientId: actor.session.user!.id, publicKey: certHpkeKey(owner) },
    {
      workspaceId: workspace.id,
      scopeId: id,
      generation: 1,
      key,
      previousKid: null,
      readers: [owner.userId],
    },
  );
  const context = { workspaceId: workspace.id, scopeId: id, entity: 'project', id, version: 1, refs: {} };
  const sealed = await sealRecord(await importScopeKey(key), context, utf8(JSON.stringify({ name })));
  const row = { ...context, revision: 1, sealed, deleted: false, updatedAt: Date.now() };
  return { id, kind: 'project', access: 'private', cursor: 1, rows: [row], keys: [grant], isWhole: true };
}

/** Makes new generations of the keys of admins and staff, by the honest device. */
async function rotate({ workspace }: Scene): Promise<void> {
  const scopeIds = [workspace.scopeOf('admins'), workspace.scopeOf('staff')];
  await (await workspace.team()).act({ type: 'rotate', scopeIds });
  await workspace.pull();
}

/** Checks that the person's page keeps up with a rotation: what is written under the new keys opens. */
async function rotationIsHonest(scene: Scene) {
  await rotate(scene);
  const title = scene.title();
  scene.workspace.create('task', scene.projectId, { title });
  await scene.workspace.outbox.sent();
  await isShown(scene.member.page, title);
  return scene.member.page;
}

const firstOnly = (keys: readonly ScopeKey[]) =>
  keys.filter(({ generation, type }) => generation === 1 && type !== 'previous');

/**
 * Returns the script in which an admin who was removed, with the database, lets a colleague into the person's
 * hours: the next key, by all rules but one.
 */
function strangeHours(): Script {
  let leaver: Actor;
  let rows: ScopeKey[];
  let fresh: View;
  const arrive = async (scene: Scene) => {
    const there = await scene.newcomer();
    await there.signIn();
    await there.page.goto(projects(scene));
    return there.page;
  };
  return {
    id: 'M63',
    title: 'an admin who was removed grants a colleague the next key of the person’s hours',
    refusal: keysRefused,
    mayCall: ['/api/auth/callback/credentials'],
    // The control: the same key, granted to whom the hours are and the admins.
    honest: async (scene) => {
      const { actor, workspace } = scene;
      leaver = await createActor(scene.site.server.url);
      await takeIn(actor, workspace.id, leaver, { role: 'ADMIN' });
      await accountOf(leaver);
      const userId = actor.session.user!.id;
      const hoursId = await hoursScopeId(logCrypto, workspace.id, userId);
      createHours(workspace, hoursId, userId);
      await workspace.outbox.sent();
      const answer = await scene.everything();
      const older = (await keysOf(actor, workspace.id, answer)).byScope.get(hoursId)!.at(-1)!;
      const { scopes, members } = workspace.log.get()!;
      const admins = scopes.get(workspace.scopeOf('admins'))!;
      const place = { workspaceId: workspace.id, scopeId: hoursId, generation: 2 };
      const key = createScopeKey();
      const granted = async (readers: string[]): Promise<ScopeKey[]> => [
        await sealGrant(
          await accountOf(leaver),
          { recipientId: userId, publicKey: certHpkeKey(members.get(userId)!.cert) },
          {
            ...place,
            key,
            readers,
            previousKid: await kidTextOf(older),
            adminsKid: admins.kids.get(admins.generation)!,
          },
        ),
        await wrapPreviousKey(key, place, older),
      ];
      rows = await granted(['admins', userId, (await employeeOf(scene)).session.user!.id]);
      await act(actor, workspace.id, { type: 'remove', userId: leaver.session.user!.id });
      const control = withKeys(hoursId, await granted(['admins', userId]));
      scene.site.proxy.rewrites.push(control);
      const page = await arrive(scene);
      await isAbsent(page, keysRefused);
      scene.site.proxy.rewrites.length = 0;
      await leave(page);
      return scene.member.page;
    },
    attack: async () => withKeys(rows[0]!.scopeId, rows),
    suffer: async (scene) => {
      fresh = await arrive(scene);
      return fresh;
    },
    afterwards: () => leave(fresh),
  };
}

const withKeys = (scopeId: string, rows: ScopeKey[]): Rewrite =>
  onSync((answer) => ({
    ...answer,
    scopes: answer.scopes.map((scope) =>
      scope.id === scopeId ? { ...scope, keys: [...scope.keys, ...rows] } : scope,
    ),
  }));

export const keyScripts: Script[] = [
  strangeHours(),
  {
    id: 'M05',
    title: 'projects come with keys that the server sealed',
    refusal: keysRefused,
    honest: async (scene) => {
      const project = createProject(scene.workspace, { name: 'Honest project' });
      await scene.workspace.outbox.sent();
      await scene.member.page.goto(projects(scene));
      await isShown(scene.member.page, project.name);
      return scene.member.page;
    },
    attack: async (scene) => {
      const forged = [
        await forgedProject(scene, 'Forged by a stranger', false),
        await forgedProject(scene, 'Forged in your name', true),
      ];
      return onSync((answer) => ({ ...answer, scopes: [...answer.scopes, ...forged] }));
    },
    suffer: async (scene) => {
      await scene.member.page.goto(projects(scene));
      return scene.member.page;
    },
    also: async (_, page) => {
      await isShown(page, 'Honest project');
      await isAbsent(page, /^Forged/);
    },
  },
  {
    id: 'M17',
    title: 'a device that knows nothing is served a shorter member log than the person has seen',
    // A page asks the person, who may know of a backup.
    refusal:
      /The answer of the server could not be verified and was refused|The server shows another workspace than/,
    mayCall: ['/api/auth/callback/credentials'],
    honest: async (scene) => {
      await scene.turnPage();
      createProject(scene.workspace, { name: 'Known project' });
      return rotationIsHonest(scene);
    },
    attack: async () =>
      onSync((answer) => ({
        ...answer,
        log: answer.log.slice(0, 1),
        scopes: answer.scopes.map((scope) => ({ ...scope, keys: firstOnly(scope.keys) })),
      })),
    suffer: async (scene) => {
      const there = await scene.newcomer();
      await there.signIn();
      await there.page.goto(projects(scene));
      return there.page;
    },
    also: (_, page) => isAbsent(page, 'Known project'),
    afterwards: async (_, page) => {
      await page.reload();
      await isShown(page, 'Known project');
      await leave(page);
    },
  },
];

/** Is about what was typed: for a browser. */
export const oldKeys: Script<Person> = (() => {
  let added = '';
  return {
    id: 'M07',
    title: 'after a rotation the old keys are served as the current ones',
    refusal: keysRefused,
    honest: async (scene: Scene<Person>) => {
      await scene.turnPage();
      return rotationIsHonest(scene);
    },
    attack: async () =>
      onSync((answer) => ({
        ...answer,
        scopes: answer.scopes.map((scope) => {
          const old = firstOnly(scope.keys);
          return { ...scope, keys: [...old, ...old.map((key) => ({ ...key, generation: 2 }))] };
        }),
      })),
    suffer: async (scene: Scene<Person>) => {
      const there = await scene.newcomer();
      await there.signIn();
      await there.page.goto(projects(scene));
      return there.page;
    },
    // Writing needs the current key: without it what was typed waits here, and nothing is sealed under the old one.
    also: async (scene, page) => {
      added = scene.title();
      await page.goto(`${projects(scene)}/${scene.projectId}/tasks`);
      await page.getByRole('textbox', { name: 'Add a task and press Enter' }).fill(added);
      await page.keyboard.press('Enter');
      await expect(page.getByLabel('Not on the server yet')).toBeVisible();
    },
    mayCall: ['/api/auth/callback/credentials'],
    afterwards: async (scene, page) => {
      const isThere = async () => {
        await scene.workspace.pull();
        return scene.workspace.collections.task.all().some(({ title }) => title === added);
      };
      expect(await isThere()).toBe(false);
      await page.reload();
      await expect.poll(isThere).toBe(true);
      await page.context().close();
    },
  } satisfies Script<Person>;
})();
