/**
 * Shows a rich text without the editor. Nodes become React elements by a fixed list; what is not in it shows its words
 * only, and nothing is ever read as HTML.
 */

import type { RichText } from '@kontor/contract/entity/field';
import { createElement, Fragment, type ReactNode } from 'react';
import { labelIn } from './mentionLabel.ts';
import css from './richText.module.css';
import { safeUrl } from './safeUrl.ts';
import { WrittenLink } from './writtenLink.tsx';

const blocks: Readonly<Record<string, string>> = {
  paragraph: 'p',
  bulletList: 'ul',
  orderedList: 'ol',
  listItem: 'li',
  blockquote: 'blockquote',
  horizontalRule: 'hr',
  hardBreak: 'br',
  tableRow: 'tr',
};
const marks: Readonly<Record<string, string>> = {
  bold: 'strong',
  italic: 'em',
  underline: 'u',
  strike: 's',
  code: 'code',
};
const cells: Readonly<Record<string, string>> = { tableCell: 'td', tableHeader: 'th' };
const maxDepth = 40;

const spanIn = (value: unknown): number | undefined =>
  Number.isInteger(value) && (value as number) > 1 && (value as number) <= 100
    ? (value as number)
    : undefined;

function textOf(node: RichText): ReactNode {
  let out: ReactNode = node.text ?? '';
  // Each kind once: their number is not bounded, and each would lie in the one before.
  for (const mark of new Map(node.marks?.map((each) => [each.type, each])).values()) {
    if (mark.type === 'link') {
      const href = safeUrl(mark.attrs?.href);
      if (href) out = <WrittenLink href={href}>{out}</WrittenLink>;
    } else if (Object.hasOwn(marks, mark.type)) out = createElement(marks[mark.type]!, null, out);
  }
  return out;
}

function render(node: RichText, key: number, depth: number): ReactNode {
  if (depth > maxDepth) return null;
  if (node.type === 'text') return <Fragment key={key}>{textOf(node)}</Fragment>;
  if (node.type === 'mention')
    return (
      <span key={key} className={css.mention}>
        {labelIn(node.attrs)}
      </span>
    );
  const children = node.content?.map((child, index) => render(child, index, depth + 1));
  if (node.type === 'heading') return createElement(node.attrs?.level === 3 ? 'h4' : 'h3', { key }, children);
  if (node.type === 'codeBlock')
    return (
      <pre key={key}>
        <code>{children}</code>
      </pre>
    );
  if (node.type === 'table')
    return (
      <table key={key}>
        <tbody>{children}</tbody>
      </table>
    );
  if (Object.hasOwn(cells, node.type)) {
    const { colspan, rowspan } = node.attrs ?? {};
    return createElement(
      cells[node.type]!,
      { key, colSpan: spanIn(colspan), rowSpan: spanIn(rowspan) },
      children,
    );
  }
  if (Object.hasOwn(blocks, node.type)) {
    const tag = blocks[node.type]!;
    return createElement(tag, { key }, tag === 'hr' || tag === 'br' ? undefined : children);
  }
  return <Fragment key={key}>{children}</Fragment>;
}

/** Shows a formatted text to read. */
export function RichTextView({ value }: { value: RichText }) {
  return <div className={css.text}>{render(value, 0, 0)}</div>;
}
