/** Acts upon templates, and marking what was invoiced. */
import { hoursOf } from '@kontor/client/nouns/workingTime';
import { type InvoicedEntry, maxInvoicedEntries } from '@kontor/contract/nouns/invoicedHours';
import { toast } from '../../platform/toasts.tsx';
import { tryAct } from '../../platform/tryAct.ts';
import { currentWorkspace } from '../../platform/workspace/workspace.ts';
import { confirm } from '../../ui/overlay/confirm.tsx';
import { type ExportSettings, settingsOf, templateChanges, templateFields } from './exportSettings.ts';
import { exportMessages } from './messages.ts';

const { t } = exportMessages;

/** Keeps settings as a new template. Returns its id; undefined after saying that it failed. */
export function createTemplate(name: string, settings: ExportSettings): string | undefined {
  const { records } = currentWorkspace();
  let id: string | undefined;
  const isDone = tryAct(() => {
    id = records.create('exportTemplate', records.scopeOf('admins'), {
      name,
      ...templateFields(settings),
    }).id;
  }, t('templateFailed'));
  if (isDone) toast.success(t('templateSaved'));
  return id;
}

/**
 * Writes into a template what was changed of its settings since it was chosen. Returns them as they are now, with what
 * others changed meanwhile; undefined after saying that it failed.
 */
export function updateTemplate(
  id: string,
  chosen: ExportSettings,
  settings: ExportSettings,
): ExportSettings | undefined {
  const { records } = currentWorkspace();
  const changes = templateChanges(chosen, settings);
  const isDone = tryAct(() => {
    if (Object.keys(changes).length > 0) records.update('exportTemplate', id, changes);
  }, t('templateFailed'));
  if (!isDone) return undefined;
  toast.success(t('templateSaved'));
  const template = records.collections.exportTemplate.get(id);
  return template && settingsOf(template);
}

/** Asks, then deletes a template. Resolves to whether it is gone. */
export async function deleteTemplate(id: string, name: string): Promise<boolean> {
  const agreed = await confirm({
    title: t('deleteTemplateTitle', { name }),
    body: t('deleteTemplateBody'),
    action: t('delete'),
    danger: true,
  });
  return agreed && tryAct(() => currentWorkspace().records.remove('exportTemplate', id), t('templateFailed'));
}

/** Marks entries as invoiced with an export, each person's beside their hours, and offers to take that back. */
export function markInvoiced(
  exportName: string,
  entries: ReadonlyMap<string, readonly InvoicedEntry[]>,
): void {
  const { records } = currentWorkspace();
  const common = { exportId: crypto.randomUUID(), exportName, invoicedAt: Date.now() };
  let count = 0;
  const made: string[] = [];
  const unmark = () => {
    const removeAll = () => {
      for (const id of made) records.remove('invoicedHours', id);
    };
    tryAct(() => records.transaction(removeAll), t('unmarkFailed'));
  };
  if (entries.size === 0) {
    toast.error(t('nothingToMark'));
    return;
  }
  const isDone = tryAct(
    () =>
      records.transaction(() => {
        for (const [userId, own] of entries) {
          const hours = hoursOf(records.collections, userId);
          if (!hours) continue;
          for (let at = 0; at < own.length; at += maxInvoicedEntries)
            made.push(
              records.create('invoicedHours', hours.scopeId, {
                ...common,
                entries: own.slice(at, at + maxInvoicedEntries),
              }).id,
            );
          count += own.length;
        }
      }),
    t('markFailed'),
  );
  if (isDone) toast.success(t('marked', { count }), { label: t('undo'), isUndo: true, run: unmark });
}
