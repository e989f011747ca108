/** Draws PDF pages on canvases as they come into view. Nothing in a PDF runs: pdf.js draws, and no more. */
import { getDocument, type PDFDocumentProxy, type PDFPageProxy, TextLayer, VerbosityLevel } from 'pdfjs-dist';
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

/**
 * Hears when a picture is left out that is too large. pdf.js says so in its warnings alone, which it writes in this frame:
 * there are no workers here.
 */
function onLeftOut(listener: () => void): void {
  const { warn } = console;
  console.warn = (...said: unknown[]) => {
    const [text] = said;
    if (typeof text !== 'string' || !text.startsWith('Warning: ')) warn(...said);
    else if (text.includes('Image exceeded maximum allowed size')) listener();
  };
}

async function draw(page: PDFPageProxy, canvas: HTMLCanvasElement, width: number): Promise<void> {
  const plain = page.getViewport({ scale: 1 });
  const wanted = (width / plain.width) * window.devicePixelRatio;
  const scale = Math.min(wanted, maxSide / plain.width, maxSide / plain.height);
  const viewport = page.getViewport({ scale });
  canvas.width = Math.floor(viewport.width);
  canvas.height = Math.floor(viewport.height);
  await page.render({ canvas, viewport }).promise;
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
  return { page, frame, canvas, layer };
}

/** Shows every page below each other. Rejects when the file is no PDF, or asks for a password. */
export async function showPdf(
  root: HTMLElement,
  request: ShowRequest,
  tell: (event: FrameEvent) => void,
): Promise<void> {
  const data = new Uint8Array(request.bytes);
  const settings = {
    ...harmless,
    maxImageSize: contentLimits.shownPixels,
    verbosity: VerbosityLevel.WARNINGS,
  };
  const file = await getDocument({ data, ...settings } as Parameters<typeof getDocument>[0]).promise;
  const note = Object.assign(document.createElement('p'), { className: 'left-out', role: 'status' });
  root.append(note);
  onLeftOut(() => {
    note.textContent = request.labels.leftOut;
  });
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
    const { page, frame, canvas, layer } = await place(file, number, root, request);
    let isLaid: Promise<void> | undefined;
    const layOnce = () => {
      isLaid ??= lay(page, layer, frame.clientWidth);
      return isLaid;
    };
    finder.add(layer, layOnce);
    drawn.set(canvas, async () => {
      await draw(page, canvas, Math.min(maxWidth, root.clientWidth));
      await layOnce();
    });
    observer.observe(canvas);
  }
  followReading(root, tell);
  tellPoints(root, tell);
}
