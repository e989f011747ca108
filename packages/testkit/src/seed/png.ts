/** PNG images made of code (ISO/IEC 15948): colour type 2, one filter byte per row, zlib for the rest. */
import { crc32, deflateSync } from 'node:zlib';

/** Red, green and blue, 0 to 255. */
export type Colour = readonly [number, number, number];

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

function chunk(type: string, data: Uint8Array): Buffer {
  const out = Buffer.alloc(12 + data.length);
  out.writeUInt32BE(data.length, 0);
  out.write(type, 4, 'latin1');
  out.set(data, 8);
  out.writeUInt32BE(crc32(out.subarray(4, 8 + data.length)), 8 + data.length);
  return out;
}

/** Encodes an image; `colourAt` is asked for every pixel. */
export function png(width: number, height: number, colourAt: (x: number, y: number) => Colour): Uint8Array {
  const rows = Buffer.alloc(height * (1 + width * 3));
  for (let y = 0, at = 0; y < height; y++) {
    at++; // filter 0: as they are
    for (let x = 0; x < width; x++, at += 3) rows.set(colourAt(x, y), at);
  }
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 2, 0, 0, 0], 8);
  return new Uint8Array(
    Buffer.concat([
      signature,
      chunk('IHDR', head),
      chunk('IDAT', deflateSync(rows)),
      chunk('IEND', new Uint8Array()),
    ]),
  );
}

const mix = (a: Colour, b: Colour, share: number): Colour => {
  const at = (i: 0 | 1 | 2) => Math.round(a[i] + (b[i] - a[i]) * share);
  return [at(0), at(1), at(2)];
};

const petrol: Colour = [11, 92, 99];
const paper: Colour = [251, 250, 247];

/** Returns the firm's mark: a gable over three boards, 128 x 128 px. */
export function logo(): Uint8Array {
  return png(128, 128, (x, y) => {
    const isRoof =
      y >= 26 && y < 58 && Math.abs(x - 64) <= (y - 26) * 1.45 && Math.abs(x - 64) > (y - 40) * 1.45;
    const isBoard = y >= 62 && y < 104 && x >= 26 && x < 102 && (y - 62) % 15 < 11;
    return isRoof || isBoard ? paper : petrol;
  });
}

/** Returns a "photograph": sky over a hill and boards in the light, different for each `hue` (0 to 1). */
export function photo(width: number, height: number, hue: number): Uint8Array {
  const sky: Colour = [120 + 80 * hue, 170, 230 - 90 * hue];
  const wood: Colour = [150 + 40 * hue, 105, 60];
  return png(width, height, (x, y) => {
    const horizon = height * (0.45 + 0.06 * Math.sin((x / width) * 7 + hue * 9));
    if (y < horizon) return mix(sky, paper, y / horizon);
    const grain = 0.5 + 0.5 * Math.sin(x * 0.05 + Math.sin(y * 0.15 + hue * 5) * 2);
    const gap = y % 36 < 2 ? 0.45 : 0;
    return mix(mix(wood, paper, grain * 0.25), [30, 22, 14], gap);
  });
}

/** Returns a floor plan: walls on a grid. */
export function plan(width: number, height: number): Uint8Array {
  const wall: Colour = [40, 44, 52];
  const walls: readonly (readonly [x: number, y: number, w: number, h: number])[] = [
    [0.08, 0.1, 0.84, 0.015],
    [0.08, 0.885, 0.84, 0.015],
    [0.08, 0.1, 0.01, 0.8],
    [0.91, 0.1, 0.01, 0.8],
    [0.45, 0.1, 0.008, 0.48],
    [0.45, 0.7, 0.008, 0.2],
    [0.45, 0.45, 0.28, 0.012],
    [0.82, 0.45, 0.1, 0.012],
  ];
  return png(width, height, (x, y) => {
    const [u, v] = [x / width, y / height];
    if (walls.some(([left, top, w, h]) => u >= left && u < left + w && v >= top && v < top + h)) return wall;
    return x % 40 === 0 || y % 40 === 0 ? [224, 228, 230] : paper;
  });
}
