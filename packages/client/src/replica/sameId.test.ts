/** Records whose id follows from something else, made on two devices that know nothing of each other. */
import { personnelId } from '@kontor/contract/nouns/personnel';
import { v7 as uuidv7 } from 'uuid';
import { expect, it } from 'vitest';
import { conflictsOf } from './conflict.ts';
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
  devices[1].line.isOffline = true;
  ben.create('personnel', admins, { ...file, jobTitle: 'Draftswoman', taxId: '12 345' });
  ada.create('personnel', admins, { ...file, jobTitle: 'Architect', healthInsuranceName: 'BKK' });
  await ada.outbox.sent();
  devices[1].line.isOffline = false;
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

it('are written once where both say the same', async () => {
  const server = new ProtocolServer();
  const admins = uuidv7();
  server.addScope({ id: admins, kind: 'admins', access: 'open' });
  const devices = [createDevice(adaId), createDevice(benId)] as const;
  const [ada, ben] = await Promise.all([openOn(devices[0], server), openOn(devices[1], server)]);
  await meet([ada, ben]);
  const file = { id: personnelId(eveId), userId: eveId, jobTitle: 'Architect' };
  devices[1].line.isOffline = true;
  ben.create('personnel', admins, file);
  ada.create('personnel', admins, file);
  await ada.outbox.sent();
  devices[1].line.isOffline = false;
  await meet([ada, ben]);
  expect(ben.collections.personnel.get(file.id)).toMatchObject({ jobTitle: 'Architect', version: 1 });
  await Promise.all([ada.close(), ben.close()]);
});
