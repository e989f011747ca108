/** A pull that began before the server took a transaction says nothing of what that act made. */

import { expect, it } from 'vitest';
import { createProject } from '../nouns/project.ts';
import { TrustError } from '../vault/trust/trustError.ts';
import { createDevice, openOn } from './testing/client.ts';
import { ProtocolServer } from './testing/protocolServer.ts';

it('keeps a project that was made during a pull, and what is written into it at once', async () => {
  const server = new ProtocolServer();
  const transport = server.transport();
  const applied = Promise.withResolvers<void>();
  /** Runs between the server's answer and its arrival. */
  let meanwhile = async () => {};
  server.transport = () => ({
    ...transport,
    sync: async (request) => {
      const answer = await transport.sync(request);
      const act = meanwhile;
      meanwhile = async () => {};
      await act();
      return answer;
    },
    apply: async (batch) => {
      const result = await transport.apply(batch);
      setTimeout(applied.resolve, 5);
      return result;
    },
  });
  const ada = await openOn(createDevice(), server);
  await ada.pull();
  let project = '';
  meanwhile = async () => {
    project = createProject(ada, { name: 'Villa' }).id;
    await applied.promise;
    ada.update('project', project, { name: 'Villa am See' });
  };
  await ada.pull();
  await ada.outbox.sent();
  expect(ada.outbox.failed.get()).toEqual([]);
  await ada.pull();
  expect(ada.collections.project.get(project)?.name).toBe('Villa am See');
  await ada.close();
});

it('sends what lies in a scope that this device does not know yet, once it does', async () => {
  const server = new ProtocolServer();
  let isKnown = false;
  const transport = server.transport();
  server.transport = () => ({
    ...transport,
    sync: async (request) => {
      isKnown = true;
      return transport.sync(request);
    },
  });
  const ada = await openOn(createDevice(), server, {
    vault: (vault) => ({
      ...vault,
      sealBatch: async (workspaceId, batch) => {
        const isMade = batch.created.length > 0;
        if (!isMade && !isKnown) throw new TrustError('unknown-scope', 'made elsewhere, or before a restart');
        return vault.sealBatch(workspaceId, batch);
      },
    }),
  });
  const { id } = createProject(ada, { name: 'Villa' });
  await ada.outbox.sent();
  isKnown = false;
  const task = ada.create('task', id, { title: 'Roof' });
  await ada.outbox.sent();
  expect(ada.outbox.failed.get()).toEqual([]);
  await ada.pull();
  expect(ada.collections.task.get(task.id)?.version).toBe(1);
  await ada.close();
});
