import { describe, expect, it } from 'vitest';
import { answerSaved } from '../../public/savedAnswers.js';

interface Question {
  id: string;
  want: 'name' | 'piece' | 'end';
}

/** Returns a page that saves some pieces, and notes what it was asked for. */
function page(
  pieces: unknown[],
  { id = 'abc', name = 'Grüße (1).zip' as unknown, size = undefined as unknown } = {},
) {
  const asked: string[] = [];
  const left = [...pieces];
  const ask = async (question: Question) => {
    if (question.id !== id) throw new Error('unknown');
    asked.push(question.want);
    if (question.want === 'name') return { name, size };
    return left.length > 0 ? left.shift() : null;
  };
  return { ask, asked };
}
const bytes = (...all: number[]) => new Uint8Array(all);
const request = (more: object = {}) => ({
  method: 'GET',
  destination: 'iframe' as const,
  url: 'https://kontor.example/saved/abc',
  ...more,
});

describe('the worker', () => {
  it('answers with a file and nothing that could be a page', async () => {
    const answer = await answerSaved(request(), page([bytes(1, 2), bytes(3)], { size: 3 }).ask);
    expect(answer.status).toBe(200);
    expect(Object.fromEntries(answer.headers)).toEqual({
      'cache-control': 'no-store',
      'content-disposition': "attachment; filename*=UTF-8''Gr%C3%BC%C3%9Fe%20%281%29.zip",
      'content-length': '3',
      'content-security-policy': "default-src 'none'; sandbox",
      'content-type': 'application/octet-stream',
      'cross-origin-resource-policy': 'same-origin',
      'x-content-type-options': 'nosniff',
    });
    expect(await Array.fromAsync(answer.body!, (piece) => [...piece])).toEqual([[1, 2], [3]]);
  });

  it('asks for a piece when the one before was taken, and says when no more is wanted', async () => {
    const { ask, asked } = page([bytes(1), bytes(2), bytes(3)]);
    const answer = await answerSaved(request(), ask);
    expect(answer.headers.has('content-length')).toBe(false);
    const reader = answer.body!.getReader();
    await reader.read();
    expect(asked).toEqual(['name', 'piece']);
    await reader.cancel();
    expect(asked).toEqual(['name', 'piece', 'end']);
  });

  it('frees a piece when the next one is asked for, and none before', async () => {
    const pieces = [bytes(1), bytes(2)];
    const reader = (await answerSaved(request(), page(pieces).ask)).body!.getReader();
    await reader.read();
    expect(pieces.map(({ length }) => length)).toEqual([1, 1]);
    await reader.read();
    expect(pieces.map(({ length }) => length)).toEqual([0, 1]);
  });

  it('keeps a name from becoming another header', async () => {
    const { ask } = page([], { name: 'a"\r\nset-cookie: b=1\u202egnp.exe' });
    const disposition = (await answerSaved(request(), ask)).headers.get('content-disposition');
    expect(disposition).toBe("attachment; filename*=UTF-8''a%22%0D%0Aset-cookie%3A%20b%3D1%E2%80%AEgnp.exe");
  });

  it.each([
    ['an id that no page has', {}, { id: 'other' }],
    ['a name that is none', {}, { name: 7 }],
    ['a name that is no text', {}, { name: '\ud800' }],
    ['a size that is none', {}, { size: -1 }],
    ['a page that is to be made of it', { destination: 'document' }, {}],
    ['a script that is to be made of it', { destination: 'script' }, {}],
    ['a call of a script', { destination: '' }, {}],
    ['a post', { method: 'POST' }, {}],
  ] as const)('refuses %s', async (_, asked, has) => {
    const answer = await answerSaved(request(asked) as Request, page([bytes(1)], has).ask);
    expect(answer.status).toBe(404);
    expect(answer.body).toBeNull();
  });

  it.each([
    ['a piece cannot be had', [bytes(1), undefined], undefined],
    ['it ends before its size', [bytes(1)], 2],
    ['what comes are no bytes', ['<script>'], undefined],
  ])('breaks off where %s', async (_, pieces, size) => {
    const answer = await answerSaved(request(), page(pieces, { size }).ask);
    await expect(answer.bytes()).rejects.toThrow();
  });
});
