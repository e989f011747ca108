/** Reminders of requests to sign, by a device that was without a connection for days. */
import { addDays, dayMs, today } from '@kontor/contract/time/day';
import { expect, it } from 'vitest';
import { createProject } from '../nouns/project.ts';
import { observable } from '../observable.ts';
import { anyAuthor, clearVault } from '../replica/testing/clearVault.ts';
import { createDevice, openOn } from '../replica/testing/client.ts';
import { ProtocolServer } from '../replica/testing/protocolServer.ts';
import { remindOnceReady } from './ownReminders.ts';

const ben = '019a0000-0000-7000-8000-0000000000b1';
const vault = () =>
  clearVault([anyAuthor, ben].map((userId) => ({ userId, role: 'EMPLOYEE', status: 'ACTIVE' })));

it.each([
  ['reminds signers once everything is here', false, 1],
  ['leaves out who was done with it by then', true, 0],
])('%s', async (_, isWithdrawn, reminders) => {
  const server = new ProtocolServer();
  server.addScope({ id: '019a0000-0000-7000-8000-0000000000f1', kind: 'admins', access: 'private' });
  const elsewhere = await openOn(createDevice(anyAuthor), server, { vault });
  const atDesk = createDevice(anyAuthor);
  const desk = await openOn(atDesk, server, { vault });
  const { id: projectId } = createProject(elsewhere, { name: 'Roof' });
  const request = elsewhere.create('signing', projectId, {
    askerId: anyAuthor,
    askerName: 'Ada',
    signerIds: [ben],
    documentId: projectId,
    name: 'Offer.pdf',
    size: 9,
    sha256: 'bytes',
    fileKey: '',
    blobId: projectId,
    deadline: addDays(today(), 1),
    signers: [{ userId: ben, name: 'Ben', email: '' }],
    createdAt: Date.now() - 20 * dayMs,
  });
  await elsewhere.outbox.sent();
  await desk.pull();
  atDesk.connection.isOffline = true;
  await desk.pull();
  if (isWithdrawn) elsewhere.update('signing', request.id, { withdrawnAt: Date.now() });
  await elsewhere.outbox.sent();

  const written = () => desk.collections.signingReminder.size;
  const stop = remindOnceReady({ workspace: { ...desk, confirmed: observable(true) }, userId: anyAuthor });
  expect(written()).toBe(0);
  atDesk.connection.isOffline = false;
  await desk.pull();
  expect(written()).toBe(reminders);
  stop();
  await Promise.all([desk.close(), elsewhere.close()]);
});
