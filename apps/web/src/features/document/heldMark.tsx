import { IconUserEdit } from '@tabler/icons-react';
import { useMessages } from '../../platform/text/messages.ts';
import { Icon } from '../../ui/icon.tsx';
import css from './document.module.css';
import { useHolders } from './holders.ts';
import { nativeMessages } from './native/messages.ts';

/** Says who else has a document open in another program; nothing where nobody has. */
export function HeldMark({ documentId }: { documentId: string }) {
  const t = useMessages(nativeMessages);
  const [person] = useHolders(documentId);
  if (!person) return null;
  const label = t('heldBy', { person });
  return (
    <span className={css.star} role="img" aria-label={label} title={label}>
      <Icon of={IconUserEdit} size={14} />
    </span>
  );
}
