/** Draws tables and formatted texts, node by node: what stands in a file is only ever text here. */
import { type Block, blocksOf, type Span } from '../contents/markdown.ts';
import type { Sheet } from '../contents/sheet.ts';

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

/** Draws sheets below each other, each under its name where there are several. */
export function drawSheets(root: HTMLElement, sheets: readonly Sheet[], truncated: string): void {
  for (const { name, rows, isCut } of sheets) {
    if (sheets.length > 1) put(root, 'h2', name);
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
    if (isCut) put(root, 'p', truncated);
  }
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
