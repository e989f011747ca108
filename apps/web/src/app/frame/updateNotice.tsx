import { Button } from '@mantine/core';
import { useMessages } from '../../platform/text/messages.ts';
import { isOutdated } from '../../platform/update.ts';
import { useObservable } from '../../platform/workspace/workspace.ts';
import { appMessages } from '../messages.ts';
import css from './updateNotice.module.css';

/**
 * Asks for a reload once the server was updated. It is no toast: what shows those may be what cannot be loaded any more.
 * Nothing is reloaded by itself, since somebody may be typing.
 */
export function UpdateNotice() {
  const t = useMessages(appMessages);
  if (!useObservable(isOutdated)) return null;
  return (
    <div role="alert" className={css.root}>
      {t('updated')}
      <Button size="compact-sm" flex="none" onClick={() => location.reload()}>
        {t('reload')}
      </Button>
    </div>
  );
}
