/** Counts the pulls that others' changes cost: one of an act on the members, whoever does it; none of a short change. */
import { createProject } from '@kontor/client/nouns/project';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { type Actor, createActor } from './actor.ts';
import { createCustomer, takeIn } from './team.ts';

const server = inject('server');
let ada: Actor;
let ben: Actor;
let id: string;
let customerId: string;

/** Pulls of the workspace, each by the scopes that it was for. */
const pulls: { ada: unknown[]; ben: unknown[] } = { ada: [], ben: [] };
const counted = (list: unknown[]) => ({
  wrap:
    (inner: typeof fetch): typeof fetch =>
    (input, init) => {
      const isPull = String(input).endsWith('/api/sync');
      const { workspaceId, only } = isPull ? JSON.parse(String(init?.body)) : {};
      if (workspaceId) list.push(only ?? 'everything');
      return inner(input, init);
    },
});

beforeAll(async () => {
  ada = await createActor(server.url, { firstName: 'Ada' }, counted(pulls.ada));
  ben = await createActor(server.url, { firstName: 'Ben' }, counted(pulls.ben));
  id = await ada.createWorkspace();
  await takeIn(ada, id, ben, { role: 'ADMIN' });
  customerId = await createCustomer(ada, id);
});
afterAll(async () => {
  await Promise.all([ada, ben].map((actor) => actor.session.signOut({ discard: true })));
});

const logLength = async (actor: Actor) => (await actor.device.vault.logState(id))!.seq + 1;

/** Waits until both know the same log and have stopped asking, and forgets what they asked for. */
async function settled(): Promise<void> {
  let before = -1;
  await expect
    .poll(
      async () => {
        const now = pulls.ada.length + pulls.ben.length;
        const isStill = now === before && (await logLength(ada)) === (await logLength(ben));
        before = now;
        return isStill;
      },
      { interval: 500 },
    )
    .toBe(true);
}

async function countedIn(work: () => Promise<unknown>): Promise<typeof pulls> {
  pulls.ada.length = pulls.ben.length = 0;
  await work();
  await settled();
  return structuredClone(pulls);
}

describe('an act on the members', () => {
  it('costs one pull, of whoever hears of it and of whoever does it', async () => {
    const team = await (await ada.open(id)).team();
    const guest = await createActor(server.url);
    await settled();
    const seen = await countedIn(() =>
      team.invite({ email: guest.person.email, role: 'CUSTOMER', customerId }),
    );
    expect(seen).toEqual({ ada: ['everything'], ben: ['everything'] });
    const [invitation] = team.invitations.get();
    // With new keys for everything that the link opens.
    const withdrawn = await countedIn(() => team.remove(invitation!.invitationId));
    expect(withdrawn).toEqual({ ada: ['everything'], ben: ['everything'] });
    expect(await logLength(ben)).toBe(await logLength(ada));
  });
});

it('a short change costs its reader none: the hint brings it along', async () => {
  const [written, read] = [await ada.open(id), await ben.open(id)];
  const project = createProject(written, { name: 'Roof' });
  const task = written.create('task', project.id, { title: 'Measure' });
  await expect.poll(() => read.collections.task.get(task.id)?.title).toBe('Measure');
  await settled();
  const seen = await countedIn(async () => {
    written.update('task', task.id, { title: 'Order' });
    await expect.poll(() => read.collections.task.get(task.id)?.title).toBe('Order');
  });
  // Everything is asked for now and then, whatever hints bring.
  expect([...seen.ada, ...seen.ben].filter((only) => only !== 'everything')).toEqual([]);
});
