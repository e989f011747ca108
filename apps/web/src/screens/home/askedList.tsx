import { Group } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { signingMessages } from '../../features/signing/messages.ts';
import { useAsked } from '../../features/signing/queries.ts';
import { statusWords } from '../../features/signing/words.ts';
import { useMessages } from '../../platform/text/messages.ts';
import { TextLink } from '../../ui/nav/link.tsx';
import css from './home.module.css';

/** Number of requests that are shown. */
const shownCount = 5;

/** Shows the documents that the reader sent to be signed, and how far they are; nothing where there are none. */
export function AskedList({ workspace }: { workspace: string }) {
  const t = useMessages(signingMessages);
  const asked = useAsked();
  if (asked.length === 0) return null;
  return (
    <section aria-labelledby="asked">
      <Group justify="space-between" className={css.head!}>
        <h2 id="asked">{t('sentOut')}</h2>
        <Link className={css.more} to="/$workspace/signatures" params={{ workspace }}>
          {t('allSignatures')}
        </Link>
      </Group>
      <ul className={css.asked}>
        {asked.slice(0, shownCount).map(({ request, state }) => (
          <li key={request.id}>
            <TextLink to="/$workspace/signatures/$signing" params={{ workspace, signing: request.id }}>
              {request.name}
            </TextLink>
            <span className={css.quietly}>{statusWords(state)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
