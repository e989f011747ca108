import { IconLock } from '@tabler/icons-react';
import { useMessages } from '../../platform/text/messages.ts';
import { Icon } from '../../ui/icon.tsx';
import { projectMessages } from './messages.ts';
import css from './project.module.css';
import { useAccess } from './queries.ts';

/** Shows the mark of a project that only some people read. */
export function PrivateMark({ projectId }: { projectId: string }) {
  const t = useMessages(projectMessages);
  if (useAccess(projectId) === 'open') return null;
  return (
    <span className={css.private} role="img" aria-label={t('isPrivate')} title={t('isPrivate')}>
      <Icon of={IconLock} />
    </span>
  );
}
