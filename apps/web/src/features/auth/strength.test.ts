import { expect, it } from 'vitest';
import { passwordStrength } from './strength.ts';

it.each([
  ['password', 0],
  ['        ', 0],
  ['Tintenfass', 0],
  ['Tintenfass Gewitter', 2],
  ['Tintenfass Gewitter Quitte', 3],
  ['Tintenfass Gewitter Ofenrohr Quitte', 4],
  ['k8#Vq2!xTz9$Lm', 4],
] as const)('gives %j the strength %d', async (password, strength) =>
  expect(await passwordStrength(password, [])).toBe(strength),
);

it('knows what is easy to guess for this person', async () => {
  const password = 'Hildegundis-1';
  const stranger = await passwordStrength(password, []);
  expect(await passwordStrength(password, ['Hildegundis Vogt'])).toBeLessThan(stranger);
});
