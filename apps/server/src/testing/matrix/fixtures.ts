/** Creates stored files, a foreign session and sockets, which some calls need. */
import { expect } from 'vitest';
import { signIn } from '../accounts.ts';
import { httpClient } from '../httpClient.ts';
import { random } from '../sealed.ts';
import type { TestServer } from '../server.ts';
import { change, expectApplied, recordChange } from '../workspaces.ts';
import type { Fixtures } from './calls.ts';
import type { World } from './world.ts';

export async function createFixtures(server: TestServer, world: World): Promise<Fixtures> {
  const { openProjectId, privateProject } = world;
  return {
    openFileKey: await storeFile(server, world, { id: openProjectId }),
    privateFileKey: await storeFile(server, world, privateProject),
    sessionId: await otherSession(server, world),
    openSocket: () => openSocket(server),
  };
}

/** Uploads one part as the owner and writes the document that names it. */
async function storeFile(
  { url }: TestServer,
  { team }: World,
  { id: scopeId, kid }: { id: string; kid?: string },
): Promise<string> {
  const { owner, id } = team.workspace;
  const bytes = new Uint8Array(100);
  const { body } = await owner.client.call<{ url: string; fileKey: string }[]>(
    'GET',
    '/api/s3/pre-signed-url?count=1&sizes=100',
    { headers: { 'x-workspace-id': id } },
  );
  const [{ url: target, fileKey }] = body as [{ url: string; fileKey: string }];
  const { status } = await fetch(new URL(target, url), { method: 'PUT', body: bytes });
  expect(status).toBe(200);
  const document = recordChange('document.create', {
    scopeId,
    refs: { nameTag: random(32), blobs: [fileKey] },
    ...(kid && { kid }),
  });
  await expectApplied(change(owner, id, document));
  return fileKey;
}

/** Opens a session of the owner's on another device. */
async function otherSession({ url }: TestServer, { team }: World): Promise<string> {
  const client = httpClient(url);
  await signIn(client, team.workspace.owner.body);
  const { body } = await client.call<{ id: string; isCurrent: boolean }[]>('GET', '/api/account/sessions');
  return body.find(({ isCurrent }) => isCurrent)!.id;
}

/** Opens a socket and returns its id. It closes with the server. */
function openSocket({ url }: TestServer): Promise<string> {
  const socket = new WebSocket(`${url.replace('http', 'ws')}/app/kontor?protocol=7`);
  return new Promise((resolve, reject) => {
    socket.onerror = () => reject(new Error('no socket'));
    socket.onmessage = ({ data }) => {
      const { event, data: inner } = JSON.parse(data as string) as { event: string; data: string };
      if (event === 'pusher:connection_established')
        resolve((JSON.parse(inner) as { socket_id: string }).socket_id);
    };
  });
}
