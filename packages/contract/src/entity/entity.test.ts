import { describe, expect, it } from 'vitest';
import { entities } from '../nouns/entities.ts';
import { entity, type Open, presentRefs, readValues } from './entity.ts';
import {
  data,
  day,
  type Field,
  flag,
  id,
  isInstant,
  isRichText,
  number,
  oneOf,
  rank,
  richText,
  text,
} from './field.ts';
import { ref, refs, structural } from './ref.ts';

const errand = entity('errand', {
  scopes: ['project'],
  within: ['parentId'],
  rights: { create: 'EMPLOYEE', update: 'EMPLOYEE', delete: 'EMPLOYEE' },
  indexes: ['assigneeIds'],
  refs: {
    parentId: ref('errand').optional(),
    assigneeIds: refs('user'),
    position: structural(number()),
    pinned: structural(flag()),
    startsOn: structural(day()).optional(),
  },
  sealed: { title: text(), status: oneOf(['TODO', 'DONE']), dueDate: day().optional() },
});

describe('entity', () => {
  it('derives the open type', () => {
    const example: Open<typeof errand> = {
      id: 'a',
      scopeId: 'p',
      version: 1,
      updatedAt: 0,
      assigneeIds: [],
      position: 1,
      pinned: false,
      title: 'Write the offer',
      status: 'TODO',
    };
    expect(example.dueDate).toBeUndefined();
  });

  it('reads missing and misshapen fields as their fallback and keeps unknown ones', () => {
    const plain = { title: 7, status: 'NEWER', dueDate: 'tomorrow', colour: 'red' };
    const fallbacks = { title: '', status: 'TODO', position: 0, pinned: false };
    expect(readValues(errand, plain)).toEqual({ ...fallbacks, colour: 'red' });
  });

  it.each(['2026-02-30', '2026-13-01', '2026-99-99', '0000-00-00', '0000-01-01'])(
    'takes %s for no day',
    (dueDate) => {
      expect(errand.sealed.dueDate.accepts(dueDate)).toBe(false);
      expect(errand.sealed.dueDate.accepts('2028-02-29')).toBe(true);
    },
  );

  it('takes no moment that a date cannot hold', () => {
    for (const value of [8.64e15 + 1, -8.64e15 - 1, 1.5, Number.NaN, '1'])
      expect(isInstant(value)).toBe(false);
    expect(isInstant(8.64e15)).toBe(true);
  });

  it.each<[string, unknown]>([
    ['of null', null],
    ['of a text', 'x'],
    ['of another type', { type: 'paragraph' }],
    ['with a hole', { type: 'doc', content: [null] }],
    ['with content that is none', { type: 'doc', content: 'x' }],
    ['with words that are none', { type: 'doc', content: [{ type: 'text', text: {} }] }],
    ['with a text node without words', { type: 'doc', content: [{ type: 'text' }] }],
    ['with marks that are none', { type: 'doc', content: [{ type: 'text', text: 'x', marks: 5 }] }],
    ['with a mark without a name', { type: 'doc', content: [{ type: 'text', text: 'x', marks: [{}] }] }],
    ['with attributes that are none', { type: 'doc', attrs: 'x' }],
  ])('takes no rich text %s', (_, value) => expect(isRichText(value)).toBe(false));

  it('takes rich text of nodes and marks that it does not know', () => {
    const words = { type: 'text', text: 'x', marks: [{ type: 'glow', attrs: { by: 2 } }] };
    expect(isRichText({ type: 'doc', content: [{ type: 'hologram', content: [words] }] })).toBe(true);
  });

  it('leaves absent refs out of the associated data', () => {
    expect(presentRefs(errand, { parentId: undefined, assigneeIds: [], title: 'x' })).toEqual({});
    expect(presentRefs(errand, { assigneeIds: ['u'] })).toEqual({ assigneeIds: ['u'] });
  });

  it('reads an absent structural value as its fallback, and checks it in a draft', () => {
    const given = { title: 'x', status: 'DONE', position: 1, pinned: true, startsOn: 'today' };
    const { startsOn: _, ...rest } = given;
    expect(readValues(errand, given)).toEqual(rest);
    const present = { position: 0, pinned: false };
    expect(presentRefs(errand, { ...present, startsOn: undefined })).toEqual(present);
  });

  it.each<Field<unknown>>([text(), richText(), id(), rank(), data(null, () => true)])(
    'seals what people write: $kind is not structural',
    (field) => expect(() => structural(field)).toThrow('is sealed'),
  );

  it('names each entity as its key', () => {
    for (const [name, description] of Object.entries(entities)) expect(description.name).toBe(name);
  });
});
