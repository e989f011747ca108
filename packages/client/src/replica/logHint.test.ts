/** An entry of the member log costs a reader one pull, and a pull that brings nothing costs the vault nothing. */
import type { LogEntry } from '@kontor/contract/memberLog/entries';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Replica } from './replica.ts';
import { createDevice, type Device, until } from './testing/client.ts';
import { logEntry, openWithLog } from './testing/openWithLog.ts';
import { ProtocolServer } from './testing/protocolServer.ts';

const scopes = ['admins', 'staff', 'customer', 'project'] as const;
let server: ProtocolServer;
let log: LogEntry[];
let device: Device;
let reader: Replica;
let crossings: number;

beforeEach(async () => {
  server = new ProtocolServer();
  log = [logEntry(0, 'genesis')];
  for (const kind of scopes) server.addScope({ id: kind, kind, access: 'private' });
  device = createDevice();
  const onCrossing = () => void crossings++;
  reader = await openWithLog({ server, log }, device, { hints: server.hints, onCrossing });
  await reader.pull();
  device.requests.length = 0;
  crossings = 0;
});
afterEach(() => reader.close());

/** Appends an entry as the server does: it moves the scopes of all readers on, of which each is hinted. */
function append({ isTold = true } = {}): void {
  log.push(logEntry(log.length, 'genesis'));
  for (const kind of ['admins', 'staff', 'customer']) {
    const scope = server.scopes.get(kind)!;
    scope.revision++;
    server.tell({ scope: kind, revision: scope.revision, ...(isTold && { log: log.length }) });
  }
}
const isHere = () =>
  reader.logEntries().length === log.length && reader.revisions().customer === log.length - 1;
/** Lets everything go first that a hint began. */
const settled = () => new Promise((resolve) => setTimeout(resolve, 30));

it('is pulled with all that it concerns, at once', async () => {
  append();
  await until(isHere);
  await settled();
  expect(device.requests.map(({ only }) => only)).toEqual([undefined]);
  expect(crossings).toBe(1);
});

it('is pulled once for hints that come while it is pulled, and again for the next one', async () => {
  append();
  append();
  await until(isHere);
  append();
  await until(isHere);
  await settled();
  expect(device.requests).toHaveLength(2);
});

it('is found by a server that does not tell of it, too', async () => {
  append({ isTold: false });
  await until(isHere);
  expect(device.requests.map(({ only }) => only)).toEqual([['admins'], undefined]);
});

it('that the server does not have is asked for with each hint, and not for ever', async () => {
  for (const revision of [1, 2]) {
    server.scopes.get('staff')!.revision = revision;
    server.tell({ scope: 'staff', revision, log: 99 });
    await until(() => reader.revisions().staff === revision);
    await settled();
  }
  expect(device.requests.map(({ only }) => only)).toEqual([undefined, undefined]);
});

it('a pull that brings nothing does not go to the vault', async () => {
  await reader.pull();
  expect(device.requests).toHaveLength(1);
  expect(crossings).toBe(0);
});
