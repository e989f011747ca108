import type { SumsSpec } from '@kontor/client/replica/sums';
import type { Document } from '@kontor/contract/nouns/document';
import { missingWords } from '../../contents/contentKind.ts';
import { useMessages } from '../../platform/text/messages.ts';
import { useCollection, useSums } from '../../platform/workspace/views.ts';
import { TextLink } from '../../ui/nav/link.tsx';
import { searchMessages } from './messages.ts';
import css from './search.module.css';

const wordless: SumsSpec<Document, 'all' | 'rest'> = {
  group: () => 'all',
  figures: (document) => {
    const missing = document.kind === 'file' ? missingWords(document) : undefined;
    return { all: Number(missing === 'all'), rest: Number(missing === 'rest') };
  },
  zero: { all: 0, rest: 0 },
};

/** Says how many files are not found by what is written in them, and how many by a part of it alone. */
export function WordlessLine({ workspace }: { workspace: string }) {
  const t = useMessages(searchMessages);
  const { all, rest } = useSums(useCollection('document'), wordless, 'all');
  if (all + rest === 0) return null;
  return (
    <p className={css.progress}>
      {all > 0 && t('wordless', { count: all })} {rest > 0 && t('cut', { count: rest })}{' '}
      <TextLink to="/$workspace/search/files" params={{ workspace }} fz="inherit">
        {t('showFiles')}
      </TextLink>
    </p>
  );
}
