import { expect, it } from 'vitest';
import { Answers } from './answers.ts';

/** Asks twice; `answer` lets one of the questions be answered with its number. */
function askedTwice() {
  const answers = new Answers();
  const questions = [0, 1].map(() => Promise.withResolvers<number>());
  const heard = questions.map(({ promise }) => answers.newest(() => promise));
  const answer = (number: 0 | 1) => {
    questions[number]!.resolve(number);
    return heard[number];
  };
  return { answers, answer };
}

it('takes answers that come in the order of their questions', async () => {
  const { answer } = askedTwice();
  expect(await answer(0)).toBe(0);
  expect(await answer(1)).toBe(1);
});

it('leaves out one that was overtaken', async () => {
  const { answer } = askedTwice();
  expect(await answer(1)).toBe(1);
  expect(await answer(0)).toBeUndefined();
});

it('leaves out what was asked before something was known, and takes what is asked after it', async () => {
  const { answers, answer } = askedTwice();
  answers.overrule();
  expect(await answer(0)).toBeUndefined();
  expect(await answer(1)).toBeUndefined();
  expect(await answers.newest(async () => 2)).toBe(2);
});

it('goes on after a question that failed', async () => {
  const { answers, answer } = askedTwice();
  await expect(answers.newest(() => Promise.reject(new Error('no answer')))).rejects.toThrow('no answer');
  expect(await answer(0)).toBe(0);
});
