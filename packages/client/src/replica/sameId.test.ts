/** Records whose id follows from something else, made on two devices that know nothing of each other. */
import { personnelId } from '@kontor/contract/nouns/personnel';
import { signingAnswerId } from '@kontor/contract/nouns/signing';
import { v7 as uuidv7 } from 'uuid';
import { expect, it } from 'vitest';
import { createProject } from '../nouns/project.ts';
import { conflictsOf } from './conflict.ts';
import type { Entry, Op } from './entry.ts';
import { applyOp } from './overlay.ts';
import type { Replica } from './replica.ts';
import { createDevice, openOn } from './testing/client.ts';
import { ProtocolServer } from './testing/protocolServer.ts';

const [adaId, benId, eveId] = [uuidv7(), uuidv7(), uuidv7()];

async function meet(people: readonly Replica[]): Promise<void> {
  for (let round = 0; round < 3; round++)
    for (const each of people) {
      await each.outbox.sent();
      await each.pull();
    }
}

it('lose nothing that either of them says', async () => {
  const server = new ProtocolServer();
  const admins = uuidv7();
  server.addScope({ id: admins, kind: 'admins', access: 'open' });
  const devices = [createDevice(adaId), createDevice(benId)] as const;
  const [ada, ben] = await Promise.all([openOn(devices[0], server), openOn(devices[1], server)]);
  await meet([ada, ben]);
  const file = { id: personnelId(eveId), userId: eveId };
  devices[1].connection.isOffline = true;
  ben.create('personnel', admins, { ...file, jobTitle: 'Draftswoman', taxId: '12 345' });
  ada.create('personnel', admins, { ...file, jobTitle: 'Architect', healthInsuranceName: 'BKK' });
  await ada.outbox.sent();
  devices[1].connection.isOffline = false;
  await meet([ada, ben]);
  for (const each of [ada, ben]) {
    const row = each.collections.personnel.get(file.id)!;
    expect(row).toMatchObject({ taxId: '12 345', healthInsuranceName: 'BKK' });
    expect([row.jobTitle, ...conflictsOf(row).map(({ kept }) => kept.jobTitle)].sort()).toEqual([
      'Architect',
      'Draftswoman',
    ]);
    expect(each.outbox.failed.get()).toEqual([]);
  }
  await Promise.all([ada.close(), ben.close()]);
});

it('stay as they were first where nobody may change them', async () => {
  const server = new ProtocolServer();
  const devices = [createDevice(adaId), createDevice(adaId)] as const;
  const [phone, laptop] = await Promise.all([openOn(devices[0], server), openOn(devices[1], server)]);
  const { id: project } = createProject(phone, { name: 'House' });
  const signing = phone.create('signing', project, { name: 'Contract', askerId: adaId } as never);
  await meet([phone, laptop]);
  devices[1].connection.isOffline = true;
  const sign = (by: Replica, signedAt: number, outcome: 'signed' | 'declined') =>
    by.create('signingAnswer', project, {
      id: signingAnswerId(signing.id, adaId),
      signingId: signing.id,
      userId: adaId,
      ...({ signedAt, outcome } as never as object),
    } as never);
  sign(laptop, 2, 'declined');
  const { id } = sign(phone, 1, 'signed');
  await phone.outbox.sent();
  devices[1].connection.isOffline = false;
  await meet([phone, laptop]);
  for (const each of [phone, laptop]) {
    expect(each.collections.signingAnswer.get(id)).toMatchObject({
      outcome: 'signed',
      signedAt: 1,
      version: 1,
    });
    expect(each.outbox.failed.get()).toEqual([]);
  }
  await Promise.all([phone.close(), laptop.close()]);
});

it('of chance are one device’s alone: what is there is newer than an act whose answer got lost', () => {
  const entry: Entry = { id: 'e', at: 1, userId: adaId, structural: [], ops: [], state: 'pending' };
  const op: Op = {
    verb: 'create',
    entity: 'task',
    id: 't',
    scopeId: 's',
    fields: { title: 'Old', dueDate: '2026-01-01' },
  };
  const current = { id: 't', scopeId: 's', version: 2, updatedAt: 2, title: 'New' };
  expect(applyOp({ entry, op }, current)).toBe(current);
  const head: Op = { ...op, entity: 'project', id: 's', fields: { name: 'Old' } };
  const renamed = { ...current, id: 's', name: 'New' };
  expect(applyOp({ entry, op: head }, renamed)).toBe(renamed);
});

it('are written once where both say the same', async () => {
  const server = new ProtocolServer();
  const admins = uuidv7();
  server.addScope({ id: admins, kind: 'admins', access: 'open' });
  const devices = [createDevice(adaId), createDevice(benId)] as const;
  const [ada, ben] = await Promise.all([openOn(devices[0], server), openOn(devices[1], server)]);
  await meet([ada, ben]);
  const file = { id: personnelId(eveId), userId: eveId, jobTitle: 'Architect' };
  devices[1].connection.isOffline = true;
  ben.create('personnel', admins, file);
  ada.create('personnel', admins, file);
  await ada.outbox.sent();
  devices[1].connection.isOffline = false;
  await meet([ada, ben]);
  expect(ben.collections.personnel.get(file.id)).toMatchObject({ jobTitle: 'Architect', version: 1 });
  await Promise.all([ada.close(), ben.close()]);
});
