import { useMessages } from '../../platform/text/messages.ts';
import css from './kitSheet.module.css';
import { type KitFacts, layOut, page, wordFrame } from './layout.ts';
import { kitMessages } from './messages.ts';

/**
 * Shows the sheet as it will be printed. Printing this page prints the sheet alone. On a phone, where it is too small to be
 * read, the words stand above it once more.
 */
export function KitSheet(facts: KitFacts) {
  const t = useMessages(kitMessages);
  return (
    <>
      <ol className={css.words} aria-hidden lang="en" translate="no">
        {facts.words.map((word, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a word may come twice, and none ever moves
          <li key={index}>{word}</li>
        ))}
      </ol>
      <svg
        className={`kit-sheet notranslate ${css.root}`}
        viewBox={`0 0 ${page.width} ${page.height}`}
        role="img"
        aria-label={`${t('sheet')}: ${facts.words.map((word, index) => `${index + 1} ${word}`).join(', ')}`}
      >
        <rect {...wordFrame} fill="none" stroke="#8a8f98" strokeWidth="0.75" />
        {layOut(facts).map(({ x, y, size, text, bold, quiet }) => (
          <text
            key={`${x} ${y}`}
            x={x}
            y={y}
            fontSize={size}
            fontWeight={bold ? 700 : 400}
            fill={quiet ? '#6b7280' : '#1c1f23'}
          >
            {text}
          </text>
        ))}
      </svg>
    </>
  );
}
