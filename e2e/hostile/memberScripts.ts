/** Scripts in which the server lies about who is a member: in the member log, and in its own tables. */

import { createProject } from '@kontor/client/nouns/project';
import { type LogEntry, logEntryBytes, type UnsignedLogEntry } from '@kontor/contract/memberLog/entries';
import { toBase64Url } from '@kontor/contract/wire/bytes';
import { createAccountKeys } from '@kontor/crypto/account';
import { signBytes } from '@kontor/crypto/signing';
import { createActor } from '@kontor/testkit/actor';
import { act } from '@kontor/testkit/team';
import { expect } from '@playwright/test';
import { withDatabase } from '../database.ts';
import { employeeOf } from './people.ts';
import { onSync } from './proxy.ts';
import { isAbsent, isShown, leave, type Scene, type View } from './scene.ts';
import type { Script } from './script.ts';
import { accountOf } from './secrets.ts';

const refused = 'The answer of the server could not be verified and was refused.';
const unconfirmed = /^Member .* is not confirmed by an administrator\.$/;

/** Brings a newcomer before the list of projects. */
async function arrive(scene: Scene): Promise<View> {
  const there = await scene.newcomer();
  await there.signIn();
  await there.page.goto(`/${scene.workspace.id}/projects`);
  return there.page;
}

/** Signs an entry anew, with the seed of whoever is told. */
async function sign(seed: Uint8Array, entry: UnsignedLogEntry | LogEntry): Promise<LogEntry> {
  const signature = await signBytes(seed as never, logEntryBytes(entry));
  return { ...entry, signature: toBase64Url(signature) } as LogEntry;
}

/**
 * Returns a script on the member log as a device gets it that knows nothing but what its account remembers.
 */
export function onLog(
  id: string,
  title: string,
  change: (log: LogEntry[], scene: Scene) => Promise<LogEntry[]>,
): Script {
  return {
    id,
    title,
    refusal: refused,
    mayCall: ['/api/auth/callback/credentials'],
    honest: async (scene) => {
      await employeeOf(scene);
      await scene.workspace.pull();
      createProject(scene.workspace, { name: `Project of ${id}` });
      await scene.workspace.outbox.sent();
      const page = await arrive(scene);
      await isShown(page, `Project of ${id}`);
      return page;
    },
    attack: async (scene) => {
      const { log } = await scene.everything();
      const forged = await change(log, scene);
      return onSync((answer) => ({ ...answer, log: answer.log.length > 0 ? forged : answer.log }));
    },
    suffer: arrive,
    also: (_, page) => isAbsent(page, `Project of ${id}`),
    afterwards: async (_, page) => {
      await page.reload();
      await isShown(page, `Project of ${id}`);
      await leave(page);
    },
  };
}

/** Resolves with the list of members, as an admin sees it. */
async function showMembers(scene: Scene): Promise<View> {
  const { page } = scene.member;
  await page.goto(`/${scene.workspace.id}/settings/users`);
  await isShown(page, (await employeeOf(scene)).person.email);
  return page;
}

/** Returns a script on the server's own table of members. */
function onTable(
  id: string,
  title: string,
  lie: (scene: Scene) => Promise<{ userId: string; sql: string; undo: string; also?: () => Promise<void> }>,
): Script {
  let told: Awaited<ReturnType<typeof lie>>;
  const write = ({ site, workspace }: Scene, sql: string) =>
    withDatabase(site.server.dataPath, async (client) => {
      const { rowCount } = await client.query(sql, [workspace.id, told.userId]);
      expect(rowCount, 'rows that were written').toBe(1);
    });
  return {
    id,
    title,
    refusal: unconfirmed,
    honest: showMembers,
    attack: async (scene) => {
      told = await lie(scene);
      await write(scene, told.sql);
      return undefined;
    },
    suffer: showMembers,
    also: async (_scene, _page, sent) => {
      const served = sent
        .filter(({ path }) => path === '/api/members')
        .map(({ responseBody }) => `${responseBody}`);
      expect(served.join(), 'what the server claimed').toContain(told.userId);
      await told.also?.();
    },
    afterwards: async (scene) => {
      await write(scene, told.undo);
      await isAbsent(await showMembers(scene), unconfirmed);
    },
  };
}

export const memberScripts: Script[] = [
  onLog('M03', 'a member’s certificate in the list is replaced by one of the server’s', (log) =>
    Promise.all(
      log.map(async (entry) => {
        if (entry.type !== 'add') return entry;
        const { cert } = await createAccountKeys(entry.payload.cert.userId, Date.now());
        return { ...entry, payload: { ...entry.payload, cert } };
      }),
    ),
  ),
  onTable('M22', 'somebody is written into the table of members', async ({ site, workspace }) => {
    const stranger = await createActor(site.server.url);
    return {
      userId: stranger.session.user!.id,
      sql: `INSERT INTO membership (workspace_id, user_id, role, status, is_owner, cert_key, created_at)
            VALUES ($1, $2, 'ADMIN', 'ACTIVE', false, '', now())`,
      undo: 'DELETE FROM membership WHERE workspace_id = $1 AND user_id = $2',
      // They are let in by the server, and find nothing that opens to them.
      also: async () => {
        const { collections, pull } = await stranger.open(workspace.id);
        await pull().catch(() => {});
        for (const name of ['project', 'task', 'member', 'business'] as const)
          expect(collections[name].all(), name).toEqual([]);
      },
    };
  }),
  onTable('M23', 'an employee is made an admin in the table of members', async (scene) => {
    const employee = await employeeOf(scene);
    return {
      userId: employee.session.user!.id,
      sql: `UPDATE membership SET role = 'ADMIN' WHERE workspace_id = $1 AND user_id = $2`,
      undo: `UPDATE membership SET role = 'EMPLOYEE' WHERE workspace_id = $1 AND user_id = $2`,
      // The server hands out the admins' records as well; without a key none of them opens, and no act is signed.
      also: async () => {
        const theirs = await employee.open(scene.workspace.id);
        await theirs.pull();
        expect(theirs.collections.business.all()).toEqual([]);
        const lift = { type: 'role', userId: scene.actor.session.user!.id, role: 'EMPLOYEE' } as const;
        await expect(act(employee, scene.workspace.id, lift)).rejects.toThrow();
      },
    };
  }),
  onLog('M24', 'the log goes on with an entry that an employee signed', async (log, scene) => {
    const { seeds, cert } = await accountOf(await employeeOf(scene));
    const head = log.at(-1)!;
    const { certKey, userId } = scene.workspace.log.get()!.members.get(cert.userId)!;
    const entry = await sign(seeds.ed25519, {
      seq: head.seq + 1,
      previousHash: scene.workspace.log.get()!.head,
      workspaceId: scene.workspace.id,
      type: 'role',
      payload: { userId, role: 'ADMIN', scopes: [] },
      authorId: userId,
      authorKey: certKey,
      at: Date.now(),
    });
    return [...log, entry];
  }),
  onLog(
    'M25',
    'another newest entry is served than the person has seen, signed by the same admin',
    async (log, scene) => {
      const { seeds } = await accountOf(scene.actor);
      const head = log.at(-1)!;
      // What an admin signed twice, say on two devices: each chain holds, and one of them was seen.
      return [...log.slice(0, -1), await sign(seeds.ed25519, { ...head, at: head.at + 1 })];
    },
  ),
];
