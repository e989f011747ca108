/** Puts a canary into every sink in clear, past the client: what the search has to find, or it finds nothing. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { blobTransport } from '@kontor/client/http/blobTransport';
import { type Actor, Device } from '@kontor/testkit/actor';
import { withDatabase } from '../database.ts';
import type { Site } from '../hostile/site.ts';

/**
 * Plants a canary in every sink that is searched on the server.
 * @param actor somebody who may store blobs in the workspace
 */
export async function plantEverywhere(
  site: Site,
  { actor, workspaceId }: { actor: Actor; workspaceId: string },
  canary: string,
): Promise<void> {
  await withDatabase(site.server.dataPath, async (client) => {
    await client.query('CREATE TABLE control (content text)');
    await client.query('INSERT INTO control VALUES ($1)', [canary]);
  });
  const blobs = blobTransport(actor.device.http.forWorkspace(workspaceId));
  const content = new Blob([`content ${canary}`]);
  const [{ url } = { url: '' }] = await blobs.presign([content.size]);
  await blobs.put(url, content, new AbortController().signal);
  await new Device(site.url).session.registrations.register({
    firstName: 'Control',
    lastName: 'Control',
    email: `${canary}@example.org`,
    password: 'control control control',
    language: 'en',
  });
  writeFileSync(join(site.server.dataPath, 'control'), canary);
  // The path goes into the server's log.
  await fetch(`${site.url}/api/${canary}`, { headers: { 'x-control': canary } });
  await sendFrame(site.url, canary);
}

/** Sends one frame over the realtime endpoint and waits until the server answered it. */
async function sendFrame(url: string, text: string): Promise<void> {
  const socket = new WebSocket(`${url.replace('http', 'ws')}/app/kontor?protocol=7&client=js&version=8.6.0`);
  await new Promise<void>((resolve, reject) => {
    socket.onerror = () => reject(new Error('the realtime endpoint does not open'));
    socket.onopen = () => socket.send(JSON.stringify({ event: 'pusher:ping', data: text }));
    socket.onmessage = ({ data }) => {
      if (String(data).includes('pong')) resolve();
    };
  });
  socket.close();
}
