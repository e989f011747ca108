import { openingsOf, type SigningState } from '@kontor/client/nouns/signing';
import { historyOf, type SigningEvent } from '@kontor/client/nouns/signingHistory';
import { remindersOf } from '@kontor/client/nouns/signingReminder';
import type { Signing } from '@kontor/contract/nouns/signing';
import { formatDateTime } from '../../platform/text/format.ts';
import { useMessages } from '../../platform/text/messages.ts';
import { useAll, useWorkspace } from '../../platform/workspace/workspace.ts';
import type { People } from '../../ui/person/people.tsx';
import { signingMessages } from './messages.ts';
import css from './signing.module.css';

interface SigningHistoryProps {
  request: Signing;
  state: SigningState;
  people: People;
}

/** Shows everything that happened to a request, with its times. */
export function SigningHistory({ request, state, people }: SigningHistoryProps) {
  const t = useMessages(signingMessages);
  const { collections } = useWorkspace().records;
  // Renders again with each of them.
  useAll('signingReminder');
  useAll('signingOpening');
  const nameOf = (id: string) => request.signers.find(({ userId }) => userId === id)?.name ?? '?';
  // An admin may withdraw what somebody asked for; nothing is written into it afterwards.
  const { askerId, askerName, authorId = askerId, withdrawnWhy: why } = request;
  const withdrawer = authorId === askerId ? askerName : people.get(authorId)?.name;
  const wordsOf = (event: SigningEvent): string => {
    switch (event.kind) {
      case 'asked':
        return t('wasAsked', { name: request.askerName });
      case 'opened':
        return t('hasOpened', { name: nameOf(event.userId) });
      case 'reminded':
        return t('wasReminded', { name: request.askerName, who: event.userIds.map(nameOf).join(', ') });
      case 'signed':
        return t('hasSigned', { name: event.answer.name });
      case 'declined':
        return t('hasDeclined', { name: event.answer.name, reason: event.answer.reason ?? '' });
      case 'finished':
        return t('finished');
      case 'withdrawn':
        if (withdrawer === undefined) return why ? t('withdrawnWhy', { why }) : t('withdrawn');
        return why ? t('withdrewWhy', { name: withdrawer, why }) : t('withdrew', { name: withdrawer });
      case 'expired':
        return t('deadlineOver');
    }
  };
  const events = historyOf(request, state, {
    openings: openingsOf(collections, request),
    reminders: remindersOf(collections, request),
  });
  return (
    <section aria-labelledby="history">
      <h2 id="history">{t('history')}</h2>
      <ol className={css.history}>
        {events.map((event, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the lines have no other identity, and no state
          <li key={i}>
            <time dateTime={new Date(event.at).toISOString()}>{formatDateTime(event.at)}</time>
            {wordsOf(event)}
          </li>
        ))}
      </ol>
    </section>
  );
}
