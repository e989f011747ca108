import { describe, expect, it } from 'vitest';
import { answerMedia, rangeOf } from '../../public/mediaAnswers.js';

const mebibyte = 1_048_576;

describe('a range', () => {
  it.each([
    ['bytes=0-', { start: 0, end: 100 }],
    ['bytes=0-0', { start: 0, end: 1 }],
    ['bytes=99-', { start: 99, end: 100 }],
    ['bytes=10-19', { start: 10, end: 20 }],
    ['bytes=10-1000', { start: 10, end: 100 }],
    ['bytes=-30', { start: 70, end: 100 }],
    ['bytes=-1000', { start: 0, end: 100 }],
    ['bytes=100-', 'unsatisfiable'],
    ['bytes=-0', 'unsatisfiable'],
    ['bytes=20-10', undefined],
    ['bytes=-', undefined],
    ['bytes=0-1,5-6', undefined],
    ['bytes=1.5-', undefined],
    ['items=0-1', undefined],
    [null, undefined],
  ])('%s of 100 bytes', (header, range) => expect(rangeOf(header, 100)).toEqual(range));

  it('of nothing is none', () => expect(rangeOf('bytes=0-', 0)).toBe('unsatisfiable'));
});

const byteAt = (i: number) => (i * 31 + (i >> 11)) & 0xff;
const bytesOf = (start: number, end: number) =>
  Uint8Array.from({ length: end - start }, (_, i) => byteAt(start + i));

/** Returns a page that has one content, and notes what it was asked for. */
function page({ size = 5 * mebibyte + 7, mimeType = 'audio/wav', id = 'abc' } = {}) {
  const asked: [number, number][] = [];
  const stopped: unknown[] = [];
  const ask = async (question: { id: string; start?: number; end?: number }, signal?: AbortSignal) => {
    if (question.id !== id) throw new Error('unknown');
    if (question.start === undefined || question.end === undefined) return { size, mimeType };
    asked.push([question.start, question.end]);
    signal?.addEventListener('abort', () => stopped.push(question.start));
    return bytesOf(question.start, question.end);
  };
  return { ask, asked, stopped };
}

const request = (range?: string, more: object = {}) => ({
  method: 'GET',
  destination: 'audio' as const,
  url: 'https://kontor.example/media/abc',
  headers: new Headers(range ? { range } : {}),
  ...more,
});

describe('the worker', () => {
  it('answers a range with its bytes, and asks for no others', async () => {
    const { ask, asked } = page();
    const answer = await answerMedia(request('bytes=1000000-3000000'), ask);
    expect(answer.status).toBe(206);
    expect(Object.fromEntries(answer.headers)).toEqual({
      'accept-ranges': 'bytes',
      'cache-control': 'no-store',
      'content-length': '2000001',
      'content-range': `bytes 1000000-3000000/${5 * mebibyte + 7}`,
      'content-security-policy': "default-src 'none'; sandbox",
      'content-type': 'audio/wav',
      'cross-origin-resource-policy': 'same-origin',
      'x-content-type-options': 'nosniff',
    });
    expect(Buffer.compare(await answer.bytes(), bytesOf(1_000_000, 3_000_001))).toBe(0);
    expect(asked).toEqual([
      [1_000_000, mebibyte],
      [mebibyte, 2 * mebibyte],
      [2 * mebibyte, 3_000_001],
    ]);
  });

  it('answers with the whole where no range is asked for', async () => {
    const answer = await answerMedia(request(), page({ size: 10 }).ask);
    expect(answer.status).toBe(200);
    expect(answer.headers.has('content-range')).toBe(false);
    expect(await answer.bytes()).toEqual(bytesOf(0, 10));
  });

  it('asks for the next piece when the one before was taken, and for none after a seek', async () => {
    const { ask, asked, stopped } = page();
    const answer = await answerMedia(request('bytes=0-'), ask);
    expect(asked).toEqual([]);
    const reader = answer.body!.getReader();
    await reader.read();
    expect(asked).toHaveLength(1);
    await reader.cancel();
    expect(stopped).toEqual([0]);
    expect(asked).toHaveLength(1);
  });

  it('says what lies behind the end', async () => {
    const answer = await answerMedia(request('bytes=100-'), page({ size: 100 }).ask);
    expect(answer.status).toBe(416);
    expect(answer.headers.get('content-range')).toBe('bytes */100');
  });

  it.each([
    ['an id that the page does not have', {}, { id: 'other' }],
    ['a type of no list', {}, { mimeType: 'text/html' }],
    ['a name of every object as a type', {}, { mimeType: 'constructor' }],
    ['a size that is none', {}, { size: -1 }],
    ['a page that is to be made of it', { destination: 'document' }, {}],
    ['a script that is to be made of it', { destination: 'script' }, {}],
    ['a call of a script', { destination: '' }, {}],
    ['a post', { method: 'POST' }, {}],
  ] as const)('refuses %s', async (_, asked, has) => {
    const answer = await answerMedia(request('bytes=0-', asked) as Request, page(has).ask);
    expect(answer.status).toBe(404);
    expect(answer.body).toBeNull();
  });

  it('breaks off where the page cannot read, or hands over another number of bytes', async () => {
    const { ask } = page();
    type Ask = typeof ask;
    const fails: Ask = async (question) => {
      if (question.end === undefined) return ask(question);
      throw new Error('damaged');
    };
    const short: Ask = async (question) => {
      const answer = await ask(question);
      return answer instanceof Uint8Array ? answer.subarray(1) : answer;
    };
    for (const from of [fails, short])
      await expect((await answerMedia(request('bytes=0-'), from)).bytes()).rejects.toThrow();
  });
});
