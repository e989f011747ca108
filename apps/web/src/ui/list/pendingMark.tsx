import { IconCloudUp } from '@tabler/icons-react';
import { useMessages } from '../../platform/text/messages.ts';
import { Icon } from '../icon.tsx';
import { uiMessages } from '../messages.ts';
import css from './pendingMark.module.css';

/** Shows the small mark of what is not on the server yet. */
export function PendingMark() {
  const label = useMessages(uiMessages)('pending');
  return (
    <span className={css.mark} role="img" aria-label={label} title={label}>
      <Icon of={IconCloudUp} size={14} />
    </span>
  );
}
