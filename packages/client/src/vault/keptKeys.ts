/** A workspace's opened keys as a device keeps them, so that the next start repeats no public-key cryptography. */
import { fromBase64Url, fromUtf8, toBase64Url, utf8 } from '@kontor/contract/wire/bytes';
import type { Scope } from '@kontor/contract/wire/scope';
import { type HeldKeys, ScopeRing } from './scopeRing.ts';

type KeptRing = Omit<HeldKeys, 'keys'> & { scope: Scope; keys: [generation: number, key: string][] };

export function packRings(rings: Iterable<ScopeRing>): Uint8Array<ArrayBuffer> {
  const kept = [...rings].map((ring): KeptRing => {
    const { keys, ...held } = ring.held;
    return {
      ...held,
      scope: ring.scope,
      keys: keys.map(([generation, key]) => [generation, toBase64Url(key)]),
    };
  });
  return utf8(JSON.stringify(kept));
}

export async function unpackRings(bytes: Uint8Array): Promise<ScopeRing[]> {
  const kept = JSON.parse(fromUtf8(bytes)) as KeptRing[];
  return Promise.all(
    kept.map(async ({ scope, keys, ...held }) => {
      const ring = new ScopeRing(scope);
      await ring.hold({
        ...held,
        keys: keys.map(([generation, key]) => [generation, fromBase64Url(key)]),
      });
      return ring;
    }),
  );
}
