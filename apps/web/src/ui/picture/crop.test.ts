import { describe, expect, it } from 'vitest';
import { clampCrop, coverZoom, placement, scaledSize, wholePicture } from './crop.ts';

const wide = { width: 800, height: 200 };

describe('the section of a picture', () => {
  it('begins with the whole picture in the middle', () =>
    expect(placement(wide, wholePicture)).toEqual({ width: 1, height: 0.25, left: 0, top: 0.375 }));

  it('covers the frame at the zoom that says so', () => {
    for (const size of [wide, { width: 200, height: 800 }, { width: 64, height: 64 }]) {
      const { width, height } = scaledSize(size, coverZoom(size));
      expect(Math.min(width, height)).toBeCloseTo(1);
    }
  });

  it('grows to four times what covers the frame', () =>
    expect(scaledSize(wide, 1)).toEqual({ width: 16, height: 4 }));

  it('never shows what lies beside a picture that is larger than the frame', () => {
    const crop = clampCrop(wide, { zoom: 1, x: 100, y: -100 });
    const { left, top, width, height } = placement(wide, crop);
    expect(left).toBeCloseTo(0);
    expect(top + height).toBeCloseTo(1);
    expect(left + width).toBeGreaterThan(1);
  });

  it('keeps a smaller picture in the middle, and the zoom in its range', () =>
    expect(clampCrop(wide, { zoom: -3, x: 0.4, y: 0.4 })).toEqual({ zoom: 0, x: 0, y: 0 }));
});
