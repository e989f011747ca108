/** The frame that shows attachments; see `protocol.ts`. It waits for one file, shows it, and lives no longer. */
import { drawPlaces } from './places.ts';
import { type FrameEvent, type PlacesRequest, passedKeys, type ShowRequest } from './protocol.ts';

/** Longest text that is shown, in bytes. */
const maxTextBytes = 2 * 1_048_576;

const root = document.querySelector<HTMLElement>('#root')!;
// The frame's own origin is opaque, so the parent cannot be named otherwise; only events without content go there.
const tell = (event: FrameEvent) => window.parent.postMessage(event, '*');

function element<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  more: Partial<HTMLElementTagNameMap[K]>,
): HTMLElementTagNameMap[K] {
  const made = Object.assign(document.createElement(tag), more);
  root.append(made);
  return made;
}

/** Shows sound, film or an image from a blob address; resolves when there is something to see or hear. */
function showMedia(request: ShowRequest): Promise<void> {
  const src = URL.createObjectURL(new Blob([request.bytes], { type: request.mimeType }));
  return new Promise((resolve, reject) => {
    if (request.kind === 'image') {
      const image = element('img', { alt: request.name });
      image.onload = () => resolve();
      image.onerror = reject;
      image.src = src;
      return;
    }
    const media = element(request.kind === 'sound' ? 'audio' : 'video', { controls: true });
    media.setAttribute('aria-label', request.name);
    media.onloadeddata = () => resolve();
    media.onerror = reject;
    media.src = src;
  });
}

async function showText({ bytes, labels }: ShowRequest): Promise<void> {
  const { decodeText } = await import('../contents/plainText.ts');
  element('pre', { textContent: decodeText(new Uint8Array(bytes), maxTextBytes) });
  if (bytes.byteLength > maxTextBytes) element('p', { textContent: labels.truncated });
}

async function showFormatted(request: ShowRequest): Promise<void> {
  const { kind, bytes: buffer, name, language, labels } = request;
  const bytes = new Uint8Array(buffer);
  const { drawMarkdown, drawSheets } = await import('./formatted.ts');
  if (kind === 'markdown') {
    const { decodeText } = await import('../contents/plainText.ts');
    drawMarkdown(root, decodeText(bytes, maxTextBytes));
    if (bytes.length > maxTextBytes) element('p', { textContent: labels.truncated });
    return;
  }
  if (kind === 'docx' || kind === 'pptx' || kind === 'odf' || kind === 'eml') {
    const { wordsOf } = await import('../contents/words.ts');
    const { text, isCut } = await wordsOf(kind, bytes);
    element('pre', { textContent: text }).className = 'words-of';
    if (isCut) element('p', { textContent: labels.truncated });
    return;
  }
  if (kind === 'ods') {
    const { workbookOfOds } = await import('../contents/ods.ts');
    drawSheets(root, workbookOfOds(bytes), request);
    return;
  }
  const { sheetOfCsv, workbookOfXlsx } = await import('../contents/sheet.ts');
  const workbook =
    kind === 'csv'
      ? { sheets: [sheetOfCsv(name, bytes, maxTextBytes)], leftOut: 0 }
      : workbookOfXlsx(bytes, { language, yes: labels.yes, no: labels.no });
  drawSheets(root, workbook, request);
}

async function show(request: ShowRequest): Promise<void> {
  document.documentElement.lang = request.language;
  document.title = request.name;
  document.body.dataset.kind = request.kind;
  if (request.kind === 'text') await showText(request);
  else if (request.kind === 'pdf') await (await import('./pdf.ts')).showPdf(root, request, tell);
  else if (request.kind === 'image' || request.kind === 'sound' || request.kind === 'film')
    await showMedia(request);
  else await showFormatted(request);
}

let isUsed = false;
window.addEventListener('message', (event: MessageEvent<ShowRequest | PlacesRequest>) => {
  if (event.source !== window.parent) return;
  if (event.data?.type === 'places') {
    const { places } = event.data;
    drawPlaces(root, places);
    return;
  }
  if (event.data?.type !== 'show' || isUsed) return;
  isUsed = true;
  show(event.data).then(
    () => tell({ type: 'shown' }),
    () => {
      root.replaceChildren();
      tell({ type: 'failed' });
    },
  );
});
/** Tells whether an element, or one that it is in, can be scrolled sideways. */
const scrollsSideways = (element: Element | null): boolean =>
  element !== null &&
  ((element.scrollWidth > element.clientWidth &&
    (element === document.documentElement || /auto|scroll/.test(getComputedStyle(element).overflowX))) ||
    scrollsSideways(element.parentElement));

/** Tells whether a key plays, scrolls, or lengthens a selection here. */
const hasUse = ({ target, altKey, ctrlKey, metaKey, shiftKey }: KeyboardEvent): boolean =>
  [altKey, ctrlKey, metaKey, shiftKey].includes(true) ||
  target instanceof HTMLMediaElement ||
  (target instanceof Element && scrollsSideways(target));

window.addEventListener('keydown', (event) => {
  const { key } = event;
  if (passedKeys.includes(key) && (key === 'Escape' || !hasUse(event))) tell({ type: 'key', key });
});
tell({ type: 'ready' });
