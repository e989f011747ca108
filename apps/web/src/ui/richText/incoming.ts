/** Brings a text that changed elsewhere into an open editor, under the cursor. */
import { blockDiff } from '@kontor/client/replica/blockDiff';
import type { RichText } from '@kontor/contract/entity/field';
import { Fragment, type Node } from '@tiptap/pm/model';
import type { EditorState, Transaction } from '@tiptap/pm/state';

interface Replacement {
  from: number;
  to: number;
  content: Fragment;
}

/**
 * Returns the transaction that turns what the editor shows into `next`. It replaces only what differs, so that the
 * cursor stays in its words, and it is no step that undoing takes back: somebody else wrote it.
 */
export function incoming(state: EditorState, next: Node): Transaction {
  const { tr } = state;
  // From the end, so that the positions before stay what they were.
  for (const { from, to, content } of replacements(state.doc, next, 0).reverse())
    tr.replaceWith(from, to, content);
  return tr.setMeta('addToHistory', false).setMeta('preventUpdate', true);
}

const blocksOf = (node: Node): RichText[] => node.children.map((child) => child.toJSON() as RichText);

/** Returns the replacements; `start` is the position of the first child. */
function replacements(before: Node, after: Node, start: number): Replacement[] {
  const starts = [start];
  for (const child of before.children) starts.push(starts.at(-1)! + child.nodeSize);
  return blockDiff(blocksOf(before), blocksOf(after)).flatMap(({ from, to, blocks }) => {
    const nodes = blocks.map((block) => before.type.schema.nodeFromJSON(block));
    const [old, fresh] = [before.maybeChild(from), nodes[0]];
    const isPair = to - from === 1 && nodes.length === 1;
    if (isPair && old && fresh && !old.isLeaf && old.sameMarkup(fresh))
      return old.isTextblock
        ? inlineReplacement(old, fresh, starts[from]! + 1)
        : replacements(old, fresh, starts[from]! + 1);
    return [{ from: starts[from]!, to: starts[to]!, content: Fragment.from(nodes) }];
  });
}

/** Replaces the words of a paragraph from the first to the last that differ. */
function inlineReplacement(before: Node, after: Node, start: number): Replacement[] {
  const first = before.content.findDiffStart(after.content);
  const last = before.content.findDiffEnd(after.content);
  if (first === null || last === null) return [];
  const overlap = Math.max(0, first - Math.min(last.a, last.b));
  const content = after.content.cut(first, last.b + overlap);
  return [{ from: start + first, to: start + last.a + overlap, content }];
}
