/** Base64url is read alike where the platform decodes it, which takes white space and padding besides, and where it does not. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

/** Gives an object a method, or takes it away; returns the function that puts back what was there. */
function replace(object: object, name: string, value: unknown): () => void {
  const before = Object.getOwnPropertyDescriptor(object, name);
  Object.defineProperty(object, name, { value, configurable: true, writable: true });
  return () => {
    if (before) Object.defineProperty(object, name, before);
    else Reflect.deleteProperty(object, name);
  };
}

const native = {
  fromBase64: (text: string) => new Uint8Array(Buffer.from(text, 'base64url')),
  toBase64: () => '',
};
const plain = { fromBase64: undefined, toBase64: undefined };

describe.each(Object.entries({ native, plain }))('base64url on a %s platform', (name, platform) => {
  let fromBase64Url: (text: string) => Uint8Array;
  let restore: (() => void)[];
  beforeAll(async () => {
    restore = [
      replace(Uint8Array, 'fromBase64', platform.fromBase64),
      replace(Uint8Array.prototype, 'toBase64', platform.toBase64),
    ];
    // Which platform it is, a module looks for when it is loaded.
    ({ fromBase64Url } = await import(/* @vite-ignore */ `./bytes.ts?${name}`));
  });
  afterAll(() => {
    for (const each of restore) each();
  });

  it.each([
    ['', []],
    ['_w', [255]],
    ['-_8', [251, 255]],
    ['AQID', [1, 2, 3]],
  ])('is bytes: %j', (text, bytes) => {
    expect([...fromBase64Url(text)]).toEqual(bytes);
  });

  it.each(['A', 'AQIDB', 'AQ==', 'AQ ID', 'AQID\n', 'AQ+/', 'ä'])('is nothing else: %j', (text) => {
    expect(() => fromBase64Url(text)).toThrow(SyntaxError);
  });
});
