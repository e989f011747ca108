/** Draws PDF pages on canvases as they come into view. Nothing in a PDF runs: pdf.js draws, and no more. */
import { getDocument, type PDFDocumentProxy, type PDFPageProxy } from 'pdfjs-dist';
// Without an origin there are no workers: this module registers pdf.js's worker code for use in the page itself.
import 'pdfjs-dist/build/pdf.worker.mjs';
import type { ShowRequest } from './protocol.ts';

/** Widest page in CSS px, and the largest side of a canvas in device px. */
const maxWidth = 1_000;
const maxSide = 4_096;

const label = (text: string, page: number, pages: number) =>
  text.replace('{page}', String(page)).replace('{pages}', String(pages));

async function draw(page: PDFPageProxy, canvas: HTMLCanvasElement, width: number): Promise<void> {
  const plain = page.getViewport({ scale: 1 });
  const wanted = (width / plain.width) * window.devicePixelRatio;
  const scale = Math.min(wanted, maxSide / plain.width, maxSide / plain.height);
  const viewport = page.getViewport({ scale });
  canvas.width = Math.floor(viewport.width);
  canvas.height = Math.floor(viewport.height);
  await page.render({ canvas, viewport }).promise;
}

/** The words of a page, for those who cannot see the canvas. */
async function wordsOf(page: PDFPageProxy): Promise<string> {
  const { items } = await page.getTextContent();
  return items.map((item) => ('str' in item ? `${item.str}${item.hasEOL ? '\n' : ''}` : '')).join('');
}

async function place(file: PDFDocumentProxy, number: number, root: HTMLElement, request: ShowRequest) {
  const page = await file.getPage(number);
  const { width, height } = page.getViewport({ scale: 1 });
  const canvas = document.createElement('canvas');
  canvas.setAttribute('role', 'img');
  canvas.setAttribute('aria-label', label(request.labels.page, number, file.numPages));
  canvas.style.aspectRatio = `${width} / ${height}`;
  const words = document.createElement('p');
  words.className = 'words';
  root.append(canvas, words);
  return { page, canvas, words };
}

/** Shows every page below each other. Rejects when the file is no PDF, or asks for a password. */
export async function showPdf(root: HTMLElement, request: ShowRequest): Promise<void> {
  const file = await getDocument({
    data: new Uint8Array(request.bytes),
    enableXfa: false,
    isEvalSupported: false,
    useWasm: false,
    useWorkerFetch: false,
    stopAtErrors: false,
  } as Parameters<typeof getDocument>[0]).promise;
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
  for (let number = 1; number <= file.numPages; number++) {
    const { page, canvas, words } = await place(file, number, root, request);
    drawn.set(canvas, async () => {
      await draw(page, canvas, Math.min(maxWidth, root.clientWidth));
      words.textContent = await wordsOf(page);
    });
    observer.observe(canvas);
  }
}
