import { expect, test } from './fixture.ts';
import { textOf } from './pdf.ts';

test('Ada registers, confirms her address, founds a workspace and prints its recovery kit', async ({
  actor,
}) => {
  const ada = await actor('Ada');
  await ada.join();
  await ada.beginWorkspace('Registration GmbH');
  const words = await ada.readKit();
  expect(new Set(words).size).toBeGreaterThan(20);
  const sheet = await textOf(await ada.saveKit());
  for (const [index, word] of words.entries()) expect(sheet).toContain(`${index + 1} ${word}`);
  expect(sheet).toContain(ada.who.email);
  await ada.confirmKit(words);
  await ada.isIn('Registration GmbH');
});
