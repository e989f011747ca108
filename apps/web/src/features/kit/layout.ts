/** The sheet of the recovery kit, laid out once: the page on the screen, on paper and in the PDF is the same. */
import { formatDate } from '../../platform/text/format.ts';
import { kitMessages } from './messages.ts';

/** A4 in points (1/72 inch). */
export const page = { width: 595, height: 842 } as const;

/** One line of text; `y` is its base line, counted from the top. */
export interface TextItem {
  x: number;
  y: number;
  size: number;
  text: string;
  bold?: boolean;
  quiet?: boolean;
}

/** The frame around the words. */
export const wordFrame = { x: 56, y: 216, width: 483, height: 232 } as const;

export interface KitFacts {
  words: readonly string[];
  email: string;
  server: string;
  date: Date;
}

/** Breaks a text into lines of at most `length` characters, at spaces. */
export function wrap(text: string, length: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    if (line && line.length + 1 + word.length > length) {
      lines.push(line);
      line = word;
    } else line = line ? `${line} ${word}` : word;
  }
  return [...lines, line];
}

const left = 56;

/** Returns everything that is written on the sheet, in the language in force. */
export function layOut({ words, email, server, date }: KitFacts): TextItem[] {
  const { t } = kitMessages;
  const items: TextItem[] = [
    { x: left, y: 72, size: 11, text: 'Kontor', bold: true, quiet: true },
    { x: left, y: 102, size: 24, text: t('sheetTitle'), bold: true },
  ];
  const facts: [string, string][] = [
    [t('sheetFor'), email],
    [t('sheetServer'), server],
    [t('sheetDate'), formatDate(date)],
  ];
  for (const [row, [name, value]] of facts.entries()) {
    const y = 132 + row * 17;
    items.push({ x: left, y, size: 10.5, text: name, quiet: true }, { x: 140, y, size: 10.5, text: value });
  }
  items.push({ x: left, y: 206, size: 10.5, text: t('sheetWords'), bold: true });
  const rows = Math.ceil(words.length / 3);
  for (const [index, word] of words.entries()) {
    const x = wordFrame.x + 20 + Math.floor(index / rows) * 158;
    const y = wordFrame.y + 32 + (index % rows) * 26;
    items.push(
      { x, y, size: 10.5, text: `${index + 1}`, quiet: true },
      { x: x + 24, y, size: 14, text: word, bold: true },
    );
  }
  let y = wordFrame.y + wordFrame.height + 40;
  for (const part of ['Use', 'Keep', 'Lost'] as const) {
    items.push({ x: left, y, size: 10.5, text: t(`sheet${part}Title`), bold: true });
    for (const line of wrap(t(`sheet${part}`), 88)) {
      y += 16;
      items.push({ x: left, y, size: 10.5, text: line });
    }
    y += 30;
  }
  return items;
}
