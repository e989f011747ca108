import { describe, expect, it } from 'vitest';
import {
  begin,
  changesOf,
  concede,
  conflictsOf,
  decide,
  follow,
  restore,
  settle,
  theirsIn,
  unsaved,
} from './versions.ts';

interface Card {
  name: string;
  phone: string;
  tags: string[];
}
const stored: Card = { name: 'Alder', phone: '1', tags: ['a'] };
const typed = (part: Partial<Card>) => {
  const opened = begin(stored);
  return { ...opened, values: { ...opened.values, ...part } };
};

describe('what is saved', () => {
  it('is what the person changed, and nothing else', () => {
    expect(changesOf(begin(stored))).toEqual({});
    expect(changesOf(typed({ phone: '2' }))).toEqual({ phone: '2' });
    expect(changesOf(typed({ phone: '1', tags: ['a'] }))).toEqual({});
  });

  it('is the base of the next change, as records keep it', () => {
    const saved = settle(typed({ phone: ' 2 ' }), { phone: ' 2 ' });
    expect(saved).toMatchObject({ base: { phone: '2' }, values: { phone: '2' } });
    expect(changesOf(saved)).toEqual({});
  });

  it('does not take what was typed while it was saved for saved', () => {
    const saved = settle(typed({ phone: '23' }), { phone: '2' });
    expect(changesOf(saved)).toEqual({ phone: '23' });
  });
});

describe('when somebody else changes it', () => {
  it('follows in the fields that were left alone', () => {
    const next = follow(typed({ phone: '2' }), stored, { ...stored, name: 'Alder AG' });
    expect(next.values).toEqual({ name: 'Alder AG', phone: '2', tags: ['a'] });
    expect(changesOf(next)).toEqual({ phone: '2' });
    expect(conflictsOf(next)).toEqual([]);
  });

  it('keeps what was typed, and tells of the field that both changed', () => {
    const next = follow(typed({ phone: '2', name: 'Erle' }), stored, { ...stored, phone: '3' });
    expect(next.values).toMatchObject({ phone: '2', name: 'Erle' });
    expect(next.theirs).toEqual({ phone: '3' });
    expect(conflictsOf(next)).toEqual(['phone']);
  });

  it('has nothing to ask where both wrote the same, or the other took it back', () => {
    const same = follow(typed({ phone: '2' }), stored, { ...stored, phone: '2' });
    expect(conflictsOf(same)).toEqual([]);
    expect(changesOf(same)).toEqual({});
    const contested = follow(typed({ phone: '2' }), stored, { ...stored, phone: '3' });
    const takenBack = follow(contested, { ...stored, phone: '3' }, stored);
    expect(conflictsOf(takenBack)).toEqual([]);
    expect(changesOf(takenBack)).toEqual({ phone: '2' });
  });

  it('is the same object when nothing changed', () => {
    const opened = begin(stored);
    expect(follow(opened, stored, { ...stored, tags: ['a'] })).toBe(opened);
  });

  it('is the same object when its own change comes back', () => {
    const saved = settle(typed({ phone: '2' }), { phone: '2' });
    expect(follow(saved, stored, { ...stored, phone: '2' })).toBe(saved);
    const contested = follow(typed({ phone: '2' }), stored, { ...stored, phone: '3' });
    expect(follow(contested, stored, { ...stored, phone: '3' })).toBe(contested);
    // A field that the other emptied is in conflict, too.
    const emptied = { ...stored, phone: undefined as never };
    expect(conflictsOf(follow(typed({ phone: '2' }), stored, emptied))).toEqual(['phone']);
  });

  it('does not take its own change, coming back late, for somebody else’s', () => {
    const saved = settle(typed({ phone: '2' }), { phone: '2' });
    const goneOn = { ...saved, values: { ...saved.values, phone: '23' } };
    const next = follow(goneOn, stored, { ...stored, phone: '2' });
    expect(conflictsOf(next)).toEqual([]);
    expect(changesOf(next)).toEqual({ phone: '23' });
  });
});

describe('a conflict', () => {
  const contested = follow(typed({ phone: '2' }), stored, { ...stored, phone: '3' });

  it('ends with one’s own text laid over what was seen', () => {
    const mine = decide(contested, 'phone', 'mine');
    expect(mine.base.phone).toBe('3');
    expect(changesOf(mine)).toEqual({ phone: '2' });
    expect(conflictsOf(mine)).toEqual([]);
  });

  it('ends with the other’s', () => {
    const theirs = decide(contested, 'phone', 'theirs');
    expect(theirs.values.phone).toBe('3');
    expect(changesOf(theirs)).toEqual({});
  });

  it('comes again when the other writes again', () => {
    const mine = decide(contested, 'phone', 'mine');
    const again = follow(mine, { ...stored, phone: '3' }, { ...stored, phone: '4' });
    expect(again.theirs).toEqual({ phone: '4' });
    expect(conflictsOf(again)).toEqual(['phone']);
  });
});

describe('a formatted text', () => {
  const doc = (...texts: string[]) => ({
    type: 'doc',
    content: texts.map((text) => ({ type: 'paragraph', content: [{ type: 'text', text }] })),
  });
  const begun = { text: doc('a', 'b', 'c') };
  const writing = { ...begin(begun), values: { text: doc('a', 'mine', 'c') } };

  it('takes in what others write in other paragraphs, and saves that as well', () => {
    const next = follow(writing, begun, { text: doc('A', 'b', 'c', 'd') });
    expect(conflictsOf(next)).toEqual([]);
    expect(changesOf(next)).toEqual({ text: doc('A', 'mine', 'c', 'd') });
    expect(next.base).toEqual({ text: doc('A', 'b', 'c', 'd') });
  });

  it('is asked about the paragraph that both wrote, however much follows elsewhere', () => {
    const contested = follow(writing, begun, { text: doc('A', 'theirs', 'c') });
    const goneOn = follow(contested, { text: doc('A', 'theirs', 'c') }, { text: doc('A', 'theirs', 'C') });
    expect(conflictsOf(goneOn)).toEqual(['text']);
    expect(theirsIn(goneOn, 'text')).toEqual(doc('A', 'theirs', 'C'));
    expect(decide(goneOn, 'text', 'mine').values).toEqual({ text: doc('A', 'mine', 'C') });
    expect(decide(goneOn, 'text', 'theirs').values).toEqual({ text: doc('A', 'theirs', 'C') });
    const takenBack = concede({ ...goneOn, values: { text: doc('A', 'b', 'C') } });
    expect(changesOf(takenBack)).toEqual({});
  });
});

describe('a form that closes', () => {
  it('leaves behind what was typed, and what was seen', () => {
    expect(unsaved(begin(stored))).toBeUndefined();
    expect(unsaved(typed({ phone: '2' }))).toEqual({ base: { phone: '1' }, values: { phone: '2' } });
  });

  it('opens with it again, over what is stored by then', () => {
    const kept = unsaved(typed({ phone: '2' }))!;
    const quiet = restore({ ...stored, name: 'Alder AG' }, kept);
    expect(quiet.values).toEqual({ name: 'Alder AG', phone: '2', tags: ['a'] });
    expect(conflictsOf(quiet)).toEqual([]);
    expect(conflictsOf(restore({ ...stored, phone: '3' }, kept))).toEqual(['phone']);
    expect(changesOf(restore({ ...stored, phone: '2' }, kept))).toEqual({});
  });

  it('opens with all that stood in it where the thing is new, whatever a new one begins with by then', () => {
    expect(unsaved(begin(stored), true)).toBeUndefined();
    const kept = unsaved(typed({ phone: '2' }), true)!;
    const { values, base, theirs } = restore({ ...stored, name: 'Birch', phone: '3' }, kept, true);
    expect(values).toEqual({ ...stored, phone: '2' });
    expect([base.phone, theirs]).toEqual(['3', {}]);
  });

  it('takes what a new thing begins with by then where it was empty and nobody typed', () => {
    const kept = unsaved(
      { ...begin({ ...stored, name: '' }), values: { ...stored, name: '', phone: '2' } },
      true,
    )!;
    expect(restore({ ...stored, name: 'Birch' }, kept, true).values).toEqual({
      ...stored,
      name: 'Birch',
      phone: '2',
    });
    const emptied = unsaved(typed({ name: '', phone: '2' }), true)!;
    expect(restore({ ...stored, name: 'Birch' }, emptied, true).values).toEqual({
      ...stored,
      name: '',
      phone: '2',
    });
  });

  it('opens with what was emptied, or empty before, once it was written down', () => {
    type Texts = { text: string | undefined; note: string | undefined };
    const before: Texts = { text: 'a', note: undefined };
    const kept = unsaved({ ...begin(before), values: { text: undefined, note: 'b' } })!;
    const written = JSON.parse(JSON.stringify({ ...kept, values: { ...kept.values, gone: 'c' } }));
    const { base, values } = restore(before, written as typeof kept);
    expect([base, values]).toEqual([before, { text: undefined, note: 'b' }]);
    expect(values).not.toHaveProperty('gone');
  });
});

/**
 * Returns a small generator, so that a failure can be played again. Its low bits repeat soon, and so do not
 * count.
 */
function random(seed: number) {
  let state = seed;
  return (below: number) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return (state >>> 16) % below;
  };
}

it('never writes over what was not shown: 200 random interleavings', () => {
  const names = ['name', 'phone'] as const;
  let asked = 0;
  for (let seed = 1; seed <= 200; seed++) {
    const pick = random(seed);
    let server: Card = stored;
    let followed = server;
    let form = begin(server);
    /** Every text that stood on the screen: in a field, or in a question. */
    const shown = new Set([stored.name, stored.phone]);
    const look = () => {
      form = follow(form, followed, server);
      followed = server;
      for (const name of names) shown.add(form.values[name]);
    };
    const save = () => {
      for (const contested of conflictsOf(form)) {
        asked++;
        shown.add(form.theirs[contested] as string);
        form = decide(form, contested, pick(2) === 0 ? 'mine' : 'theirs');
      }
      const changes = changesOf(form);
      for (const name of names) if (name in changes) expect(shown).toContain(server[name]);
      server = { ...server, ...changes };
      form = settle(form, changes);
    };
    for (let step = 0; step < 40; step++) {
      const name = names[pick(2)]!;
      const text = `${seed}.${step}`;
      const act = pick(4);
      if (act === 0) form = { ...form, values: { ...form.values, [name]: text } };
      if (act === 1) server = { ...server, [name]: text };
      if (act >= 2) look();
      if (act === 3) save();
    }
  }
  expect(asked).toBeGreaterThan(200);
});
