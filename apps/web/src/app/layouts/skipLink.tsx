import { useMessages } from '../../platform/text/messages.ts';
import { appMessages } from '../messages.ts';
import css from './skipLink.module.css';

/** Shows the first stop of the Tab key: past the navigation, to `#main`. */
export function SkipLink() {
  const t = useMessages(appMessages);
  return (
    <a className={css.root} href="#main">
      {t('skip')}
    </a>
  );
}
