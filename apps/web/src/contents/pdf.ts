/** Reads the words of a PDF, and draws its first page. Nothing in a PDF runs: pdf.js is told to make no code. */
import { getDocument, type PDFDocumentProxy } from 'pdfjs-dist';
// There are no workers in a worker here: this registers pdf.js's worker code for use in place.
import 'pdfjs-dist/build/pdf.worker.mjs';
import { contentLimits, UnreadableError } from './limits.ts';
import { trimmed, type Words } from './words.ts';

/** Side of the drawn page, CSS px at most. */
export type Drawing = (page: Awaited<ReturnType<PDFDocumentProxy['getPage']>>) => Promise<void>;

/** Settings by which a PDF neither runs nor loads anything. */
export const harmless = {
  enableXfa: false,
  isEvalSupported: false,
  useWasm: false,
  useWorkerFetch: false,
  stopAtErrors: false,
  verbosity: 0,
} as const;

/**
 * Returns the words of a PDF; `draw` gets its first page before.
 * @throws UnreadableError for what is no PDF, or asks for a password
 */
export async function wordsOfPdf(
  bytes: Uint8Array,
  more: Record<string, unknown> = {},
  draw: Drawing = async () => {},
): Promise<Words> {
  // Nobody reads this drawing: what is too large for it is left out. Whoever opens the file sees all of it.
  const limits = { maxImageSize: contentLimits.pixels };
  const task = getDocument({ data: bytes, ...harmless, ...limits, ...more } as Parameters<
    typeof getDocument
  >[0]);
  try {
    const file = await task.promise;
    await file.getPage(1).then(draw);
    return await wordsOf(file);
  } catch (cause) {
    throw new UnreadableError('no PDF', { cause });
  } finally {
    await task.destroy();
  }
}

async function wordsOf(file: PDFDocumentProxy): Promise<Words> {
  const pages: string[] = [];
  let units = 0;
  const last = Math.min(file.numPages, contentLimits.pages);
  while (pages.length < last && units <= contentLimits.textUnits) {
    const page = await file.getPage(pages.length + 1);
    const { items } = await page.getTextContent();
    const text = items.map((item) => ('str' in item ? `${item.str}${item.hasEOL ? '\n' : ''}` : '')).join('');
    page.cleanup();
    pages.push(text);
    units += text.length;
  }
  const { text, isCut } = trimmed(pages.join('\n'));
  return { text, isCut: isCut || pages.length < file.numPages };
}
