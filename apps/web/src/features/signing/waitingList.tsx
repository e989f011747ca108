import { useMessages } from '../../platform/text/messages.ts';
import { TextLink } from '../../ui/nav/link.tsx';
import { signingMessages } from './messages.ts';
import { useSignings } from './queries.ts';
import css from './signing.module.css';

/** Shows the documents that wait for the reader's own signature; nothing where none does. */
export function WaitingList({ workspace }: { workspace: string }) {
  const t = useMessages(signingMessages);
  const waiting = useSignings().filter(({ isForMe }) => isForMe);
  if (waiting.length === 0) return null;
  return (
    <section className={css.waiting} aria-labelledby="to-sign">
      <h2 id="to-sign">{t('waitingForYou')}</h2>
      <ul>
        {waiting.map(({ request }) => (
          <li key={request.id}>
            <TextLink to="/$workspace/signatures/$signing" params={{ workspace, signing: request.id }}>
              {request.name}
            </TextLink>
            <span className={css.quiet}>{request.askerName}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
