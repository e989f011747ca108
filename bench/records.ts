/** The data set of all benches: tasks of 26 words, German with umlauts, about 390 bytes of JSON each. */

import { taskStatus } from '@kontor/contract/nouns/task';
import { type Random, random } from '@kontor/contract/testing/random';
import { richTextOf } from '@kontor/testkit/seed/richText';

const words = (
  'Abnahme Angebot Aufmaß Balken Bauleitung Beschläge Brüstung Dämmung Dielen Eiche Entwurf Fenster Fräsen Freigabe ' +
  'Fußboden Geländer Gerüst Größe Hobel Kante Kiefer Lärche Lieferung Maßband Messung Möbel Öl Planung Prüfung Rahmen ' +
  'Rechnung Säge Schiene Schlüssel Schränke Sockel Späne Stückliste Termin Träger Treppe Tür Übergabe Verbindung Werkbank ' +
  'prüfen bestellen messen zeichnen ölen liefern planen klären montieren schleifen nach für mit vor ohne über'
).split(' ');

const text = (chance: Random, count: number) =>
  Array.from({ length: count }, () => chance.pick(words)).join(' ');

/** Yields the sealed fields of `count` tasks, the same on every run, made when they are asked for. */
export function* tasksOf(
  count: number,
  createdBy: string,
  seed = 1,
): Generator<Record<string, unknown>, undefined> {
  const chance = random(seed);
  for (let i = 0; i < count; i++)
    yield {
      title: text(chance, 7),
      description: richTextOf([text(chance, 19)]),
      status: chance.pick(taskStatus),
      dueDate: `2026-0${chance.int(1, 9)}-${chance.int(10, 28)}`,
      order: rankAt(i),
      createdBy,
    };
}

/** Returns the same all at once. */
export const taskFields = (count: number, createdBy: string, seed?: number): Record<string, unknown>[] => [
  ...tasksOf(count, createdBy, seed),
];

const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** Returns a rank in the alphabet of the fractional indexes, with four digits. */
function rankAt(i: number): string {
  let rest = i;
  let out = '';
  for (let place = 0; place < 4; place++, rest = Math.floor(rest / 62)) out = digits[rest % 62]! + out;
  return `d${out}`;
}
