/** Tests that a hostile PDF costs a worker and no page. */
import { expect, it } from 'vitest';
import { createJudge, type JudgeWorker } from './judgeFile.ts';

const never = new Promise<void>(() => {});
const at = Promise.resolve();

/** Returns a worker that does something with each file. */
function worker(work: (worker: JudgeWorker) => void) {
  const ended: boolean[] = [];
  const made: JudgeWorker = {
    onmessage: null,
    onerror: null,
    postMessage: () => work(made),
    terminate: () => void ended.push(true),
  };
  return { made, ended };
}

it.each([
  [
    'an answer',
    (made: JudgeWorker) => made.onmessage?.call(made as Worker, { data: 'fine' } as MessageEvent),
    never,
    'fine',
  ],
  [
    'a worker that dies',
    (made: JudgeWorker) => made.onerror?.call(made as Worker, { message: 'out of memory' } as ErrorEvent),
    never,
    'damaged',
  ],
  [
    'a worker whose code does not come',
    (made: JudgeWorker) => made.onerror?.call(made as Worker, new Event('error') as ErrorEvent),
    never,
    'unexamined',
  ],
  ['a file that never ends', () => {}, at, 'damaged'],
] as const)('takes %s, and ends the worker', async (_, work, patience, judgement) => {
  const { made, ended } = worker(work);
  expect(
    await createJudge(
      () => made,
      () => patience,
    )(new Blob()),
  ).toBe(judgement);
  expect(ended).toEqual([true]);
});
