import { splitName } from '../../platform/text/shownName.ts';
import css from './document.module.css';

/** Shows a file's name, cut in its middle where there is no room for it: the ending tells what it is. */
export function FileName({ name }: { name: string }) {
  const [head, tail] = splitName(name);
  return (
    <span className={css.file}>
      <span>{head}</span>
      {tail && <span>{tail}</span>}
    </span>
  );
}
