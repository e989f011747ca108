/** Finds words in pages that are laid out as they are asked for, and leads from one hit to the next. */
import type { ShowRequest } from './protocol.ts';

interface Page {
  layer: HTMLElement;
  /** Lays the page's words out. */
  lay: () => Promise<void>;
}

/** Returns the ranges of a page's text that say a phrase in lower case, with any white space where it has some. */
export function rangesIn(layer: HTMLElement, wanted: string): Range[] {
  const walker = document.createTreeWalker(layer, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT);
  const nodes: { node: Text; from: number }[] = [];
  let text = '';
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    // Lines end without a gap of their own.
    if (node.nodeName === 'BR') text += ' ';
    if (!(node instanceof Text)) continue;
    nodes.push({ node, from: text.length });
    text += node.data;
  }
  const at = (position: number) => {
    const { node, from } = nodes.findLast((each) => each.from <= position)!;
    return [node, Math.min(position - from, node.length)] as const;
  };
  const ranges: Range[] = [];
  const lower = text.toLowerCase();
  // Letters that have another length in lower case would move what lies behind them.
  if (lower.length !== text.length) return ranges;
  const words = wanted.split(/\s+/).map((word) => word.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'));
  for (const { 0: said, index } of lower.matchAll(new RegExp(words.join('\\s+'), 'g'))) {
    const range = document.createRange();
    range.setStart(...at(index));
    range.setEnd(...at(index + said.length - 1));
    range.setEnd(range.endContainer, range.endOffset + 1);
    ranges.push(range);
  }
  return ranges;
}

/** Puts a field for words above the pages. Enter leads to the next hit, with Shift to the one before. */
export function createFinder(root: HTMLElement, labels: ShowRequest['labels']) {
  const pages: Page[] = [];
  const bar = document.createElement('form');
  bar.className = 'finder';
  bar.setAttribute('role', 'search');
  const field = Object.assign(document.createElement('input'), { type: 'search', placeholder: labels.find });
  field.setAttribute('aria-label', labels.find);
  const count = document.createElement('output');
  bar.append(field, count);
  root.prepend(bar);
  let hits: Range[] = [];
  let here = 0;
  let asked = '';

  const show = () => {
    const position = labels.found
      .replace('{at}', String(hits.length === 0 ? 0 : here + 1))
      .replace('{count}', String(hits.length));
    count.textContent = asked ? position : '';
    const highlights = 'highlights' in CSS ? CSS.highlights : undefined;
    highlights?.set('found', new Highlight(...hits));
    highlights?.set('here', new Highlight(...hits.slice(here, here + 1)));
    hits[here]?.startContainer.parentElement?.scrollIntoView({ block: 'center' });
  };
  const find = async (wanted: string) => {
    asked = wanted;
    const found: Range[] = [];
    for (const { layer, lay } of wanted ? pages : []) {
      await lay();
      if (asked !== wanted) return;
      found.push(...rangesIn(layer, wanted));
    }
    [hits, here] = [found, 0];
    show();
  };
  field.addEventListener('input', () => void find(field.value.trim().toLowerCase()));
  field.addEventListener('keydown', (event) => {
    // Arrows move in the field, and not to the next file.
    if (event.key !== 'Escape') event.stopPropagation();
    if (event.isComposing || event.key !== 'Enter') return;
    event.preventDefault();
    if (hits.length === 0) return;
    here = (here + (event.shiftKey ? hits.length - 1 : 1)) % hits.length;
    show();
  });
  bar.addEventListener('submit', (event) => event.preventDefault());
  return { add: (layer: HTMLElement, lay: () => Promise<void>) => void pages.push({ layer, lay }) };
}
