/**
 * Word copies lists as paragraphs: `mso-list: l0 level2 lfo1` in their style says how deep they lie, and their bullet or
 * number stands in a conditional comment. Cleaning would drop both, so they are written into attributes that it keeps.
 */

// Pasted markup may come from anywhere: each pattern ends where it could begin again, so that it costs the length.
const paragraph = /<p\b[^<>]*>/gi;
const level = /mso-list:\s*l\d+\s+level(\d)/i;
const markerBegin = /<!(?:--)?\[if !supportLists\](?:--)?>/i;
const markerEnd = /<!(?:--)?\[endif\](?:--)?>/i;

/** Marks what Word says about lists, before the markup is cleaned. */
export function markWordLists(html: string): string {
  const marked = html.replace(paragraph, (tag) => {
    const depth = level.exec(tag)?.[1];
    return depth ? `<p lang="x-item-${depth}">` : tag;
  });
  const [before, ...markers] = marked.split(markerBegin);
  return (
    before +
    markers
      .map((marker) => {
        // The first end is the marker's own: those behind it end other comments.
        const end = markerEnd.exec(marker);
        if (!end) return marker;
        const behind = marker.slice(end.index + end[0].length);
        return `<del title="x-marker">${marker.slice(0, end.index)}</del>${behind}`;
      })
      .join('')
  );
}

/** Makes lists of the marked paragraphs, and headings of the two kinds that a text has. */
export function rebuild(body: HTMLElement): void {
  for (const heading of body.querySelectorAll('h1, h4, h5, h6'))
    rename(heading, heading.tagName === 'H1' ? 'h2' : 'h3');
  let open: { level: number; list: Element; last: Element | undefined }[] = [];
  let previous: Element | undefined;
  for (const paragraph of body.querySelectorAll('p[lang^="x-item-"]')) {
    const level = Number(paragraph.getAttribute('lang')!.at(-1));
    const mark = paragraph.querySelector('[title="x-marker"]');
    const kind = /^\(?(\d+|[a-z]{1,4})[.)]/i.test(mark?.textContent.trim() ?? '') ? 'ol' : 'ul';
    mark?.remove();
    paragraph.removeAttribute('lang');
    if (paragraph.previousElementSibling !== previous) open = [];
    while (open.length > 0 && open.at(-1)!.level > level) open.pop();
    let top = open.at(-1);
    if (!top || top.level < level) {
      const list = body.ownerDocument.createElement(kind);
      if (top?.last) top.last.append(list);
      else paragraph.before(list);
      top = { level, list, last: undefined };
      open.push(top);
    }
    const entry = body.ownerDocument.createElement('li');
    entry.append(paragraph);
    top.list.append(entry);
    top.last = entry;
    previous = open[0]!.list;
  }
  for (const mark of body.querySelectorAll('[title="x-marker"]')) mark.remove();
}

function rename(element: Element, tag: string): void {
  const other = element.ownerDocument.createElement(tag);
  other.append(...element.childNodes);
  element.replaceWith(other);
}
