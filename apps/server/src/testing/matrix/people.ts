/** The people whom the matrix of rights asks about, in a firm with two customers, an open and a private project. */
import { createSignedIn, type TestAccount } from '../accounts.ts';
import { type HttpClient, httpClient } from '../httpClient.ts';
import type { TestServer } from '../server.ts';
import { createProject } from '../workspaces.ts';
import { Firm } from './firm.ts';

/**
 * The columns of the tables. `locked`, `inactive`: an admin, an employee and a customer user in that status, of whom the
 * table says one thing. `gone`: somebody removed from each of these roles, an admin and an employee who are invited and
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

export interface Person {
  column: Column;
  /** Who it is, for messages. */
  name: string;
  /** Undefined for whoever is not signed in. */
  account: TestAccount | undefined;
  client: HttpClient;
}

export interface Stage {
  firm: Firm;
  people: Person[];
  /** The customer that `customer` belongs to, and the one of `other`. */
  customerId: string;
  otherCustomerId: string;
  openProjectId: string;
  privateProject: { id: string; kid: string };
}

export async function setStage(server: TestServer): Promise<Stage> {
  const firm = await Firm.found(server);
  const customerId = await firm.addCustomer();
  const otherCustomerId = await firm.addCustomer();
  const three = async () => ({
    admin: await firm.add('ADMIN'),
    employee: await firm.add('EMPLOYEE'),
    customer: await firm.add('CUSTOMER', customerId),
  });
  const admin = await firm.add('ADMIN');
  const inside = await firm.add('EMPLOYEE');
  const outside = await firm.add('EMPLOYEE');
  const customer = await firm.add('CUSTOMER', customerId);
  const other = await firm.add('CUSTOMER', otherCustomerId);
  const [locked, inactive, removed] = [await three(), await three(), await three()];
  const openProjectId = await createProject(firm.workspace);
  const { id, kid: firstKid } = await firm.addPrivateProject([
    inside,
    locked.employee,
    inactive.employee,
    removed.employee,
  ]);
  for (const account of Object.values(locked)) await firm.lock(account);
  for (const account of Object.values(inactive)) await firm.deactivate(account);
  for (const account of Object.values(removed)) await firm.remove(account);
  const kid = await firm.renewPrivateProject(id, firstKid, [inside, locked.employee]);

  const invited = { admin: await firm.invite('ADMIN'), employee: await firm.invite('EMPLOYEE') };

  const person = (column: Column, account: TestAccount, name: string = column): Person => ({
    column,
    name,
    account,
    client: account.client,
  });
  const each = (column: Column, status: string, accounts: Record<string, TestAccount>) =>
    Object.entries(accounts).map(([role, account]) => person(column, account, `${status} ${role}`));
  const stranger = await createSignedIn(server);
  return {
    firm,
    customerId,
    otherCustomerId,
    openProjectId,
    privateProject: { id, kid },
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
      person('gone', stranger, 'stranger'),
      { column: 'out', name: 'signed out', account: undefined, client: httpClient(server.url) },
      // Last, so that what only the owner may end is still there for everybody else's attempt.
      person('owner', firm.workspace.owner),
    ],
  };
}
