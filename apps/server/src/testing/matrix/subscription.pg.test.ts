/** The rights that follow from the state of a subscription: each state, tried by each kind of person on each route. */
import { expect, it } from 'vitest';
import { random } from '../sealed.ts';
import { startTestServer } from '../server.ts';
import { change, newId, recordChange, sync } from '../workspaces.ts';
import { createFixtures } from './fixtures.ts';
import { type Caller, createWorld } from './world.ts';

const columns = ['owner', 'admin', 'outside', 'customer', 'locked'] as const;

/** `locked`: an admin. 402: the subscription refuses it; other numbers: the person's own rights do. */
const table = `
  # paid, on trial, or cancelled and not yet over   owner  admin  outside  customer  locked
  full      POST /api/sync                          200    200    200      200       200
  full      POST /api/history                       200    200    200      404       404
  full      POST /api/changes                       200    200    200      404       404
  full      POST /api/changes of own records        200    200    200      200       200
  full      GET /api/s3/pre-signed-url              200    200    200      403       403
  full      POST /api/s3/download-urls              200    200    200      404       403
  full      GET .../subscription                    200    200    403      403       200
  full      PUT .../subscription/plan               409    409    403      403       409
  full      GET /api/members                        200    200    403      403       403
  full      GET .../invoices                        200    200    403      403       200
  full      GET .../subscription/contacts           200    200    200      200       200
  full      POST .../subscription/cancel            409    409    403      403       403
  full      POST /api/changes of leaving            409    409    409      409       409
  full      POST /api/changes of deleting           404    403    403      403       403

  # unpaid for two weeks: everything can be read and exported
  readOnly  POST /api/sync                          200    200    200      200       200
  readOnly  POST /api/history                       200    200    200      404       404
  readOnly  POST /api/changes                       402    402    402      402       402
  readOnly  POST /api/changes of own records        200    200    200      200       200
  readOnly  GET /api/s3/pre-signed-url              402    402    402      403       403
  readOnly  POST /api/s3/download-urls              200    200    200      404       403
  readOnly  GET .../subscription                    200    200    403      403       200
  readOnly  PUT .../subscription/plan               409    409    403      403       409
  readOnly  GET /api/members                        200    200    403      403       403
  readOnly  GET .../invoices                        200    200    403      403       200
  readOnly  GET .../subscription/contacts           200    200    200      200       200
  readOnly  POST .../subscription/cancel            409    409    403      403       403
  readOnly  POST /api/changes of leaving            409    409    409      409       409
  readOnly  POST /api/changes of deleting           404    403    403      403       403

  # ended, or the trial is over: nobody writes, everybody can take along what they read
  closed    POST /api/sync                          200    200    200      200       200
  closed    POST /api/history                       200    200    200      404       404
  closed    POST /api/changes                       402    402    402      402       402
  closed    POST /api/changes of own records        200    200    200      200       200
  closed    GET /api/s3/pre-signed-url              402    402    402      403       403
  closed    POST /api/s3/download-urls              200    200    200      404       403
  closed    GET .../subscription                    200    200    403      403       200
  closed    PUT .../subscription/plan               409    409    403      403       409
  closed    GET /api/members                        200    200    403      403       403
  closed    GET .../invoices                        200    200    403      403       200
  closed    GET .../subscription/contacts           200    200    200      200       200
  closed    POST .../subscription/cancel            409    409    403      403       403
  closed    POST /api/changes of leaving            409    409    409      409       409
  closed    POST /api/changes of deleting           404    403    403      403       403
`;

it('refuses by the state of the subscription what the table says, and nothing else', async () => {
  const server = await startTestServer();
  try {
    const world = await createWorld(server);
    const { openFileKey } = await createFixtures(server, world);
    const { id: workspaceId } = world.team.workspace;
    const headers = { 'x-workspace-id': workspaceId };
    const people = columns.map(
      (column) =>
        world.people.find(
          (person) => person.column === column && (column !== 'locked' || person.name.endsWith('admin')),
        )!,
    );
    const call = async ({ client }: Caller, method: string, path: string, json?: unknown) =>
      (await client.call(method, path, { headers, ...(json !== undefined && { json }) })).status;
    const personalScope = async (userId: string) => {
      const { rows } = await server.services.pool.query(`SELECT id FROM scope WHERE user_id = $1`, [userId]);
      return rows[0].id as string;
    };
    const history = { workspaceId, scopeId: world.openRoomId, before: 1_000, limit: 1 };
    const subscription = `/api/workspaces/${workspaceId}/subscription`;
    const attempts: Record<string, (person: Caller) => Promise<number>> = {
      'POST /api/sync': async ({ account }) => (await sync(account!, { workspaceId })).status,
      'POST /api/history': (person) => call(person, 'POST', '/api/history', history),
      'POST /api/changes': async ({ account }) => {
        const task = recordChange('task.create', { scopeId: world.openProjectId });
        return (await change(account!, workspaceId, task)).status;
      },
      'POST /api/changes of own records': async ({ account }) => {
        const scopeId = await personalScope(account!.userId);
        return (await change(account!, undefined, recordChange('listView.create', { scopeId }))).status;
      },
      'GET /api/s3/pre-signed-url': (person) =>
        call(person, 'GET', '/api/s3/pre-signed-url?count=1&sizes=100'),
      'POST /api/s3/download-urls': (person) =>
        call(person, 'POST', '/api/s3/download-urls', { fileKeys: [openFileKey] }),
      'GET .../subscription': (person) => call(person, 'GET', subscription),
      'PUT .../subscription/plan': (person) =>
        call(person, 'PUT', `${subscription}/plan`, { plan: 'basic', interval: 'month' }),
      'GET /api/members': (person) => call(person, 'GET', '/api/members'),
      'GET .../invoices': (person) => call(person, 'GET', `/api/workspaces/${workspaceId}/invoices`),
      'GET .../subscription/contacts': (person) => call(person, 'GET', `${subscription}/contacts`),
      'POST .../subscription/cancel': (person) => call(person, 'POST', `${subscription}/cancel`, {}),
      // Of another time and of another workspace, so that everybody and everything is still there for the next line.
      'POST /api/changes of leaving': async ({ account }) => {
        const args = { id: workspaceId, at: 0, signature: random(64) };
        return (await change(account!, workspaceId, { name: 'workspace.leave', args })).status;
      },
      'POST /api/changes of deleting': async ({ account }) =>
        (await change(account!, workspaceId, { name: 'workspace.delete', args: { id: newId() } })).status,
    };
    const faults: string[] = [];
    let count = 0;
    for (const line of table.split('\n').map((each) => each.trim())) {
      if (line === '' || line.startsWith('#')) continue;
      const [access = '', key = '', ...expected] = line.split(/ {2,}/);
      await server.services.pool.query(`UPDATE subscription SET access = $1`, [access]);
      for (const [at, person] of people.entries()) {
        const got = String(await attempts[key]!(person));
        count++;
        if (got !== expected[at])
          faults.push(`${access} ${key}: ${person.name} got ${got}, not ${expected[at]}`);
      }
    }
    expect(faults).toEqual([]);
    expect(count).toBe(3 * Object.keys(attempts).length * columns.length);
  } finally {
    await server.stop();
  }
});
