/** What people do to projects. Each act shows at once; what goes wrong on this side is said in a toast. */
import { createProject as make, setProjectAccess } from '@kontor/client/nouns/project';
import type { Project } from '@kontor/contract/nouns/project';
import { attempt } from '../../platform/attempt.ts';
import { toast } from '../../platform/toasts.tsx';
import { currentWorkspace } from '../../platform/workspace/workspace.ts';
import { confirm, type Question } from '../../ui/overlay/confirm.tsx';
import { type ProjectDraft, typeIn } from './draft.ts';
import { projectMessages } from './messages.ts';

const { t } = projectMessages;

const fieldsOf = ({ archived, access: _, type, ...draft }: ProjectDraft, archivedAt: number | undefined) => ({
  ...draft,
  type: typeIn({ type, customerId: draft.customerId }),
  memberIds: [...draft.memberIds],
  name: draft.name.trim(),
  customField: draft.customField.trim() || undefined,
  archivedAt: archived ? (archivedAt ?? Date.now()) : undefined,
});

/** Makes a project, open or private as the form says. Returns it, or undefined after saying that it failed. */
export function createProject(draft: ProjectDraft): Project | undefined {
  let made: Project | undefined;
  attempt(() => {
    const present = Object.entries(fieldsOf(draft, undefined)).filter(([, value]) => value !== undefined);
    made = make(currentWorkspace().records, Object.fromEntries(present), draft.access);
  }, t('createFailed'));
  return made;
}

/** Saves a form, after asking where it changes who reads the project. Resolves to whether it was saved. */
export async function updateProject(project: Project, draft: ProjectDraft): Promise<boolean> {
  const { records } = currentWorkspace();
  const { id, name } = project;
  const isNew = draft.access !== records.accessOf(id);
  if (isNew && !(await confirm(draft.access === 'private' ? closing(name) : opening(name)))) return false;
  return attempt(() => {
    records.transaction(() => {
      records.update('project', id, fieldsOf(draft, project.archivedAt));
      if (isNew) setProjectAccess(records, id, draft.access);
    });
  }, t('updateFailed'));
}

const closing = (name: string): Question => ({
  title: t('closeTitle', { name }),
  body: t('closeBody'),
  action: t('makePrivate'),
});

const opening = (name: string): Question => ({
  title: t('openTitle', { name }),
  body: t('openBody'),
  action: t('makeOpen'),
});

/** Asks, then takes a project out of the lists. */
export async function archiveProject(project: Project): Promise<void> {
  const { name } = project;
  const agreed = await confirm({
    title: t('archiveTitle', { name }),
    body: t('archiveBody'),
    action: t('archive'),
  });
  if (!agreed) return;
  const update = () => currentWorkspace().records.update('project', project.id, { archivedAt: Date.now() });
  if (attempt(update, t('archiveFailed'))) toast.success(t('wasArchived', { name }));
}

/** Brings a project back into the lists. */
export function restoreProject(project: Project): void {
  const update = () => currentWorkspace().records.update('project', project.id, { archivedAt: undefined });
  if (attempt(update, t('updateFailed'))) toast.success(t('wasRestored', { name: project.name }));
}

/** Asks, then deletes a project with everything in it. Resolves to whether it is gone. */
export async function deleteProject(project: Project): Promise<boolean> {
  const { collections } = currentWorkspace().records;
  const { id, name } = project;
  const agreed = await confirm({
    title: t('deleteTitle', { name }),
    body: t('deleteBody', {
      tasks: collections.task.where('scopeId', id).length,
      documents: collections.document.where('scopeId', id).length,
    }),
    action: t('delete'),
    danger: true,
  });
  if (!agreed) return false;
  const gone = attempt(() => currentWorkspace().records.remove('project', id), t('deleteFailed'));
  if (gone) toast.success(t('wasDeleted', { name }));
  return gone;
}

/** Settles a text that two people wrote at once. */
export const resolveProjectConflict = (id: string, conflictId: string, choice: 'kept' | 'current'): boolean =>
  attempt(
    () => currentWorkspace().records.resolveConflict('project', id, conflictId, choice),
    t('updateFailed'),
  );
