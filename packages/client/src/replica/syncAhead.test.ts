import type { SyncAnswer } from '@kontor/contract/wire/sync';
import type { SyncRequest } from '@kontor/contract/wire/syncRequest';
import { describe, expect, it } from 'vitest';
import { syncAhead } from './syncAhead.ts';

const scope = (id: string, cursor: number): SyncAnswer['scopes'][number] => ({
  id,
  kind: 'project',
  access: 'open',
  cursor,
  rows: [],
  keys: [],
  isWhole: true,
});

/** Answers with these, in turn, and remembers what it was asked. */
function transport(...answers: (Partial<SyncAnswer> | Error)[]) {
  const asked: SyncRequest[] = [];
  const sync = async (request: SyncRequest): Promise<SyncAnswer> => {
    asked.push(request);
    const answer = answers[asked.length - 1]!;
    if (answer instanceof Error) throw answer;
    return { scopes: [], log: [], gone: [], more: false, ...answer };
  };
  return { asked, sync };
}

const request = (cursors: Record<string, number>): SyncRequest => ({ cursors, logLength: 0 });

describe('asking ahead', () => {
  it('asks for the next page at once, and does not ask twice', async () => {
    const { asked, sync } = transport({ scopes: [scope('a', 3)], more: true }, { scopes: [scope('b', 1)] });
    const pull = syncAhead({ sync });
    await pull(request({ gone: 1 }));
    expect(asked).toEqual([request({ gone: 1 }), request({ gone: 1, a: 3 })]);
    expect((await pull(request({ a: 3, gone: 1 }))).scopes).toEqual([scope('b', 1)]);
    expect(asked).toHaveLength(2);
  });

  it('asks again where the caller wants something else', async () => {
    const { asked, sync } = transport(
      { scopes: [scope('a', 3)], more: true },
      {},
      { scopes: [scope('a', 4)] },
    );
    const pull = syncAhead({ sync });
    await pull(request({}));
    expect((await pull(request({ a: 1 }))).scopes).toEqual([scope('a', 4)]);
    expect(asked.map(({ cursors }) => cursors)).toEqual([{}, { a: 3 }, { a: 1 }]);
  });

  it('asks no further than the end, and forgets what is gone', async () => {
    const { asked, sync } = transport({ gone: ['x'], more: true }, {});
    const pull = syncAhead({ sync });
    await pull(request({ x: 2, y: 1 }));
    await pull(request({ y: 1 }));
    expect(asked.map(({ cursors }) => cursors)).toEqual([{ x: 2, y: 1 }, { y: 1 }]);
  });

  it('fails where the early call failed, and only for who wanted it', async () => {
    const { sync } = transport({ more: true }, new Error('cut'), {});
    const pull = syncAhead({ sync });
    await pull(request({}));
    await expect(pull(request({}))).rejects.toThrow('cut');

    const other = transport({ more: true }, new Error('cut'), {});
    const otherPull = syncAhead({ sync: other.sync });
    await otherPull(request({}));
    await expect(otherPull(request({ a: 1 }))).resolves.toMatchObject({ more: false });
  });
});
