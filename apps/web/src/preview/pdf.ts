/** Draws PDF pages on canvases as they come into view. Nothing in a PDF runs: pdf.js draws, and no more. */
import { getDocument, type PDFDocumentProxy, type PDFPageProxy, TextLayer } from 'pdfjs-dist';
import { contentLimits } from '../contents/limits.ts';
import { harmless } from '../contents/pdf.ts';
import { createFinder } from './finder.ts';
import { followReading, tellPoints } from './places.ts';
import type { FrameEvent, ShowRequest } from './protocol.ts';

/** Widest page in CSS px, and the largest side of a canvas in device px. */
const maxWidth = 1_000;
const maxSide = 4_096;

const label = (text: string, page: number, pages: number) =>
  text.replace('{page}', String(page)).replace('{pages}', String(pages));

/** Reads a file; with `stopAtErrors` a page is refused in which anything is damaged or too large, else that is left out. */
function read(data: Uint8Array, stopAtErrors: boolean): Promise<PDFDocumentProxy> {
  const settings = { ...harmless, stopAtErrors, maxImageSize: contentLimits.shownPixels };
  return getDocument({ data, ...settings } as Parameters<typeof getDocument>[0]).promise;
}

async function draw(page: PDFPageProxy, canvas: HTMLCanvasElement, width: number): Promise<void> {
  const plain = page.getViewport({ scale: 1 });
  const wanted = (width / plain.width) * window.devicePixelRatio;
  const scale = Math.min(wanted, maxSide / plain.width, maxSide / plain.height);
  const viewport = page.getViewport({ scale });
  canvas.width = Math.floor(viewport.width);
  canvas.height = Math.floor(viewport.height);
  const drawing = page.render({ canvas, viewport });
  // One that fails keeps the canvas to itself until it is cancelled.
  await drawing.promise.finally(() => drawing.cancel());
}

/** Puts the words of a page over it, transparent: to be selected, found and read aloud. */
async function lay(page: PDFPageProxy, layer: HTMLElement, width: number): Promise<void> {
  const plain = page.getViewport({ scale: 1 });
  const scale = width / plain.width;
  layer.style.setProperty('--total-scale-factor', String(scale));
  layer.replaceChildren();
  const textContentSource = await page.getTextContent();
  await new TextLayer({
    textContentSource,
    container: layer,
    viewport: page.getViewport({ scale }),
  }).render();
}

async function place(file: PDFDocumentProxy, number: number, root: HTMLElement, request: ShowRequest) {
  const page = await file.getPage(number);
  const { width, height } = page.getViewport({ scale: 1 });
  const frame = document.createElement('div');
  frame.className = 'page';
  const canvas = document.createElement('canvas');
  canvas.setAttribute('role', 'img');
  canvas.setAttribute('aria-label', label(request.labels.page, number, file.numPages));
  canvas.style.aspectRatio = `${width} / ${height}`;
  const layer = document.createElement('div');
  layer.className = 'textLayer';
  frame.append(canvas, layer);
  root.append(frame);
  return { frame, canvas, layer };
}

/** Shows every page below each other. Rejects when the file is no PDF, or asks for a password. */
export async function showPdf(
  root: HTMLElement,
  request: ShowRequest,
  tell: (event: FrameEvent) => void,
): Promise<void> {
  const file = await read(new Uint8Array(request.bytes), true);
  let tolerant: Promise<PDFDocumentProxy> | undefined;
  /** Does something with a page; where it is refused, says so above it and does it with what can be shown. */
  const shown = async (number: number, frame: Element, act: (page: PDFPageProxy) => Promise<void>) => {
    try {
      await act(await file.getPage(number));
    } catch {
      if (!frame.previousElementSibling?.matches('.incomplete')) {
        const note = document.createElement('p');
        frame.before(
          Object.assign(note, { className: 'incomplete', textContent: request.labels.incomplete }),
        );
      }
      tolerant ??= file.getData().then((bytes) => read(bytes, false));
      await act(await (await tolerant).getPage(number));
    }
  };
  const drawn = new Map<Element, () => Promise<void>>();
  const observer = new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) {
        const start = drawn.get(target);
        if (!isIntersecting || !start) continue;
        drawn.delete(target);
        observer.unobserve(target);
        void start();
      }
    },
    { rootMargin: '100%' },
  );
  const finder = createFinder(root, request.labels);
  for (let number = 1; number <= file.numPages; number++) {
    const { frame, canvas, layer } = await place(file, number, root, request);
    let isLaid: Promise<void> | undefined;
    const layOnce = () => {
      isLaid ??= shown(number, frame, (page) => lay(page, layer, frame.clientWidth));
      return isLaid;
    };
    finder.add(layer, layOnce);
    drawn.set(canvas, async () => {
      await shown(number, frame, (page) => draw(page, canvas, Math.min(maxWidth, root.clientWidth)));
      await layOnce();
    });
    observer.observe(canvas);
  }
  followReading(root, tell);
  tellPoints(root, tell);
}
