import { useExcerpt } from './fileWords.ts';
import type { Line } from './makers.tsx';
import { Marked } from './marked.tsx';
import css from './search.module.css';

/** Shows a hit: its name with what was found marked, where it lies, and the part of its text that was found. */
export function SearchLine({ line, query }: { line: Line; query: string }) {
  const { icon, label, place, withTypos = false } = line;
  const excerpt = useExcerpt(line.worded, query, withTypos);
  const snippet = line.snippet ?? excerpt;
  return (
    <span className={css.line}>
      <span className={css.icon}>{icon}</span>
      <span className={css.body}>
        <span>
          <Marked text={label} query={query} withTypos={withTypos} />
        </span>
        {place && (
          <span className={css.place}>
            <Marked text={place} query={query} withTypos={withTypos} />
          </span>
        )}
        {snippet && (
          <span className={css.snippet}>
            <Marked text={snippet} query={query} withTypos={withTypos} />
          </span>
        )}
      </span>
    </span>
  );
}
