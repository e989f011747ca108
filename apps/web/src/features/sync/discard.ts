/** Asks, then drops what was never sent: it is on no other device, and no undo brings it back. */
import { currentWorkspace } from '../../platform/workspace/workspace.ts';
import { keepFocus } from '../../ui/list/keepFocus.ts';
import { confirm } from '../../ui/overlay/confirm.tsx';
import { syncMessages } from './messages.ts';

const { t } = syncMessages;

/** Asks, then drops a refused change with the later ones that are built on it. `name` is of what was changed. */
export async function discardRefused(id: string, name: string): Promise<void> {
  const { outbox } = currentWorkspace().records;
  const count = outbox.builtOn(id);
  const stop = keepFocus();
  const agreed = await confirm({
    title: t('discardTitle', { name }),
    body: count > 0 ? `${t('discardBody')} ${t('discardBuiltOn', { count })}` : t('discardBody'),
    action: t('discard'),
    danger: true,
  });
  if (!agreed) return stop();
  await outbox.discard(id);
}

/** Asks, then drops the changes that this device cannot read any more. */
export async function discardUnreadable(count: number): Promise<void> {
  const { outbox } = currentWorkspace().records;
  const stop = keepFocus();
  const agreed = await confirm({
    title: t('discardActsTitle', { count }),
    body: t('discardActsBody', { count }),
    action: t('discardActs'),
    danger: true,
  });
  if (!agreed) return stop();
  await outbox.discardUnreadable();
}
