/** The made-up firm's files, made of code: what a folder of a project holds. */

import type { Random } from '@kontor/contract/testing/random';
import { strToU8 } from 'fflate';
import { docx, pptx, xlsx } from './office.ts';
import { pdf } from './pdf.ts';
import { photo, plan } from './png.ts';
import { wav } from './wav.ts';

export interface SeedFile {
  name: string;
  mimeType: string;
  bytes: Uint8Array;
}

/** Folders by name, with their files; an empty name stands for the top. */
export type SeedFolders = Record<string, SeedFile[]>;

const office = 'application/vnd.openxmlformats-officedocument';
const mimeTypes: Record<string, string> = {
  pdf: 'application/pdf',
  png: 'image/png',
  txt: 'text/plain',
  md: 'text/markdown',
  csv: 'text/csv',
  json: 'application/json',
  wav: 'audio/wav',
  docx: `${office}.wordprocessingml.document`,
  xlsx: `${office}.spreadsheetml.sheet`,
  pptx: `${office}.presentationml.presentation`,
};

const file = (name: string, content: Uint8Array | string): SeedFile => ({
  name,
  mimeType: mimeTypes[name.slice(name.lastIndexOf('.') + 1)]!,
  bytes: typeof content === 'string' ? strToU8(content) : content,
});

const firm = 'Brandt & Söhne Holzbau';

const positions = [
  'Eiche massiv, geölt',
  'Multiplex Birke 18 mm',
  'Beschläge',
  'Dämmung Holzfaser',
  'Montage',
  'Planung',
];

/** Returns rows of an offer: position, amount, price each, sum. */
function offerRows(chance: Random): (string | number)[][] {
  return positions.map((name) => {
    const [amount, price] = [chance.int(1, 40), chance.int(12, 140)];
    return [name, amount, price, amount * price];
  });
}

const headings = ['Position', 'Menge', 'Einzelpreis EUR', 'Summe EUR'];
const csv = (rows: readonly (readonly (string | number)[])[]) =>
  rows
    .map((row) => row.map((value) => (typeof value === 'number' ? value : `"${value}"`)).join(';'))
    .join('\r\n');

const terms = [
  'Die Ausführung folgt den anerkannten Regeln der Technik und den vereinbarten Zeichnungen. Änderungen nach der Freigabe werden gesondert angeboten.',
  'Der Liefertermin gilt, sobald alle Maße am Bau genommen sind. Verzögerungen durch andere Gewerke verschieben ihn um dieselbe Zeit.',
  'Bis zur Abnahme sorgt der Auftraggeber dafür, dass die Räume trocken und verschließbar sind.',
  'Holz arbeitet. Fugen und Farbunterschiede, wie sie beim natürlichen Werkstoff vorkommen, sind kein Mangel.',
];

/** Returns an offer of three pages: terms, positions, signatures. */
const offer = (project: string, rows: readonly (readonly (string | number)[])[]) =>
  pdf({
    title: `Angebot: ${project}`,
    author: firm,
    lines: [
      '## Unser Angebot',
      'Vielen Dank für Ihre Anfrage. Gern bieten wir Ihnen die folgenden Leistungen an; alle Preise verstehen sich netto.',
      ...rows.map(([name, amount, price, sum]) => `${name}: ${amount} x ${price} EUR = ${sum} EUR`),
      '## Bedingungen',
      ...terms,
      '## Annahme',
      'Mit Ihrer Unterschrift nehmen Sie das Angebot an. Wir melden uns dann für den Aufmaßtermin.',
      'Ort, Datum: ______________________      Unterschrift: ______________________',
    ],
  });

/** Returns the folders of a project. */
export async function seedFolders(project: string, chance: Random): Promise<SeedFolders> {
  const rows = offerRows(chance);
  const photos = Array.from({ length: 3 }, (_, i) =>
    file(`Baustelle ${i + 1}.png`, photo(640, 420, chance.next())),
  );
  return {
    '': [
      file(
        'Notizen.txt',
        `${project}\n\n- Ansprechpartner nachtragen\n- Schlüssel liegt im Büro, Haken ${chance.int(1, 30)}\n`,
      ),
      file(
        'Projektplan.json',
        JSON.stringify(
          {
            projekt: project,
            phasen: ['Aufmaß', 'Fertigung', 'Montage', 'Abnahme'],
            wochen: chance.int(3, 12),
          },
          null,
          2,
        ),
      ),
    ],
    Angebote: [
      file('Angebot.pdf', await offer(project, rows)),
      file('Kalkulation.xlsx', xlsx('Kalkulation', [headings, ...rows])),
      file('Positionen.csv', csv([headings, ...rows])),
    ],
    Fotos: photos,
    Pläne: [file('Grundriss.png', plan(840, 600))],
    Schriftverkehr: [
      file(
        'Anschreiben.docx',
        docx(['Sehr geehrte Damen und Herren,', ...terms.slice(0, 2), 'Mit freundlichen Grüßen', firm]),
      ),
      file('Besprechung.md', `# Besprechung\n\n${terms.map((line) => `- ${line}`).join('\n')}\n`),
      file(
        'Vorstellung.pptx',
        pptx([
          [project, firm],
          ['Ablauf', 'Aufmaß', 'Fertigung', 'Montage'],
        ]),
      ),
      file('Sprachnotiz.wav', wav([262, 330, 392, 330])),
    ],
  };
}

/** Returns the files that hang on a task. */
export const seedAttachment = (title: string, chance: Random): SeedFile =>
  file(
    `Skizze zu ${title.replaceAll(/[^\p{L}\p{N} -]/gu, '').slice(0, 40)}.png`,
    photo(320, 240, chance.next()),
  );
