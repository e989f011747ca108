/** The place of a picture in a list: known from its size alone, so that nothing moves when the picture comes. */
import type { Size } from './crop.ts';

/** CSS px of the longer side, as small pictures have, and the least of either side. */
const [most, least] = [256, 48];

/** Returns the CSS px that a picture of that many pixels takes up in a list. */
export function boxOf({ width, height }: Size): Size {
  const scale = Math.min(1, most / Math.max(width, height));
  const [wide, high] = [width, height].map((side) => Math.max(least, Math.round(side * scale)));
  return { width: wide!, height: high! };
}
