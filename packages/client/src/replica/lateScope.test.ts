/** Scopes that come to a device which once had everything are told apart from those that it begins with. */
import { expect, it } from 'vitest';
import { createProject } from '../nouns/project.ts';
import type { LateScopes } from '../vault/vault.ts';
import type { ReplicaVault } from './engineParts.ts';
import { aloneTab } from './tabs.ts';
import { createDevice } from './testing/client.ts';
import { logEntry, openWithLog } from './testing/openWithLog.ts';
import { ProtocolServer } from './testing/protocolServer.ts';

it('are named to the vault with the log that the device had then, also after a restart', async () => {
  const server = new ProtocolServer();
  const log = [logEntry(0, 'genesis')];
  let told: (LateScopes | undefined)[] = [];
  const wrap = (vault: ReplicaVault): ReplicaVault => ({
    ...vault,
    openPage: (workspaceId, page) => {
      told.push(page.late);
      return vault.openPage(workspaceId, page);
    },
  });
  const shown = () => {
    const all = told.flatMap((late) => (late && late.ids.length > 0 ? [late] : []));
    told = [];
    return all;
  };
  const writer = await openWithLog({ server, log }, createDevice());
  const project = () => createProject(writer, { name: 'Villa' }).id;
  project();
  await writer.outbox.sent();

  const device = createDevice();
  const open = () => openWithLog({ server, log }, device, { tabs: aloneTab(), wrap });
  let reader = await open();
  await reader.pull();
  expect(shown()).toEqual([]);
  for (let round = 0; round < 2; round++) {
    const id = project();
    await writer.outbox.sent();
    await reader.pull();
    expect(shown()).toEqual([{ seq: 0, ids: [id] }]);
    await reader.pull();
    expect(shown()).toEqual([]);
    await reader.close();
    reader = await open();
  }
  await Promise.all([writer.close(), reader.close()]);
});
