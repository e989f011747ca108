/** From a chosen file to a small square picture: a PNG of 128 px. Everything happens in the browser. */
import { type Crop, placement, type Size } from './crop.ts';
import { headerSize } from './header.ts';

const pictureSide = 128;
export const minPicture = 32;
/** A picture with more pixels on one side is refused before it is decoded: it would take all memory. */
export const maxPicture = 8192;
export const maxKilobytes = 5120;
const maxPictureBytes = 64 * 1024;

export const pictureTypes = ['image/png', 'image/jpeg', 'image/webp'];

export type PictureFault = 'type' | 'size' | 'pixels';

export interface Picture extends Size {
  image: HTMLImageElement;
  url: string;
}

function sizeFault({ width, height }: Size): PictureFault | undefined {
  if (Math.min(width, height) < minPicture) return 'size';
  return Math.max(width, height) > maxPicture ? 'pixels' : undefined;
}

/** Reads a picture; the browser gets it only when its size is known to be bearable. Answers a fault instead of throwing. */
export async function readPicture(file: File): Promise<Picture | PictureFault> {
  if (!pictureTypes.includes(file.type)) return 'type';
  if (file.size > maxKilobytes * 1024) return 'size';
  const said = headerSize(new Uint8Array(await file.arrayBuffer()));
  if (!said) return 'type';
  const saidFault = sizeFault(said);
  if (saidFault) return saidFault;
  const image = new Image();
  image.src = URL.createObjectURL(file);
  const loaded = await new Promise<boolean>((resolve) => {
    image.onload = () => resolve(true);
    image.onerror = () => resolve(false);
  });
  const { naturalWidth: width, naturalHeight: height } = image;
  const fault = loaded ? sizeFault({ width, height }) : 'type';
  if (!fault) return { image, url: image.src, width, height };
  URL.revokeObjectURL(image.src);
  return fault;
}

async function draw(picture: Picture, crop: Crop, ground: string | undefined): Promise<Uint8Array> {
  const canvas = new OffscreenCanvas(pictureSide, pictureSide);
  const context = canvas.getContext('2d', { alpha: ground === undefined })!;
  if (ground) {
    context.fillStyle = ground;
    context.fillRect(0, 0, pictureSide, pictureSide);
  }
  context.imageSmoothingQuality = 'high';
  const { left, top, width, height } = placement(picture, crop);
  context.drawImage(
    picture.image,
    left * pictureSide,
    top * pictureSide,
    width * pictureSide,
    height * pictureSide,
  );
  const blob = await canvas.convertToBlob({ type: 'image/png' });
  return new Uint8Array(await blob.arrayBuffer());
}

/** Returns the chosen section as a PNG of at most 64 KiB. A noisy picture with see-through parts gets a white ground. */
export async function makePicture(picture: Picture, crop: Crop): Promise<Uint8Array> {
  const clear = await draw(picture, crop, undefined);
  return clear.length <= maxPictureBytes ? clear : draw(picture, crop, '#fff');
}
