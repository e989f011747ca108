/** The crossings to the vault's worker that one changed title costs, on the device of its writer and on that of a reader. */
import { expect, it } from 'vitest';
import { createProject } from '../nouns/project.ts';
import type { ReplicaVault } from './engineParts.ts';
import { createDevice, openOn, until } from './testing/client.ts';
import { ProtocolServer } from './testing/protocolServer.ts';

/** Notes the calls of a vault by their names; the keeping of pages aside, which comes later and for many writes at once. */
const noted =
  (calls: string[]) =>
  (vault: ReplicaVault): ReplicaVault =>
    new Proxy(vault, {
      get: (inner, name, receiver) => {
        const value: unknown = Reflect.get(inner, name, receiver);
        if (typeof value !== 'function') return value;
        return (...args: unknown[]) => {
          if (name !== 'sealPieces') calls.push(String(name));
          return value.apply(inner, args);
        };
      },
    });

it('a title crosses once to be kept, once to be sealed, and once to be opened', async () => {
  const server = new ProtocolServer();
  const [written, read]: [string[], string[]] = [[], []];
  const writer = await openOn(createDevice(), server, { vault: noted(written) });
  const { id: scopeId } = createProject(writer, { name: 'Roof' });
  const { id } = writer.create('task', scopeId, { title: 'Measure' });
  await writer.outbox.sent();
  const reader = await openOn(createDevice(), server, { vault: noted(read), hints: server.hints });
  await until(() => reader.collections.task.get(id) !== undefined);
  await new Promise((resolve) => setTimeout(resolve, 50));
  written.length = 0;
  read.length = 0;
  writer.update('task', id, { title: 'Order' });
  await writer.outbox.sent();
  await until(() => reader.collections.task.get(id)?.title === 'Order');
  expect([written, read]).toEqual([['sealLocal', 'sealBatch'], ['openPage']]);
  await writer.close();
  await reader.close();
});
