/** Draws tables and formatted texts, node by node: what stands in a file is only ever text here. */
import { type Block, blocksOf, type Span } from '../contents/markdown.ts';
import type { Workbook } from '../contents/sheet.ts';
import type { CountedLabel, ShowRequest } from './protocol.ts';

function put<K extends keyof HTMLElementTagNameMap>(
  parent: Element,
  tag: K,
  text = '',
): HTMLElementTagNameMap[K] {
  const made = document.createElement(tag);
  made.textContent = text;
  parent.append(made);
  return made;
}

/** Draws sheets below each other, each under its name where there are several, and says what is left out. */
export function drawSheets(
  root: HTMLElement,
  { sheets, leftOut }: Workbook,
  { labels, language }: Pick<ShowRequest, 'labels' | 'language'>,
): void {
  const numbers = new Intl.NumberFormat(language);
  const counted = (label: CountedLabel, count: number) =>
    (count === 1 ? label.one : label.other).replace('{count}', numbers.format(count));
  for (const { name, rows, isCut } of sheets) {
    if (sheets.length + leftOut > 1) put(root, 'h2', name);
    const frame = put(root, 'div');
    frame.className = 'sheet';
    frame.tabIndex = 0;
    const table = put(frame, 'table');
    table.setAttribute('aria-label', name);
    const columns = Math.max(0, ...rows.map((row) => row.length));
    for (const row of rows) {
      const line = put(table, 'tr');
      for (let i = 0; i < columns; i++) {
        const cell = put(line, 'td', row[i] ?? '');
        if (/^-?[\d.,' ]+\s?[%€]?$/.test(row[i] ?? '')) cell.className = 'number';
      }
    }
    if (!isCut) continue;
    const shown = { rows: counted(labels.rows, rows.length), columns: counted(labels.columns, columns) };
    put(root, 'p', labels.cut.replace('{rows}', shown.rows).replace('{columns}', shown.columns));
  }
  if (leftOut > 0) put(root, 'p', counted(labels.moreSheets, leftOut));
}

function drawSpans(parent: Element, spans: readonly Span[]): void {
  for (const { text, mark } of spans) {
    if (mark) put(parent, mark, text);
    else parent.append(text);
  }
}

const tags = { 1: 'h1', 2: 'h2', 3: 'h3', 4: 'h4', 5: 'h5', 6: 'h6' } as const;

function drawBlock(page: Element, block: Block): void {
  if (block.kind === 'rule') put(page, 'hr');
  else if (block.kind === 'code') put(page, 'pre', block.text);
  else if (block.kind === 'heading')
    drawSpans(put(page, tags[block.level as keyof typeof tags]), block.spans);
  else if (block.kind === 'quote') drawSpans(put(page, 'blockquote'), block.spans);
  else if (block.kind === 'paragraph') drawSpans(put(page, 'p'), block.spans);
  else {
    const last = page.lastElementChild;
    const tag = block.isNumbered ? 'ol' : 'ul';
    const list = last?.localName === tag ? last : put(page, tag);
    const item = put(list, 'li');
    item.style.marginInlineStart = `${block.depth * 20}px`;
    drawSpans(item, block.spans);
  }
}

/** Draws Markdown. */
export function drawMarkdown(root: HTMLElement, text: string): void {
  const page = put(root, 'article');
  for (const block of blocksOf(text)) drawBlock(page, block);
}
