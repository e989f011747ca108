/** An entry of the member log cuts a scope above where the server ends it: it told the admin who signed another thing. */
import type { LogState } from '@kontor/contract/memberLog/state';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createProject } from '../nouns/project.ts';
import type { Replica } from './replica.ts';
import { aloneTab } from './tabs.ts';
import { createDevice } from './testing/client.ts';
import { logEntry, openWithLog } from './testing/openWithLog.ts';
import { ProtocolServer } from './testing/protocolServer.ts';

let server: ProtocolServer;
let writer: Replica;
let reader: Replica;
let projectId: string;
/** The revisions that the log names, by scope. */
let named: Map<string, number>;

beforeEach(async () => {
  server = new ProtocolServer();
  named = new Map();
  const log = [logEntry(0, 'genesis')];
  const get = (id: string) => {
    const revision = named.get(id);
    return revision === undefined ? undefined : [{ seq: 0, revision }];
  };
  const withCuts = (state: LogState): LogState =>
    ({ ...state, history: { ...state.history, revisions: { get } } }) as unknown as LogState;
  const open = () =>
    openWithLog({ server, log }, createDevice(), {
      role: 'ADMIN',
      tabs: aloneTab(),
      wrap: (vault) => ({
        ...vault,
        takeLog: async (...args) => withCuts(await vault.takeLog(...args)),
        openPage: async (...args) => {
          const page = await vault.openPage(...args);
          return page.log ? { ...page, log: withCuts(page.log) } : page;
        },
      }),
    });
  [writer, reader] = [await open(), await open()];
  projectId = createProject(writer, { name: 'P' }).id;
  writer.create('task', projectId, { title: 'before' });
  await arrives();
});
afterEach(() => Promise.all([writer.close(), reader.close()]).then(() => {}));

async function arrives(): Promise<void> {
  await writer.outbox.sent();
  await reader.pull();
}
const titles = () =>
  reader.collections.task
    .all()
    .map(({ title }) => title)
    .sort();
const end = () => server.scopes.get(projectId)!.revision;

it('believes nothing of a scope that ends below its cut, and all once it does not', async () => {
  // The control: a cut where the scope ends.
  named.set(projectId, end());
  await arrives();
  expect(reader.faults.get()).toEqual([]);
  named.set(projectId, end() + 2);
  writer.create('task', projectId, { title: 'between' });
  await arrives();
  expect(titles()).toEqual(['before']);
  expect(reader.faults.get()).toMatchObject([{ kind: 'rolled-back', id: '', scopeId: projectId }]);
  writer.create('task', projectId, { title: 'at the cut' });
  await arrives();
  expect(reader.faults.get()).toEqual([]);
  expect(titles()).toEqual(['at the cut', 'before', 'between']);
});
