/** The data set of all benches: tasks of 26 words, German with umlauts, about 390 bytes of JSON each. */

import { taskStatus } from '@kontor/contract/nouns/task';
import { type Random, random } from '@kontor/testkit/seed/random';
import { richTextOf } from '@kontor/testkit/seed/richText';

const words = (
  'Abnahme Angebot Aufmaß Balken Bauleitung Beschläge Brüstung Dämmung Dielen Eiche Entwurf Fenster Fräsen Freigabe ' +
  'Fußboden Geländer Gerüst Größe Hobel Kante Kiefer Lärche Lieferung Maßband Messung Möbel Öl Planung Prüfung Rahmen ' +
  'Rechnung Säge Schiene Schlüssel Schränke Sockel Späne Stückliste Termin Träger Treppe Tür Übergabe Verbindung Werkbank ' +
  'prüfen bestellen messen zeichnen ölen liefern planen klären montieren schleifen nach für mit vor ohne über'
).split(' ');

const text = (chance: Random, count: number) =>
  Array.from({ length: count }, () => chance.pick(words)).join(' ');

/** The sealed fields of `count` tasks, the same on every run. */
export function taskFields(count: number, createdBy: string, seed = 1): Record<string, unknown>[] {
  const chance = random(seed);
  const ranks = rankRow(count);
  return Array.from({ length: count }, (_, i) => ({
    title: text(chance, 7),
    description: richTextOf([text(chance, 19)]),
    status: chance.pick(taskStatus),
    dueDate: `2026-0${chance.int(1, 9)}-${chance.int(10, 28)}`,
    order: ranks[i]!,
    createdBy,
  }));
}

/** Ranks in order, in the alphabet of the fractional indexes: `a` with one digit up to `d` with four. */
function rankRow(count: number): string[] {
  const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
  return Array.from({ length: count }, (_, i) => {
    let rest = i;
    let out = '';
    for (let place = 0; place < 4; place++, rest = Math.floor(rest / 62)) out = digits[rest % 62]! + out;
    return `d${out}`;
  });
}
