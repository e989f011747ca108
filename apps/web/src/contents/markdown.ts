/** Reads Markdown (the part of CommonMark that people use in notes) as blocks of marked text. Nothing in it is HTML. */

export interface Span {
  text: string;
  mark?: 'strong' | 'em' | 'code' | undefined;
}

export type Block =
  | { kind: 'heading'; level: number; spans: Span[] }
  | { kind: 'paragraph'; spans: Span[] }
  | { kind: 'quote'; spans: Span[] }
  | { kind: 'item'; isNumbered: boolean; depth: number; spans: Span[] }
  | { kind: 'code'; text: string }
  | { kind: 'rule' };

/** Each alternative ends where it could begin again, so that a line without ends costs its length and not its square. */
const marks =
  /`([^`\n]+)`|\*\*([^*\n]+)\*\*|__([^_\n]+)__|\*([^*\s][^*\n]*)\*|\b_([^_\n]+)_\b|\[([^[\]\n]*)\]\(([^[)\s]*)(?:\s[^[)\n]*)?\)/g;

/** Returns the spans of a line. A link is its words, and its address in brackets: nothing here can be followed. */
export function spansOf(line: string): Span[] {
  const spans: Span[] = [];
  let at = 0;
  for (const match of line.matchAll(marks)) {
    if (match.index > at) spans.push({ text: line.slice(at, match.index) });
    const [whole, code, strong, strongToo, em, emToo, label, address] = match;
    if (code !== undefined) spans.push({ text: code, mark: 'code' });
    else if (strong ?? strongToo) spans.push({ text: (strong ?? strongToo)!, mark: 'strong' });
    else if (em ?? emToo) spans.push({ text: (em ?? emToo)!, mark: 'em' });
    else spans.push({ text: address && address !== label ? `${label} (${address})` : (label ?? whole) });
    at = match.index + whole.length;
  }
  if (at < line.length) spans.push({ text: line.slice(at) });
  return spans;
}

/** Returns a heading's text without the signs that close it. */
function withoutClosing(text: string): string {
  let end = text.length;
  while (text[end - 1] === '#') end--;
  return text.slice(0, end);
}

/** Returns the blocks of a text. */
export function blocksOf(text: string): Block[] {
  const blocks: Block[] = [];
  let open: string[] = [];
  const close = () => {
    if (open.length > 0) blocks.push({ kind: 'paragraph', spans: spansOf(open.join(' ')) });
    open = [];
  };
  const all = text.split(/\r?\n/);
  for (let i = 0; i < all.length; i++) {
    const line = all[i]!;
    // What follows is all of the line (`s`): where `.` stopped at a sign within it, each gap before would be tried.
    const heading = /^(#{1,6})\s+(.*)$/s.exec(line);
    const item = /^(\s*)(?:([-*+])|\d{1,9}[.)])\s+(.*)$/s.exec(line);
    if (/^\s*(```|~~~)/.test(line)) {
      close();
      const code: string[] = [];
      for (i++; i < all.length && !/^\s*(```|~~~)/.test(all[i]!); i++) code.push(all[i]!);
      blocks.push({ kind: 'code', text: code.join('\n') });
    } else if (heading) {
      close();
      blocks.push({
        kind: 'heading',
        level: heading[1]!.length,
        spans: spansOf(withoutClosing(heading[2]!)),
      });
    } else if (/^\s*([-*_])(\s*\1){2,}\s*$/.test(line)) {
      close();
      blocks.push({ kind: 'rule' });
    } else if (item) {
      close();
      const depth = Math.min(6, Math.floor(item[1]!.length / 2));
      blocks.push({ kind: 'item', isNumbered: item[2] === undefined, depth, spans: spansOf(item[3]!) });
    } else if (/^>\s?/.test(line)) {
      close();
      blocks.push({ kind: 'quote', spans: spansOf(line.replace(/^>\s?/, '')) });
    } else if (line.trim() === '') close();
    else open.push(line.trim());
  }
  close();
  return blocks;
}
