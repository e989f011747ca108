/** The sums of a person's hours after another device had its say, and timers that began on two at once. */
import { effortId } from '@kontor/contract/nouns/effort';
import { hoursScopeId } from '@kontor/contract/wire/hoursScope';
import { logCrypto } from '@kontor/crypto/signing';
import { expect, it } from 'vitest';
import { createProject } from '../nouns/project.ts';
import { startTimer } from '../nouns/timer.ts';
import { createHours } from '../nouns/workingTime.ts';
import { observable } from '../observable.ts';
import { anyAuthor } from '../replica/testing/clearVault.ts';
import { createDevice, openOn, until } from '../replica/testing/client.ts';
import { lateVerified } from '../replica/testing/lateVerified.ts';
import { ProtocolServer } from '../replica/testing/protocolServer.ts';
import { keepHours } from './ownHours.ts';

const hour = 3_600_000;
const start = Date.parse('2026-10-19T06:00Z');

it('counts a sum again once it is verified who wrote it', async () => {
  const server = new ProtocolServer();
  const first = await openOn(createDevice(anyAuthor), server);
  const scopeId = await hoursScopeId(logCrypto, first.id, anyAuthor);
  createHours(first, scopeId, anyAuthor);
  const { id: projectId } = createProject(first, { name: 'Roof' });
  const taskId = first.create('task', projectId, { title: 'Beams' }).id;
  const segments = [{ from: start, to: start + hour }];
  first.create('timeEntry', scopeId, { taskId, projectId, status: 'DONE', zone: '', segments });
  await first.outbox.sent();
  // As a device writes it that does not know of the entry yet.
  first.update('effort', effortId(taskId, anyAuthor), { weeks: {} });
  await first.outbox.sent();

  const { vault, verify } = lateVerified('effort');
  const own = await openOn(createDevice(anyAuthor), server, { vault });
  const sums = () => own.collections.effort.all().map(({ weeks }) => weeks['2026-10-19']?.time);
  const stop = keepHours({ workspace: { ...own, confirmed: observable(true) }, userId: anyAuthor });
  await own.pull();
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(sums()).toEqual([undefined]);
  verify();
  await until(() => sums()[0] === hour);
  await own.outbox.sent();
  await first.pull();
  expect(first.collections.effort.all()).toMatchObject([{ weeks: { '2026-10-19': { time: hour } } }]);
  stop();
  await Promise.all([own.close(), first.close()]);
});

it('settles what began on two devices once everything is here, where the connection broke meanwhile', async () => {
  const server = new ProtocolServer();
  const desk = await openOn(createDevice(anyAuthor), server);
  const atPhone = createDevice(anyAuthor);
  const phone = await openOn(atPhone, server);
  const scopeId = await hoursScopeId(logCrypto, desk.id, anyAuthor);
  createHours(desk, scopeId, anyAuthor);
  const { id: projectId } = createProject(desk, { name: 'Roof' });
  const [here, there] = ['Beams', 'Tiles'].map((title) => desk.create('task', projectId, { title }).id);
  await desk.outbox.sent();
  await phone.pull();
  const punch = { userId: anyAuthor, zone: '' };
  atPhone.connection.isOffline = true;
  startTimer(phone, { taskId: there! }, { ...punch, at: start });
  startTimer(desk, { taskId: here! }, { ...punch, at: start + 2 * hour });
  await desk.outbox.sent();
  const cut = phone.outbox.failed.subscribe(() => {
    atPhone.connection.isOffline = true;
  });
  const stop = keepHours({ workspace: { ...phone, confirmed: observable(true) }, userId: anyAuthor });
  atPhone.connection.isOffline = false;
  await until(() => phone.status.get().connection !== 'current');
  cut();
  atPhone.connection.isOffline = false;
  await phone.pull();
  await until(() => phone.outbox.status.get().pending + phone.outbox.status.get().failed === 0);
  await desk.pull();
  for (const replica of [desk, phone])
    expect(replica.collections.timeEntry.all().map(({ taskId, status }) => [taskId, status])).toEqual(
      expect.arrayContaining([
        [here, 'IN_PROGRESS'],
        [there, 'DONE'],
      ]),
    );
  stop();
  await Promise.all([desk.close(), phone.close()]);
});
