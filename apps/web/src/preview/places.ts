/** Places on the pages of a PDF: drawn over them, pointed at, and which pages somebody has seen to their end. */
import type { FrameEvent, ShownPlace } from './protocol.ts';

/** Parts of a page's width or height. */
const parts = 10_000;
const percent = (part: number) => `${part / 100}%`;

const pagesOf = (root: HTMLElement): HTMLElement[] => [...root.querySelectorAll<HTMLElement>('.page')];

/** Draws places over the pages, in place of those before. */
export function drawPlaces(root: HTMLElement, places: readonly ShownPlace[]): void {
  for (const old of root.querySelectorAll('.place')) old.remove();
  const pages = pagesOf(root);
  for (const { page, x, y, width, height, label, isOwn, isInView } of places) {
    const mark = document.createElement('div');
    mark.className = isOwn ? 'place own' : 'place';
    const words = mark.appendChild(document.createElement('span'));
    words.textContent = label;
    const box = { left: percent(x), top: percent(y), width: percent(width), height: percent(height) };
    Object.assign(mark.style, box);
    pages[page]?.append(mark);
    if (words.offsetWidth > mark.clientWidth) putOutside(words, { x, y, width });
    if (isInView) mark.scrollIntoView({ block: 'nearest' });
  }
}

/** Puts words over or under the place that is too small for them, within its page: from its left, or up to its right. */
function putOutside(words: HTMLElement, { x, y, width }: Pick<ShownPlace, 'x' | 'y' | 'width'>): void {
  const isLeft = x + width / 2 < parts / 2;
  words.className = `outside ${isLeft ? 'fromLeft' : 'toRight'} ${y < parts / 2 ? 'under' : 'over'}`;
  words.style.maxWidth = `${((isLeft ? parts - x : x + width) * 100) / width}%`;
}

/** Tells, each time that there are more, of how many pages the end was in view. */
export function followReading(root: HTMLElement, tell: (event: FrameEvent) => void): void {
  const pages = pagesOf(root);
  const read = new Set<Element>();
  tell({ type: 'read', read: 0, pages: pages.length });
  const observer = new IntersectionObserver((entries) => {
    const before = read.size;
    for (const { target, isIntersecting } of entries) if (isIntersecting) read.add(target);
    if (read.size > before) tell({ type: 'read', read: read.size, pages: pages.length });
  });
  for (const page of pages) {
    const end = document.createElement('span');
    end.className = 'end';
    page.append(end);
    observer.observe(end);
  }
}

/** Tells where a page is pointed at. */
export function tellPoints(root: HTMLElement, tell: (event: FrameEvent) => void): void {
  for (const [page, frame] of pagesOf(root).entries())
    frame.addEventListener('click', ({ clientX, clientY }) => {
      const { left, top, width, height } = frame.getBoundingClientRect();
      const part = (at: number, size: number) =>
        Math.max(0, Math.min(parts, Math.round((at / size) * parts)));
      tell({ type: 'pointed', page, x: part(clientX - left, width), y: part(clientY - top, height) });
    });
}
