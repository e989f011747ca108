import { expect, it } from 'vitest';
import { type Containment, type ContainmentSource, containmentIn } from './containment.ts';

interface Place {
  container?: string | undefined;
  presence?: 'deleted' | 'unknown';
  hides?: boolean;
  scope?: string;
}

function sourceOf(places: Readonly<Record<string, Place>>, isPartial = false) {
  const asked = { containers: 0 };
  const source: ContainmentSource = {
    containerOf: (id) => {
      asked.containers++;
      return places[id]?.container;
    },
    presence: (id) => (places[id] ? (places[id].presence ?? 'present') : 'unknown'),
    hides: (id) => places[id]?.hides === true,
    scopeOf: (id) => places[id]?.scope ?? 's',
    isPartial: () => isPartial,
  };
  return { source, asked };
}

/** Tells where one record is shown by going up all the way. */
function byItself(id: string, source: ContainmentSource): Containment {
  const scope = source.scopeOf(id)!;
  const first = source.containerOf(id);
  const seen = new Set([id]);
  for (let at = first; at !== undefined; at = source.containerOf(at)) {
    if (at === id) return 'cycle';
    if (seen.has(at)) return 'as-is';
    seen.add(at);
    const presence = source.presence(at);
    if (presence === 'deleted' || (presence === 'present' && source.hides(at))) return 'hidden';
    if (presence === 'unknown' && source.isPartial(scope)) return 'as-is';
    if (presence === 'unknown' || source.scopeOf(at) !== scope) return at === first ? 'top' : 'as-is';
  }
  return 'as-is';
}

it('shows each record of many where it is shown by itself', () => {
  let seed = 7;
  const below = (count: number) => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed % count;
  };
  for (let round = 0; round < 2_000; round++) {
    const places: Record<string, Place> = {};
    for (let i = 0; i < 9; i++) {
      const kind = below(12);
      // What was deleted, or hides what is in it, lies in nothing.
      if (kind === 0) places[i] = { presence: 'deleted' };
      else if (kind === 1) places[i] = { hides: true };
      else if (kind !== 2)
        places[i] = {
          container: below(5) === 0 ? undefined : String(below(9)),
          scope: below(9) === 0 ? 't' : 's',
        };
    }
    const { source } = sourceOf(places, below(3) === 0);
    const containmentOf = containmentIn(source);
    for (const id of Object.keys(places))
      expect(containmentOf(id), `${id} in ${JSON.stringify(places)}`).toBe(byItself(id, source));
  }
});

it('goes up from each record of a chain once, however deep somebody made it', () => {
  const count = 20_000;
  const places = Object.fromEntries(
    Array.from({ length: count }, (_, i): [string, Place] => [
      `r${i}`,
      { container: i > 0 ? `r${i - 1}` : undefined },
    ]),
  );
  const { source, asked } = sourceOf(places);
  const containmentOf = containmentIn(source);
  for (let i = count - 1; i >= 0; i--) expect(containmentOf(`r${i}`)).toBe('as-is');
  expect(asked.containers).toBeLessThan(3 * count);
});
