/**
 * The section of a picture that is kept. The frame is a square; the picture lies under it, scaled, and shifted
 * by the distance of its centre from the frame's, in parts of the frame's side.
 */

export interface Crop {
  /** 0: the whole picture fits; 1: the picture is four times as large as the frame needs to be covered. */
  zoom: number;
  x: number;
  y: number;
}

export interface Size {
  width: number;
  height: number;
}

export const wholePicture: Crop = { zoom: 0, x: 0, y: 0 };

/** Returns the zoom at which a picture just covers the frame. */
export function coverZoom({ width, height }: Size): number {
  const ratio = Math.max(width, height) / Math.min(width, height);
  return Math.log(ratio) / Math.log(4 * ratio);
}

/** Returns width and height of the scaled picture, in parts of the frame's side. */
export function scaledSize({ width, height }: Size, zoom: number): Size {
  const contain = 1 / Math.max(width, height);
  const largest = 4 / Math.min(width, height);
  const scale = contain * (largest / contain) ** zoom;
  return { width: width * scale, height: height * scale };
}

/** Returns the same section, moved so far that the picture covers the frame, or stays in the middle where it is smaller. */
export function clampCrop(size: Size, crop: Crop): Crop {
  const zoom = Math.min(1, Math.max(0, crop.zoom));
  const scaled = scaledSize(size, zoom);
  const hold = (offset: number, length: number) => {
    const room = Math.max(0, (length - 1) / 2);
    return Math.min(room, Math.max(-room, offset));
  };
  return { zoom, x: hold(crop.x, scaled.width), y: hold(crop.y, scaled.height) };
}

/** Returns where the picture's corner and edges are, in parts of the frame's side. */
export function placement(size: Size, crop: Crop): Size & { left: number; top: number } {
  const scaled = scaledSize(size, crop.zoom);
  return {
    ...scaled,
    left: 0.5 + crop.x - scaled.width / 2,
    top: 0.5 + crop.y - scaled.height / 2,
  };
}
