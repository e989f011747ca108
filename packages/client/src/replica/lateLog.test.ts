/** A server that keeps the member log back for a while: once it has come, what it bears out shows without another change. */
import type { LogEntry } from '@kontor/contract/memberLog/entries';
import type { RevisionHint } from '@kontor/contract/wire/channel';
import type { ScopeKey } from '@kontor/contract/wire/scope';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createProject } from '../nouns/project.ts';
import type { ReplicaVault } from './engineParts.ts';
import type { Replica } from './replica.ts';
import { createDevice, openOn, until } from './testing/client.ts';
import { logEntry, openWithLog } from './testing/openWithLog.ts';
import { ProtocolServer } from './testing/protocolServer.ts';

/** A scope that comes with keys once the log has an entry more. */
const colleagues = 'colleagues';

let server: ProtocolServer;
let log: LogEntry[];
let writer: Replica;
let reader: Replica;
let projectId: string;
let tell: (hint: RevisionHint) => void;
/** Records whose authors knew an entry that the server keeps back at first. */
let ahead: Set<string>;
/** Acts behind the pages that are opened, one behind each. */
let behind: (() => Promise<unknown>)[];

beforeEach(async () => {
  server = new ProtocolServer();
  server.addScope({ id: 'staff', kind: 'staff', access: 'private' });
  log = [logEntry(0, 'genesis')];
  [ahead, behind] = [new Set(), []];
  server.onSync = (answer) => ({
    ...answer,
    scopes: answer.scopes.map((scope) =>
      scope.id === colleagues
        ? { ...scope, keys: [{ scopeId: colleagues, generation: 1, kid: 'k' } as ScopeKey] }
        : scope,
    ),
  });
  writer = await openOn(createDevice(), server);
  projectId = createProject(writer, { name: 'Roof' }).id;
  await writer.outbox.sent();
  const hints = {
    onHint: (listener: typeof tell) => {
      tell = listener;
      return () => {};
    },
    onConnected: () => () => {},
  };
  reader = await openWithLog({ server, log }, createDevice(), { hints, wrap: holdingBack });
  await reader.pull();
});
afterEach(async () => {
  await reader.close();
  await writer.close();
});

/** Has the vault refuse what the log does not bear out: records of those who knew more, and keys of a new colleague. */
function holdingBack(vault: ReplicaVault): ReplicaVault {
  let known = 1;
  return {
    ...vault,
    openPage: async (id, page) => {
      if (page.log) known = page.log.at(-1)!.seq + 1;
      const opened = await vault.openPage(id, page);
      const isRefused = (row: { id: string; scopeId: string }) =>
        known < 2 && (ahead.has(row.id) || row.scopeId === colleagues);
      const refused = opened.opened.filter(isRefused).map((row) => ({
        ...row,
        fault: row.scopeId === colleagues ? ('unknown-key' as const) : ('withheld-log' as const),
      }));
      const isForged = known < 2 && page.scopes.some(({ scope }) => scope.id === colleagues);
      const forged = { scopeId: colleagues, fault: 'forged-grant' as const, detail: '' };
      await behind.shift()?.();
      return {
        ...opened,
        opened: opened.opened.filter((row) => !isRefused(row)),
        faulty: [...opened.faulty, ...refused],
        faults: isForged ? [forged] : [],
      };
    },
  };
}

/** Writes as somebody who knows the log's second entry. Returns the record's id. */
async function write(scopeId: string, entity: 'document' | 'task', fields: object): Promise<string> {
  const { id } = writer.create(entity, scopeId, fields as never);
  ahead.add(id);
  await writer.outbox.sent();
  return id;
}

const told = (scope: string) => tell({ scope, revision: server.scopes.get(scope)!.revision });

it('shows what it refused while the server kept back what bears it out, though another round asked for the log before', async () => {
  await write('staff', 'document', { kind: 'folder', name: 'Ada' });
  let withheld = '';
  behind = [
    // The staff's scope alone, and then everything, with which the log is asked for once more.
    async () => {},
    async () => {
      server.addScope({ id: colleagues, kind: 'customer', access: 'private' });
      await writer.pull();
      await write(colleagues, 'document', { kind: 'folder', name: 'Hours' });
      withheld = await write(projectId, 'task', { title: 'Kept back' });
    },
    // The new scope's keys let everything be asked for again. By then the server keeps nothing back.
    async () => {
      log.push(logEntry(1, 'genesis'));
      await write(projectId, 'task', { title: 'Next' });
    },
  ];
  told('staff');
  await until(() => behind.length === 0 && reader.logEntries().length === 2);
  // The last hint that there is: what it names came already.
  told(projectId);
  await until(() => reader.collections.task.get(withheld) !== undefined);
  await until(() => reader.faults.get().length === 0);
  expect(
    reader.collections.task
      .all()
      .map(({ title }) => title)
      .sort(),
  ).toEqual(['Kept back', 'Next']);
});
