import type { RichText } from '@kontor/contract/entity/field';
import { getSchema } from '@tiptap/core';
import StarterKit from '@tiptap/starter-kit';
import { describe, expect, it } from 'vitest';
import { editable } from './editable.ts';
import { plainText } from './plain.ts';

const schema = getSchema([StarterKit]);
const words = (text: string): RichText => ({ type: 'text', text });
const doc = (...content: RichText[]): RichText => ({ type: 'doc', content });

describe('editable', () => {
  it('leaves alone what the editor knows (control)', () => {
    const value = doc({ type: 'paragraph', content: [words('Angebot')] });
    expect(editable(value, schema)).toBe(value);
    expect(editable(undefined, schema)).toBeNull();
  });

  it.each<[string, RichText]>([
    ['an unknown node', doc({ type: 'hologram', content: [words('Angebot')] })],
    [
      'an unknown mark',
      doc({ type: 'paragraph', content: [{ ...words('Angebot'), marks: [{ type: 'glow' }] }] }),
    ],
    ['a node where it may not stand', doc({ type: 'listItem', content: [words('Angebot')] })],
    ['an empty text', doc({ type: 'paragraph', content: [words(''), words('Angebot')] })],
    ['an inherited name', doc({ type: 'constructor', content: [words('Angebot')] })],
  ])('keeps the words beside %s', (_, value) => {
    const taken = editable(value, schema)!;
    expect(plainText(taken)).toContain('Angebot');
    expect(() => schema.nodeFromJSON(taken).check()).not.toThrow();
  });
});
