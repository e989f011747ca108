/** Actions of admins upon customers. */
import { createCustomer as takeOn } from '@kontor/client/team/createCustomer';
import type { Customer, CustomerFile } from '@kontor/contract/nouns/customer';
import { emailOf } from '@kontor/contract/text/email';
import { toast } from '../../platform/toasts.tsx';
import { tryAct } from '../../platform/tryAct.ts';
import { untilAllIsHere } from '../../platform/workspace/loaded.ts';
import { currentWorkspace } from '../../platform/workspace/workspace.ts';
import { present } from '../../ui/form/entityFields.ts';
import { confirm } from '../../ui/overlay/confirm.tsx';
import { type CustomerValues, customerFields, customerFileFields } from './customerFields.ts';
import { customerMessages } from './messages.ts';

const { t } = customerMessages;

/**
 * Takes a customer on, under an id that stays the same when it has to be tried again.
 * @throws what `createCustomer` of the client throws: `OFFLINE` without a connection
 */
export const createCustomer = (id: string, values: CustomerValues): Promise<string> =>
  takeOn(currentWorkspace().records, {
    id,
    customer: present(customerFields(values)),
    file: present(customerFileFields(values)),
  });

/** Returns the address that a form's contact would be invited at. */
export async function inviteContact(customerId: string, email: string): Promise<string> {
  const team = await currentWorkspace().records.team();
  return team.invite({ email: emailOf(email), role: 'CUSTOMER', customerId });
}

/** Returns the fields in which two forms differ. */
const changed = <T extends object>(before: T, after: T): Partial<T> =>
  Object.fromEntries(
    Object.entries(after).filter(([key, value]) => value !== before[key as keyof T]),
  ) as Partial<T>;

/** Saves a form; only what was changed in it is written, so that somebody else's change meanwhile stays. */
export const updateCustomer = (
  { id, archivedAt }: Customer,
  file: CustomerFile | undefined,
  before: CustomerValues,
  after: CustomerValues,
): boolean =>
  tryAct(() => {
    const { records } = currentWorkspace();
    const ofFile = changed(customerFileFields(before), customerFileFields(after));
    const fields = changed(customerFields(before, archivedAt), customerFields(after, archivedAt));
    records.transaction(() => {
      if (Object.keys(fields).length > 0) records.update('customer', id, fields);
      if (Object.keys(ofFile).length === 0) return;
      if (file) records.update('customerFile', file.id, ofFile);
      else records.create('customerFile', records.scopeOf('admins'), { customerId: id, ...present(ofFile) });
    });
  }, t('updateFailed'));

/** Asks, then takes a customer out of the lists. */
export async function archiveCustomer({ id, name }: Customer): Promise<void> {
  const agreed = await confirm({
    title: t('archiveTitle', { name }),
    body: t('archiveBody'),
    action: t('archive'),
  });
  if (!agreed) return;
  const update = () => currentWorkspace().records.update('customer', id, { archivedAt: Date.now() });
  if (tryAct(update, t('archiveFailed'))) toast.success(t('wasArchived', { name }));
}

/** Brings a customer back into the lists. */
export function restoreCustomer({ id, name }: Customer): void {
  const update = () => currentWorkspace().records.update('customer', id, { archivedAt: undefined });
  if (tryAct(update, t('updateFailed'))) toast.success(t('wasRestored', { name }));
}

/** Says in words what depends on a customer, empty when they can be deleted, and whether some of it is in the trash. */
function whatHangsOn(id: string): { what: string[]; isInTrash: boolean } {
  const { collections, log } = currentWorkspace().records;
  const state = log.get();
  const places = [...(state?.members.values() ?? []), ...(state?.invitations.values() ?? [])];
  const projects = collections.project.where('customerId', id).length;
  const documents = collections.document.where('customerId', id).length;
  // What is in there for too long is deleted once somebody opens it.
  const trashed = collections.trashEntry.where('customerId', id).length;
  const users = places.filter(({ customerId }) => customerId === id).length;
  const what = [
    ...(projects > 0 ? [t('countProjects', { count: projects })] : []),
    ...(documents > 0 ? [t('countDocuments', { count: documents })] : []),
    ...(trashed > 0 ? [t('countTrashed', { count: trashed })] : []),
    ...(users > 0 ? [t('countUsers', { count: users })] : []),
  ];
  return { what, isInTrash: trashed > 0 };
}

/** Asks, then deletes a customer on whom nothing hangs. Resolves to whether they are gone. */
export async function deleteCustomer({ id }: Customer): Promise<boolean> {
  if (!(await untilAllIsHere(id))) return false;
  const customer = currentWorkspace().records.collections.customer.get(id);
  // Somebody else was first.
  if (!customer) return false;
  const { name } = customer;
  const { what, isInTrash } = whatHangsOn(id);
  if (what.length > 0) {
    const says = t('inUse', { name, what: what.join(', ') });
    toast.error(isInTrash ? `${says} ${t('emptyTrash')}` : says);
    return false;
  }
  const title = t('deleteTitle', { name });
  const { records } = currentWorkspace();
  const signings = records.collections.signing.where('scopeId', id).length;
  const body = [t('deleteBody'), ...(signings > 0 ? [t('deleteSignings', { count: signings })] : [])].join(
    ' ',
  );
  if (!(await confirm({ title, body, action: t('delete'), danger: true }))) return false;
  const gone = tryAct(() => {
    records.transaction(() => {
      for (const file of records.collections.customerFile.where('customerId', id))
        records.remove('customerFile', file.id);
      records.remove('customer', id);
    });
  }, t('deleteFailed'));
  if (gone) toast.success(t('wasDeleted', { name }));
  return gone;
}
