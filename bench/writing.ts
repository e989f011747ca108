/** Writes over the wire with little around them, so that what they cost is the server's. */
import { Agent, request } from 'node:http';
import { toBase64Url } from '@kontor/contract/wire/bytes';
import { headers, protocolVersion } from '@kontor/contract/wire/protocol';
import { v7 as uuidv7 } from 'uuid';
import { taskFields } from './records.ts';
import type { World } from './world.ts';

/** Runs `work` for each item, `width` at a time. @returns items per second */
export async function rate<T>(
  items: readonly T[],
  width: number,
  work: (item: T) => Promise<unknown>,
): Promise<number> {
  const queue = items.values();
  const client = async () => {
    for (const item of queue) await work(item);
  };
  const start = performance.now();
  await Promise.all(Array.from({ length: width }, client));
  return (items.length / (performance.now() - start)) * 1000;
}

/**
 * Makes the bodies of `count` calls of one change each, spread over the scopes, sealed before any clock
 * starts.
 */
export async function bodies(
  { actor, workspaceId }: World,
  scopeIds: readonly string[],
  count: number,
): Promise<string[]> {
  const records = taskFields(count, actor.session.user!.id, Math.random() * 1e9).map((plain, i) => ({
    entity: 'task',
    id: uuidv7(),
    scopeId: scopeIds[i % scopeIds.length]!,
    version: 1,
    refs: {},
    plain,
  }));
  const sealed = await actor.device.vault.sealRecords(workspaceId, records);
  return records.map(({ scopeId, id, version, refs }, i) => {
    const args = { scopeId, id, version, refs, sealed: toBase64Url(sealed[i]!) };
    return JSON.stringify({ id: uuidv7(), workspaceId, changes: [{ name: 'task.create', args }] });
  });
}

/** Posts bodies over at most `width` kept connections; whatever is not answered 200 rejects. */
function poster(url: URL, width: number, fixed: Record<string, string>): (body: string) => Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: width });
  return (body) =>
    new Promise((resolve, reject) => {
      const length = String(Buffer.byteLength(body));
      const call = request(
        url,
        { method: 'POST', agent, headers: { ...fixed, 'content-length': length } },
        (response) => {
          response.resume();
          response.on('end', () => {
            if (response.statusCode === 200) resolve();
            else reject(new Error(`a write was answered ${response.statusCode}`));
          });
        },
      );
      call.on('error', reject);
      call.end(body);
    });
}

/** Sends bodies to the server as the world's person. */
export const sender = ({ server, actor, workspaceId }: World, width: number) =>
  poster(new URL('/api/changes', server.url), width, {
    cookie: [...actor.device.connection.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
    'content-type': 'application/json',
    [headers.protocol]: String(protocolVersion),
    [headers.workspace]: workspaceId,
  });

/** Sends bodies to a floor. */
export const floorSender = (url: string, width: number) => poster(new URL(url), width, {});
