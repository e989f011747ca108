/** The people whom the matrix of rights asks about, in a team with two customers, an open and a private project. */
import type { TestAccount } from '../accounts.ts';
import { type HttpClient, httpClient } from '../httpClient.ts';
import type { TestServer } from '../server.ts';
import { createProject, createWorkspace } from '../workspaces.ts';
import { Team } from './team.ts';

/**
 * The columns of the tables. `locked`, `inactive`: an admin, an employee and a customer user in that status. `gone`: somebody removed from each of these roles, an admin and an employee who are invited and
 * did not join yet, and the owner of another workspace.
 */
export const columns = [
  'owner',
  'admin',
  'inside',
  'outside',
  'customer',
  'other',
  'locked',
  'inactive',
  'gone',
  'out',
] as const;
export type Column = (typeof columns)[number];

export interface Caller {
  column: Column;
  /** A name for messages. */
  name: string;
  /** Undefined for somebody who is signed out. */
  account: TestAccount | undefined;
  client: HttpClient;
}

export interface World {
  team: Team;
  people: Caller[];
  /** The customer that `customer` belongs to, and the one of `other`. */
  customerId: string;
  otherCustomerId: string;
  openProjectId: string;
  privateProject: { id: string; kid: string };
  /** Of `inside`. */
  hours: { id: string; kid: string; userId: string };
  openRoomId: string;
  /** A room of the owner and `inside`. */
  privateRoom: { id: string; kid: string };
}

export async function createWorld(server: TestServer): Promise<World> {
  const team = await Team.create(server);
  // Everything is in the plan: what the others lack is `subscription.pg.test.ts`'s.
  await server.services.pool.query(`UPDATE subscription SET plan = 'professional' WHERE workspace_id = $1`, [
    team.workspace.id,
  ]);
  const customerId = await team.addCustomer();
  const otherCustomerId = await team.addCustomer();
  const three = async () => ({
    admin: await team.add('ADMIN'),
    employee: await team.add('EMPLOYEE'),
    customer: await team.add('CUSTOMER', customerId),
  });
  const admin = await team.add('ADMIN');
  const inside = await team.add('EMPLOYEE');
  const outside = await team.add('EMPLOYEE');
  const customer = await team.add('CUSTOMER', customerId);
  const other = await team.add('CUSTOMER', otherCustomerId);
  const [locked, inactive, removed] = [await three(), await three(), await three()];
  const openProjectId = await createProject(team.workspace);
  const { id, kid: firstKid } = await team.addPrivate('project', [
    inside,
    locked.employee,
    inactive.employee,
    removed.employee,
  ]);
  for (const account of Object.values(locked)) await team.lock(account);
  for (const account of Object.values(inactive)) await team.deactivate(account);
  for (const account of Object.values(removed)) await team.remove(account);
  const kid = await team.renewPrivateProject(id, firstKid, [inside, locked.employee]);

  const hours = { ...(await team.addHours(inside)), userId: inside.userId };
  const openRoomId = await team.addOpen('room');
  const privateRoom = await team.addPrivate('room', [team.workspace.owner, inside]);

  const invited = { admin: await team.invite('ADMIN'), employee: await team.invite('EMPLOYEE') };

  const person = (column: Column, account: TestAccount, name: string = column): Caller => ({
    column,
    name,
    account,
    client: account.client,
  });
  const each = (column: Column, status: string, accounts: Record<string, TestAccount>) =>
    Object.entries(accounts).map(([role, account]) => person(column, account, `${status} ${role}`));
  const { owner: elsewhere } = await createWorkspace(server);
  return {
    team,
    customerId,
    otherCustomerId,
    openProjectId,
    privateProject: { id, kid },
    hours,
    openRoomId,
    privateRoom,
    people: [
      person('admin', admin),
      person('inside', inside),
      person('outside', outside),
      person('customer', customer),
      person('other', other),
      ...each('locked', 'LOCKED', locked),
      ...each('inactive', 'INACTIVE', inactive),
      ...each('gone', 'removed', removed),
      ...each('gone', 'invited', invited),
      person('gone', elsewhere, 'owner of another workspace'),
      { column: 'out', name: 'signed out', account: undefined, client: httpClient(server.url) },
      // Last, so that what only the owner may end is still there for everybody else's attempt.
      person('owner', team.workspace.owner),
    ],
  };
}
