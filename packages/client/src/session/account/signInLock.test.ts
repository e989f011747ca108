import { afterEach, describe, expect, it, vi } from 'vitest';
import { browserSignInLock } from './signInLock.ts';

it('lets one act after the other, and the next one after a failure', async () => {
  const steps: string[] = [];
  const act = (name: string) =>
    browserSignInLock(async () => {
      steps.push(`${name} begins`);
      await new Promise((resolve) => setTimeout(resolve, 5));
      steps.push(`${name} ends`);
      if (name === 'first') throw new RangeError(name);
      return name;
    });
  const [first, second] = [act('first'), act('second')];
  await expect(first).rejects.toThrow(RangeError);
  expect(await second).toBe('second');
  expect(steps).toEqual(['first begins', 'first ends', 'second begins', 'second ends']);
});

describe('waiting for another tab', () => {
  afterEach(() => {
    vi.restoreAllMocks();
    vi.unstubAllGlobals();
  });

  const lateAnswer = () => new Promise((resolve) => setTimeout(resolve, 500, 'late'));

  it('ends, and the act is told that it does not run alone', async () => {
    const timeout = AbortSignal.timeout.bind(AbortSignal);
    const asked: number[] = [];
    vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
      asked.push(ms);
      return timeout(20);
    });
    let end = () => {};
    const held = new Promise<void>((resolve) => {
      end = resolve;
    });
    const hung = browserSignInLock(() => held);
    expect(await Promise.race([browserSignInLock(async (isAlone) => isAlone), lateAnswer()])).toBe(false);
    expect(asked).toEqual([20_000, 20_000]);
    end();
    await hung;
    expect(await browserSignInLock(async (isAlone) => isAlone)).toBe(true);
  });

  it('does not repeat an act that ran out of time itself', async () => {
    let runs = 0;
    const act = async () => {
      runs++;
      throw new DOMException('too slow', 'TimeoutError');
    };
    await expect(browserSignInLock(act)).rejects.toThrow('too slow');
    expect(runs).toBe(1);
  });

  it('is not there where the browser has no locks', async () => {
    vi.stubGlobal('navigator', {});
    expect(await browserSignInLock(async (isAlone) => isAlone)).toBe(true);
  });
});
