/** Draws small pictures of pictures and first pages, in a worker. */
import { bitmapOf } from './bitmap.ts';

/** CSS px of the longer side. */
const side = 256;

const webp = (canvas: OffscreenCanvas): Promise<Blob> =>
  canvas.convertToBlob({ type: 'image/webp', quality: 0.7 });

/** Makes a canvas that fits into the square of a thumbnail. */
function canvasFor(width: number, height: number): { canvas: OffscreenCanvas; scale: number } {
  const scale = Math.min(1, side / width, side / height);
  const canvas = new OffscreenCanvas(
    Math.max(1, Math.round(width * scale)),
    Math.max(1, Math.round(height * scale)),
  );
  return { canvas, scale };
}

/** Returns a small picture of a picture. @throws what `bitmapOf` throws */
export async function thumbnailOf(file: Blob): Promise<Blob> {
  const bitmap = await bitmapOf(file);
  const { canvas } = canvasFor(bitmap.width, bitmap.height);
  canvas.getContext('2d')!.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  bitmap.close();
  return webp(canvas);
}

/** Gives pdf.js canvases where there is no page to make them in. */
class OffscreenFactory {
  create(width: number, height: number) {
    const canvas = new OffscreenCanvas(Math.max(1, width), Math.max(1, height));
    return { canvas, context: canvas.getContext('2d') };
  }
  getNoAlphaContext(canvas: OffscreenCanvas) {
    return canvas.getContext('2d', { alpha: false });
  }
  reset({ canvas }: { canvas: OffscreenCanvas }, width: number, height: number) {
    Object.assign(canvas, { width, height });
  }
  destroy({ canvas }: { canvas: OffscreenCanvas }) {
    Object.assign(canvas, { width: 0, height: 0 });
  }
}

/** Filters (of masks, of colours) need a page; a thumbnail does without. */
class NoFilters {
  addFilter = () => 'none';
  addHCMFilter = () => 'none';
  addAlphaFilter = () => 'none';
  addLuminosityFilter = () => 'none';
  addKnockoutFilter = () => 'none';
  addHighlightHCMFilter = () => 'none';
  addSelectionHCMFilter = () => 'none';
  createSelectionStyle = () => {};
  destroy = () => {};
}

/** Settings by which pdf.js draws without a page. */
export const withoutPage = {
  CanvasFactory: OffscreenFactory,
  FilterFactory: NoFilters,
  disableFontFace: true,
  useSystemFonts: false,
  isOffscreenCanvasSupported: true,
  ownerDocument: { fonts: new Set(), createElement: () => new OffscreenCanvas(1, 1) },
} as const;

/** Draws a page of a PDF. */
export async function thumbnailOfPage(page: {
  getViewport(of: { scale: number }): { width: number; height: number };
  render(of: never): { promise: Promise<void> };
}): Promise<Blob> {
  const plain = page.getViewport({ scale: 1 });
  const { canvas, scale } = canvasFor(plain.width, plain.height);
  await page.render({ canvas, viewport: page.getViewport({ scale }) } as never).promise;
  return webp(canvas);
}
