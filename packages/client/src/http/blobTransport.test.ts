import { afterEach, expect, it, vi } from 'vitest';
import { blobTransport } from './blobTransport.ts';
import { Http } from './http.ts';

afterEach(() => void vi.useRealTimers());

it.each(['presign', 'downloadUrls', 'remove'] as const)('gives up on a dead connection: %s', async (call) => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const dead = (_: unknown, init?: RequestInit) =>
    new Promise<Response>((_resolve, reject) => {
      init?.signal?.addEventListener('abort', () => reject(init.signal!.reason));
    });
  const transport = blobTransport(new Http({ origin: 'https://kontor.example', fetch: dead }));
  const asked = { presign: [1], downloadUrls: ['key'], remove: 'key' };
  const refused = expect(transport[call](asked[call] as never)).rejects.toMatchObject({ code: 'OFFLINE' });
  await vi.advanceTimersByTimeAsync(30_000);
  await refused;
});
