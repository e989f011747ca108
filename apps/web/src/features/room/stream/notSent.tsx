import { Button } from '@mantine/core';
import { failureText } from '../../../platform/failures/failures.ts';
import { useMessages } from '../../../platform/text/messages.ts';
import { useObservable, useWorkspace } from '../../../platform/workspace/workspace.ts';
import { roomMessages } from '../messages.ts';
import { discardUnsent } from './actions.ts';
import css from './stream.module.css';

/** Says below a message that the server refused it, and offers to send it again or to drop it. */
export function NotSent({ id }: { id: string }) {
  const t = useMessages(roomMessages);
  const { outbox } = useWorkspace().records;
  const failed = useObservable(outbox.failed).find(({ records }) => records.some((each) => each.id === id));
  if (!failed) return null;
  return (
    <div className={css.failed} role="alert">
      {t('notSent', { reason: failureText(failed) })}
      <Button size="compact-xs" variant="default" onClick={() => void outbox.retry(failed.id)}>
        {t('retry')}
      </Button>
      <Button size="compact-xs" variant="subtle" color="red" onClick={() => void discardUnsent(id, failed)}>
        {t('discard')}
      </Button>
    </div>
  );
}
