/** Actions upon projects. Each shows at once; what goes wrong on this side is said in a toast. */
import { splitEntries } from '@kontor/client/nouns/hoursReport';
import { createProject as make, setProjectAccess } from '@kontor/client/nouns/project';
import { followProject, renameProjectRoom } from '@kontor/client/nouns/room';
import { releaseTasks } from '@kontor/client/nouns/task';
import { invoicesOf } from '@kontor/client/nouns/timeEntry';
import { withCustomer } from '@kontor/client/nouns/withCustomer';
import type { ScopeAccess } from '@kontor/contract/entity/scopeKind';
import type { Project } from '@kontor/contract/nouns/project';
import type { Currency } from '@kontor/contract/text/currency';
import { draftsAbout, forgetDraftsAbout } from '../../platform/draft/drafts.ts';
import { formatDuration } from '../../platform/text/format.ts';
import { toast } from '../../platform/toasts.tsx';
import { tryAct } from '../../platform/tryAct.ts';
import { untilAllIsHere, untilScopesAreHere } from '../../platform/workspace/loaded.ts';
import { currentWorkspace } from '../../platform/workspace/workspace.ts';
import { present } from '../../ui/form/entityFields.ts';
import { confirm, type Question } from '../../ui/overlay/confirm.tsx';
import { projectMessages } from './messages.ts';
import { type MoneyValues, moneyValues, saveMoney } from './money/moneyFields.ts';
import { type ProjectValues, projectChanges } from './projectFields.ts';

const { t } = projectMessages;

/** The values of the whole form: what everybody sees, and the money. */
export type ProjectFormValues = ProjectValues & MoneyValues;

const hasMoney = ({ budgetValue, rates }: MoneyValues) => budgetValue !== '' || rates.length > 0;

/** Makes a project, open or private as the form says. Returns it, or undefined after saying that it failed. */
export function createProject(values: ProjectFormValues, currency: Currency): Project | undefined {
  let made: Project | undefined;
  const isMade = tryAct(() => {
    const fields = present(projectChanges(values, values));
    const { records } = currentWorkspace();
    records.transaction(() => {
      made = make(records, { ...fields, name: values.name.trim() }, values.access);
      saveMoney(made.id, hasMoney(values) ? values : {}, moneyValues(), currency);
    });
  }, t('createFailed'));
  return isMade ? made : undefined;
}

/** Saves what was changed. `money`: what the money was, for an admin. False after saying that it failed. */
export function updateProject(
  { id }: Pick<Project, 'id'>,
  changes: Partial<ProjectFormValues>,
  values: ProjectValues,
  money?: { base: MoneyValues; currency: Currency },
): boolean {
  const { records, userId } = currentWorkspace();
  const { access } = changes;
  const fields = projectChanges(changes, values);
  return tryAct(() => {
    const before = records.collections.project.get(id)?.name;
    records.transaction((transaction) => {
      if (Object.keys(fields).length > 0) records.update('project', id, fields);
      if (before !== undefined && changes.name !== undefined)
        renameProjectRoom(records, transaction.row('project', id) as unknown as Project, before);
      if (access) setProjectAccess(records, id, access);
      if (access || changes.memberIds) {
        followProject(records, id, { userId, at: Date.now() });
        releaseTasks(records, id);
      }
      if (money) saveMoney(id, changes, money.base, money.currency);
    });
  }, t('updateFailed'));
}

/** Asks before it changes who reads a project. */
export const askAccess = async ({ name }: Project, access: ScopeAccess | undefined): Promise<boolean> =>
  !access || confirm(access === 'private' ? closing(name) : opening(name));

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

/**
 * Takes a project out of the lists, or brings it back into them, once it is here what its customer sees of it: that is written along.
 * Resolves to whether it is done.
 */
async function setArchived(
  { id }: Project,
  archivedAt: number | undefined,
  failed: string,
): Promise<boolean> {
  const { records } = currentWorkspace();
  if (!(await untilScopesAreHere(id, withCustomer(records, id)))) return false;
  return tryAct(() => records.update('project', id, { archivedAt }), failed);
}

/** Asks, then takes a project out of the lists. */
export async function archiveProject(project: Project): Promise<void> {
  const { name } = project;
  const agreed = await confirm({
    title: t('archiveTitle', { name }),
    body: t('archiveBody'),
    action: t('archive'),
  });
  if (agreed && (await setArchived(project, Date.now(), t('archiveFailed'))))
    toast.success(t('wasArchived', { name }));
}

/** Brings a project back into the lists. */
export async function restoreProject(project: Project): Promise<void> {
  if (await setArchived(project, undefined, t('updateFailed')))
    toast.success(t('wasRestored', { name: project.name }));
}

/** Says in words how much work loses its customer with a project; nothing where there is none. */
function workWithout({ id, customerId }: Project): string[] {
  const { collections } = currentWorkspace().records;
  if (!customerId) return [];
  const entries = collections.timeEntry.all().filter(({ projectId }) => projectId === id);
  const rows = splitEntries(
    entries.map((entry) => ({
      entry,
      userId: '',
      customerId,
      invoices: invoicesOf(collections, entry.id).flatMap(({ exportName, entries: marked }) =>
        marked
          .filter((each) => each.id === entry.id)
          .map(({ days }) => ({ exportName, ...(days && { days }) })),
      ),
    })),
  );
  const minutes = (some: typeof rows) =>
    Math.round(some.reduce((sum, { actual }) => sum + actual, 0) / 60_000);
  const [worked, open] = [
    minutes(rows),
    minutes(rows.filter((row) => row.isBillable && row.invoicedWith === undefined)),
  ];
  if (worked === 0) return [];
  const customer = collections.customer.get(customerId)?.name ?? '';
  return [
    t('deleteWorked', { customer, duration: formatDuration(worked) }),
    ...(open > 0 ? [t('deleteUnbilled', { duration: formatDuration(open) })] : []),
  ];
}

/** Asks, then deletes a project with everything in it. Resolves to whether it is gone. */
export async function deleteProject({ id }: Project): Promise<boolean> {
  if (!(await untilAllIsHere(id))) return false;
  const { collections } = currentWorkspace().records;
  const project = collections.project.get(id);
  // Somebody else was first.
  if (!project) return false;
  const { name } = project;
  const signings = collections.signing.where('scopeId', id).length;
  const tasks = collections.task.where('scopeId', id);
  const documents = collections.document.where('scopeId', id);
  const ids = [id, ...[...tasks, ...documents].map((each) => each.id)];
  const agreed = await confirm({
    title: t('deleteTitle', { name }),
    body: [
      t('deleteBody', { tasks: tasks.length, documents: documents.length }),
      ...(signings > 0 ? [t('deleteSignings', { count: signings })] : []),
      ...workWithout(project),
      ...(ids.some((each) => draftsAbout(each).length > 0) ? [t('deleteTyped')] : []),
    ].join(' '),
    action: t('delete'),
    danger: true,
  });
  if (!agreed) return false;
  const gone = tryAct(() => currentWorkspace().records.remove('project', id), t('deleteFailed'));
  if (!gone) return false;
  for (const each of ids) forgetDraftsAbout(each);
  toast.success(t('wasDeleted', { name }));
  return true;
}
