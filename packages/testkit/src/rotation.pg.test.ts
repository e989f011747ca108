/** Somebody leaves while others write: what comes is sealed under new keys, what was there stays readable. */

import { CallError } from '@kontor/client/http/callError';
import { createProject } from '@kontor/client/nouns/project';
import type { SignedActs } from '@kontor/client/vault/memberAct';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { type Actor, createActor } from './actor.ts';
import { act, takeIn } from './team.ts';

const server = inject('server');
let ada: Actor;
let ben: Actor;
let id: string;
let projectId: string;

const idOf = (actor: Actor) => actor.session.user!.id;
const titlesOf = async (actor: Actor) =>
  (await actor.open(id)).collections.task
    .all()
    .map(({ title }) => title)
    .sort();

async function employee(firstName: string): Promise<Actor> {
  const actor = await createActor(server.url, { firstName });
  await takeIn(ada, id, actor, { role: 'EMPLOYEE' });
  return actor;
}

beforeAll(async () => {
  ada = await createActor(server.url, { firstName: 'Ada' });
  id = await ada.createWorkspace();
  ben = await employee('Ben');
  const workspace = await ada.open(id);
  projectId = createProject(workspace, { name: 'Dachstuhl' }).id;
  workspace.create('task', projectId, { title: 'before' });
  await workspace.outbox.sent();
});
afterAll(async () => {
  await Promise.all([ada, ben].map((actor) => actor.session.signOut({ discard: true })));
});

/** Sends what somebody signed, once. */
const post = ({ device }: Actor, { entries, keys }: SignedActs) =>
  device.http.forWorkspace(id).json('/api/changes', {
    method: 'POST',
    body: {
      id: uuidv7(),
      workspaceId: id,
      changes: [
        ...entries.map((entry) => ({ name: 'log.append', args: { entry } })),
        ...keys.map((key) => ({ name: 'key.add', args: { key } })),
      ],
    },
  });

const staffKidOf = async ({ device }: Actor) => {
  const staff = [...(await device.vault.logState(id))!.scopes.values()].find(({ kind }) => kind === 'staff')!;
  return staff.kids.get(staff.generation)!;
};

describe('who was offline while two people left', () => {
  it('sends what they wrote under the newest keys, files included', async () => {
    const [cora, dan] = [await employee('Cora'), await employee('Dan')];
    const workspace = await ben.open(id);
    const { uploads } = await workspace.files();
    // A file that is there before, and whose entry is changed without a connection.
    await uploads.add([new File([new Uint8Array(5_000).fill(7)], 'Statik.pdf')], { scopeId: projectId });
    await workspace.outbox.sent();
    ben.device.connection.isOff = true;
    workspace.create('task', projectId, { title: 'on the train' });
    const file = workspace.collections.document.all()[0]!;
    workspace.update('document', file.id, { name: 'Statik neu.pdf' });
    const before = await staffKidOf(ben);
    for (const gone of [cora, dan]) await act(ada, id, { type: 'remove', userId: idOf(gone) });
    expect(await titlesOf(ada)).toEqual(['before']);
    expect(await staffKidOf(ada)).not.toBe(before);

    ben.device.connection.isOff = false;
    await workspace.pull();
    await workspace.outbox.sent();
    expect(workspace.outbox.failed.get()).toEqual([]);
    expect(await titlesOf(ada)).toEqual(['before', 'on the train']);
    const late = await employee('Eva');
    // Eva never held a key of before but through the newest: it opens the past and what was queued.
    expect(await titlesOf(late)).toEqual(['before', 'on the train']);
    const seen = await late.open(id);
    expect(seen.faults.get()).toEqual([]);
    const { downloads } = await seen.files();
    const document = seen.collections.document.all()[0]!;
    expect(document.name).toBe('Statik neu.pdf');
    expect((await downloads.blob(document)).size).toBe(5_000);
    await Promise.all([cora, dan, late].map((actor) => actor.session.signOut({ discard: true })));
  });

  it('is refused by the server while they know of an older key, in open projects too', async () => {
    const workspace = await ben.open(id);
    const stale = await staffKidOf(ben);
    const fred = await employee('Fred');
    const { http, vault } = ben.device;
    const record = {
      entity: 'task',
      id: uuidv7(),
      scopeId: projectId,
      version: 1,
      refs: {},
      plain: { title: 'late' },
    };
    const [sealed] = await vault.sealRecords(id, [record]);
    await act(ada, id, { type: 'remove', userId: idOf(fred) });
    const args = {
      id: record.id,
      scopeId: projectId,
      version: 1,
      refs: {},
      sealed: Buffer.from(sealed!).toString('base64url'),
    };
    const send = (staffKid: string, more: object[] = []) =>
      http.forWorkspace(id).json('/api/changes', {
        method: 'POST',
        body: { id: uuidv7(), workspaceId: id, staffKid, changes: [{ name: 'task.create', args }, ...more] },
      });
    await expect(send(stale)).rejects.toMatchObject({ code: 'OUTDATED_KEY', data: { scopeId: projectId } });
    // The long way of a batch says the same.
    const other = { name: 'task.create', args: { ...args, id: uuidv7() } };
    const third = { name: 'task.delete', args: { ...args, id: uuidv7() } };
    await expect(send(stale, [other, third])).rejects.toMatchObject({ code: 'OUTDATED_KEY' });
    // A client that is told so pulls, and seals again.
    workspace.create('task', projectId, { title: 'in time' });
    await workspace.outbox.sent();
    expect(workspace.outbox.failed.get()).toEqual([]);
    expect(await titlesOf(ada)).toContain('in time');
    await fred.session.signOut({ discard: true });
  });
});

describe('an admin whose browser dies while somebody is removed', () => {
  it('has removed them wholly or not at all', async () => {
    const gone = await employee('Gustav');
    const memberIds = async () => [...(await ada.device.vault.logState(id))!.members.keys()];
    const records = await ada.open(id);
    expect(await titlesOf(gone)).toContain('before');
    // It dies while the request is on its way: the server has it, nobody hears the answer.
    const deaf = await ada.onAnotherDevice({
      wrap: (inner) => async (input, init) => {
        const answer = await inner(input, init);
        if (String(input).endsWith('/api/changes')) throw new TypeError('the browser is gone');
        return answer;
      },
    });
    // Signed, and the browser dies before anything leaves.
    await records.pull();
    const removal = { type: 'remove', userId: idOf(gone) } as const;
    const signed = await ada.device.vault.signMemberAct(id, removal, Date.now(), [], records.revisions());
    await expect(post(deaf, signed)).rejects.toBeInstanceOf(CallError);
    await (await ada.open(id)).pull();
    expect(await memberIds()).not.toContain(idOf(gone));
    expect((await gone.open(id)).status.get().reason).toBe('NOT_FOUND');
    const workspace = await ada.open(id);
    workspace.create('task', projectId, { title: 'afterwards' });
    await workspace.outbox.sent();
    expect(await titlesOf(ben)).toContain('afterwards');
    // Sent again by the browser that comes back: the log has moved on, and nothing is half done.
    await expect(post(ada, signed)).rejects.toMatchObject({ code: 'LOG_MOVED' });
    expect((await ben.open(id)).faults.get()).toEqual([]);
    await gone.session.signOut({ discard: true });
    await deaf.session.signOut({ discard: true });
  });
});
