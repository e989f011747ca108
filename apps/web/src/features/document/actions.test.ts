/** Acts on documents, and what is said of them: the trash, and moves. */
import { createProject } from '@kontor/client/nouns/project';
import { trashDocuments } from '@kontor/client/nouns/trash';
import type { Replica } from '@kontor/client/replica/replica';
import { createDevice, openOn } from '@kontor/client/replica/testing/client';
import { ProtocolServer } from '@kontor/client/replica/testing/protocolServer';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { provideWorkspace } from '../../platform/workspace/workspace.ts';
import { dropExpired } from './actions.ts';

const said = vi.hoisted(() => [] as string[]);
const say = vi.hoisted(() => (message: string) => void said.push(message));
vi.mock('../../platform/toasts.tsx', () => ({ toast: { error: say, success: say, info: say } }));

const days = (count: number) => count * 86_400_000;
let ada: Replica;
let scopeId: string;
/** The server's time as far as it is known, and whether it takes changes. */
const server: { time: number | undefined; isWritable: boolean } = { time: undefined, isWritable: true };

beforeEach(async () => {
  said.length = 0;
  Object.assign(server, { time: undefined, isWritable: true });
  ada = await openOn(createDevice(), new ProtocolServer(), { isWritable: () => server.isWritable });
  provideWorkspace({ records: { ...ada, serverTime: () => server.time }, userId: 'ada' } as never);
  scopeId = createProject(ada, { name: 'P' }).id;
});
afterEach(() => ada.close());

const folder = (name: string, parentId?: string) =>
  ada.create('document', scopeId, { kind: 'folder', name, ...(parentId && { parentId }) });
const trash = () => ada.collections.trashEntry.all();

it('empties the trash by the server’s clock alone, and only where it takes changes', () => {
  trashDocuments(ada, [folder('Plans').id]);
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + days(400) });
  dropExpired({ scopeId });
  expect(trash()).toHaveLength(1);
  vi.useRealTimers();
  server.time = Date.now() + days(29);
  dropExpired({ scopeId });
  expect(trash()).toHaveLength(1);
  server.time = Date.now() + days(31);
  server.isWritable = false;
  dropExpired({ scopeId });
  expect(trash()).toHaveLength(1);
  server.isWritable = true;
  dropExpired({ scopeId });
  expect(trash()).toEqual([]);
});
