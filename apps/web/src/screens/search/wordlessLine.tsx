import type { SumsSpec } from '@kontor/client/replica/sums';
import type { Document } from '@kontor/contract/nouns/document';
import { lacksWords } from '../../contents/contentKind.ts';
import { useMessages } from '../../platform/text/messages.ts';
import { useCollection, useSums } from '../../platform/workspace/views.ts';
import { searchMessages } from './messages.ts';
import css from './search.module.css';

const wordless: SumsSpec<Document, 'count'> = {
  group: () => 'all',
  figures: (document) => ({ count: Number(document.kind === 'file' && lacksWords(document)) }),
  zero: { count: 0 },
};

/** Says how many files are not found by what is written in them. */
export function WordlessLine() {
  const t = useMessages(searchMessages);
  const { count } = useSums(useCollection('document'), wordless, 'all');
  return count > 0 && <p className={css.progress}>{t('wordless', { count })}</p>;
}
