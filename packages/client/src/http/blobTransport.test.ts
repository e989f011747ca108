import { afterEach, expect, it, vi } from 'vitest';
import { blobTransport } from './blobTransport.ts';
import { Http } from './http.ts';

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** Answers nothing until it is given up. */
const dead = (_: unknown, init?: RequestInit) =>
  new Promise<Response>((_resolve, reject) => {
    init?.signal?.addEventListener('abort', () => reject(init.signal!.reason));
  });
const origin = 'https://kontor.example';

it.each(['presign', 'downloadUrls', 'remove'] as const)('gives up on a dead connection: %s', async (call) => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const transport = blobTransport(new Http({ origin, fetch: dead }));
  const asked = { presign: [1], downloadUrls: ['key'], remove: 'key' };
  const refused = expect(transport[call](asked[call] as never)).rejects.toMatchObject({ code: 'OFFLINE' });
  await vi.advanceTimersByTimeAsync(30_000);
  await refused;
});

it('gives up on a part that does not get through, whatever it is put for', async () => {
  const late = new AbortController();
  const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(late.signal);
  const { put } = blobTransport(new Http({ origin, fetch: dead }));
  const putting = put('https://storage.example/part', new Blob(['a']), new AbortController().signal);
  const refused = expect(putting).rejects.toMatchObject({ code: 'OFFLINE' });
  expect(timeout).toHaveBeenCalledWith(600_000);
  late.abort();
  await refused;
});
