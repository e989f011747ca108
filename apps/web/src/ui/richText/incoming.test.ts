import type { RichText } from '@kontor/contract/entity/field';
import { history, undo } from '@tiptap/pm/history';
import { EditorState, TextSelection } from '@tiptap/pm/state';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { schema } from './extensions.ts';
import { incoming } from './incoming.ts';

const p = (text: string): RichText => ({
  type: 'paragraph',
  ...(text && { content: [{ type: 'text', text }] }),
});
const list = (...items: string[]): RichText => ({
  type: 'bulletList',
  content: items.map((text) => ({ type: 'listItem', content: [p(text)] })),
});
const nodeOf = (blocks: readonly (RichText | string)[]) =>
  schema.nodeFromJSON({
    type: 'doc',
    content: blocks.map((block) => (typeof block === 'string' ? p(block) : block)),
  });

/** Opens a text with the cursor behind the first "|", which is no part of it. */
function open(...blocks: (RichText | string)[]): EditorState {
  const marked = nodeOf(blocks);
  let at = 0;
  marked.descendants((node, pos) => {
    const index = node.text?.indexOf('|') ?? -1;
    if (index >= 0) at = pos + index;
  });
  const doc = schema.nodeFromJSON(JSON.parse(JSON.stringify(marked.toJSON()).replace('|', '')));
  return EditorState.create({ doc, selection: TextSelection.near(doc.resolve(at)), plugins: [history()] });
}

/** Returns the text with the cursor in it again. */
function shown(state: EditorState): string[] {
  const { doc } = state.apply(state.tr.insertText('|'));
  const lines: string[] = [];
  doc.descendants((node) => {
    if (node.isTextblock) lines.push(node.textContent);
  });
  return lines;
}

const receive = (state: EditorState, ...blocks: (RichText | string)[]) =>
  state.apply(incoming(state, nodeOf(blocks)));

it('leaves the cursor in its words, whatever changes above and below', () => {
  const state = open('one', 'two', 'mine| here', 'four');
  const next = receive(state, 'new', 'one and more', 'two', 'mine here', 'FOUR', 'five');
  expect(shown(next)).toEqual(['new', 'one and more', 'two', 'mine| here', 'FOUR', 'five']);
});

it('leaves it in its item of a list', () => {
  const state = open('one', list('a', 'b|b', 'c'));
  const next = receive(state, 'one', list('A', 'new', 'bb', 'c', 'd'));
  expect(shown(next)).toEqual(['one', 'A', 'new', 'b|b', 'c', 'd']);
});

it('leaves it in a paragraph that changes elsewhere', () => {
  expect(shown(receive(open('left ri|ght'), 'left and right'))).toEqual(['left and ri|ght']);
});

it('is not undone with what was typed', () => {
  let state = open('one', 'more|');
  state = state.apply(state.tr.insertText('typed'));
  state = receive(state, 'theirs', 'one', 'moretyped');
  undo(state, (tr) => {
    state = state.apply(tr);
  });
  expect(shown(state)).toEqual(['theirs', 'one', 'more|']);
});

const block = fc.oneof(
  fc.constantFrom('a', 'b', 'c', ''),
  fc.array(fc.constantFrom('a', 'b', 'c'), { minLength: 1, maxLength: 3 }).map((items) => list(...items)),
);
const text = fc.array(block, { minLength: 1, maxLength: 6 });

it('shows what it is given, from whatever was there', () =>
  fc.assert(
    fc.property(text, text, (before, after) => {
      const next = receive(open(...before), ...after);
      next.doc.check();
      expect(next.doc.toJSON()).toEqual(nodeOf(after).toJSON());
    }),
  ));
