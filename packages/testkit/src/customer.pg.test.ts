/** A customer on the real server: taken on in one act, and seen by each role as far as it goes. */

import { isNameTaken } from '@kontor/client/nouns/document';
import { createCustomer as takeOn } from '@kontor/client/team/createCustomer';
import type { Workspace } from '@kontor/client/workspace/workspace';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { type Actor, createActor } from './actor.ts';
import { createCustomer, takeIn } from './team.ts';

const server = inject('server');
let owner: Actor;
let admin: Actor;
let employee: Actor;
let user: Actor;
let id: string;
let alder: string;
let birch: string;
const people: Actor[] = [];

const newcomer = async (firstName: string) => {
  const actor = await createActor(server.url, { firstName });
  people.push(actor);
  return actor;
};
const names = (workspace: Workspace) => workspace.collections.customer.all().map(({ name }) => name);
const file = { email: 'post@alder.example', phone: '+49 30 1', taxId: 'DE 1', address: 'Am Ufer 2\nBerlin' };

beforeAll(async () => {
  [owner, admin, employee, user] = [
    await newcomer('Olga'),
    await newcomer('Adam'),
    await newcomer('Emma'),
    await newcomer('Carl'),
  ];
  id = await owner.createWorkspace();
  await takeIn(owner, id, admin, { role: 'ADMIN' });
  await takeIn(owner, id, employee, { role: 'EMPLOYEE' });
  alder = await createCustomer(admin, id, { customer: { name: 'Alder AG', type: 'COMPANY' }, file });
  birch = await createCustomer(owner, id, { customer: { name: 'Birke', type: 'PRIVATE' } });
  await takeIn(owner, id, user, { role: 'CUSTOMER', customerId: birch });
});
afterAll(async () => {
  await Promise.all(people.map((actor) => actor.session.signOut({ discard: true })));
});

describe('a customer', () => {
  it('is there for admins with the file, for employees without, for other customers not at all', async () => {
    const [asOwner, asEmployee, asUser] = await Promise.all(
      [owner, employee, user].map((actor) => actor.open(id)),
    );
    for (const workspace of [asOwner!, asEmployee!])
      expect(names(workspace).sort()).toEqual(['Alder AG', 'Birke']);
    expect(asOwner!.collections.customerFile.where('customerId', alder)).toMatchObject([file]);
    expect(asEmployee!.collections.customerFile.all()).toEqual([]);
    expect(names(asUser!)).toEqual(['Birke']);
    expect(asUser!.collections.customerFile.all()).toEqual([]);
    for (const workspace of [asOwner!, asEmployee!, asUser!]) expect(workspace.faults.get()).toEqual([]);
  });

  it('shows changes by one admin to the other and to employees, and is no employee’s to change', async () => {
    const [asAdmin, asEmployee] = [await admin.open(id), await employee.open(id)];
    asAdmin.update('customer', alder, { name: 'Alder & Co.', archivedAt: 5 });
    await expect.poll(() => asEmployee.collections.customer.get(alder)?.name).toBe('Alder & Co.');
    expect((await owner.open(id)).collections.customer.get(alder)?.archivedAt).toBe(5);
    asEmployee.update('customer', alder, { name: 'Mine' });
    await expect.poll(() => asEmployee.outbox.failed.get()).toMatchObject([{ code: 'PERMISSION_DENIED' }]);
    await asEmployee.outbox.discard(asEmployee.outbox.failed.get()[0]!.id);
    const theirs = asEmployee.log.get()!.scopes.size;
    const taking = createCustomer(employee, id);
    await expect(taking).rejects.toMatchObject({ fault: 'not-permitted' });
    expect((await owner.open(id)).log.get()!.scopes.size).toBe(theirs);
  });

  it('comes once, however often the act is sent', async () => {
    const workspace = await owner.open(id);
    const again = { id: uuidv7(), customer: { name: 'Esche' } };
    await takeOn(workspace, again);
    const length = workspace.logEntries().length;
    await takeOn(workspace, again);
    expect(workspace.logEntries()).toHaveLength(length);
    expect(names(workspace).filter((name) => name === 'Esche')).toHaveLength(1);
  });

  it('says without a connection that it needs one, and leaves nothing behind', async () => {
    let isCut = false;
    const phone = await owner.onAnotherDevice({
      wrap: (inner) => async (input, init) => {
        if (isCut) throw new TypeError('no connection');
        return inner(input, init);
      },
    });
    people.push(phone);
    const workspace = await phone.open(id);
    isCut = true;
    const before = names(workspace);
    await expect(takeOn(workspace, { customer: { name: 'Ulme' } })).rejects.toMatchObject({
      code: 'OFFLINE',
    });
    isCut = false;
    await workspace.pull();
    expect(names(workspace)).toEqual(before);
  });
});

describe('documents about a customer', () => {
  it('lie with the staff, in folders of their own, and keep their customer from being deleted', async () => {
    const [asAdmin, asEmployee] = [await admin.open(id), await employee.open(id)];
    const staff = asEmployee.scopeOf('staff');
    const folder = (customerId: string) =>
      asEmployee.create('document', staff, { kind: 'folder', name: 'Contracts', customerId });
    const mine = folder(alder);
    folder(birch);
    await asEmployee.outbox.sent();
    expect(asEmployee.outbox.failed.get()).toEqual([]);
    await asAdmin.pull();
    expect(asAdmin.collections.document.where('container', alder)).toMatchObject([{ id: mine.id }]);
    expect(isNameTaken(asAdmin, { scopeId: staff, customerId: birch }, 'contracts')).toBe(true);
    expect((await user.open(id)).collections.document.all()).toEqual([]);

    folder(alder);
    await expect.poll(() => asEmployee.outbox.failed.get()).toMatchObject([{ code: 'NAME_TAKEN' }]);
    await asEmployee.outbox.discard(asEmployee.outbox.failed.get()[0]!.id);

    asAdmin.remove('customer', alder);
    await expect.poll(() => asAdmin.outbox.failed.get()).toMatchObject([{ code: 'IN_USE' }]);
    await asAdmin.outbox.discard(asAdmin.outbox.failed.get()[0]!.id);
    asAdmin.remove('document', mine.id);
    asAdmin.transaction(() => {
      const [filed] = asAdmin.collections.customerFile.where('customerId', alder);
      asAdmin.remove('customerFile', filed!.id);
      asAdmin.remove('customer', alder);
    });
    await asAdmin.outbox.sent();
    expect(asAdmin.outbox.failed.get()).toEqual([]);
    await asEmployee.pull();
    expect(names(asEmployee)).not.toContain('Alder & Co.');
  });

  it('stays while a user of theirs is there', async () => {
    const workspace = await owner.open(id);
    workspace.remove('customer', birch);
    await expect.poll(() => workspace.outbox.failed.get()).toMatchObject([{ code: 'IN_USE' }]);
    await workspace.outbox.discard(workspace.outbox.failed.get()[0]!.id);
  });
});
