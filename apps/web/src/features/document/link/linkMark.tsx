import { IconLink } from '@tabler/icons-react';
import { useMessages } from '../../../platform/text/messages.ts';
import { Icon } from '../../../ui/icon.tsx';
import css from '../document.module.css';
import { linkMessages } from './messages.ts';

/** Shows the mark of what people without an account may fetch. */
export function LinkMark() {
  const label = useMessages(linkMessages)('hasLink');
  return (
    <span className={css.star} role="img" aria-label={label} title={label}>
      <Icon of={IconLink} size={14} />
    </span>
  );
}
