import { expect, it } from 'vitest';
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
