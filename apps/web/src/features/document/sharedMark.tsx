import { IconStarFilled, IconUsersGroup } from '@tabler/icons-react';
import { useMessages } from '../../platform/text/messages.ts';
import { Icon } from '../../ui/icon.tsx';
import css from './document.module.css';
import { documentMessages } from './messages.ts';

/** Shows the mark of what a customer sees. */
export function SharedMark({ customerName }: { customerName: string }) {
  const label = useMessages(documentMessages)('sharedWith', { customer: customerName });
  return (
    <span className={css.shared} title={label}>
      <Icon of={IconUsersGroup} size={14} />
      <span className={css.sharedText}>{label}</span>
    </span>
  );
}

/** Shows the mark of what this person starred. */
export function StarMark() {
  const label = useMessages(documentMessages)('starred');
  return (
    <span className={css.star} role="img" aria-label={label} title={label}>
      <Icon of={IconStarFilled} size={14} />
    </span>
  );
}
