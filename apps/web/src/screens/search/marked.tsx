import { marksOf } from '@kontor/search/marks';
import css from './search.module.css';

interface MarkedProps {
  text: string;
  query: string;
  /** True for a part of what was found with typos. */
  withTypos: boolean;
}

/** Shows a text with the parts that a query found marked. */
export function Marked({ text, query, withTypos }: MarkedProps) {
  const marks = marksOf(text, query, withTypos);
  if (marks.length === 0) return text;
  return (
    <>
      {marks.map(({ from, to }, i) => (
        <span key={from}>
          {text.slice(marks[i - 1]?.to ?? 0, from)}
          <mark className={css.mark}>{text.slice(from, to)}</mark>
        </span>
      ))}
      {text.slice(marks.at(-1)!.to)}
    </>
  );
}
