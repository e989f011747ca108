/** The lists of the archive that somebody takes along: customers with their contacts, people, projects and tasks. */
import type { Workspace } from '@kontor/client/workspace/workspace';
import { dayAt, ownZone } from '@kontor/contract/time/zone';
import type { Cell, CellKind, TableColumn, TableFile } from '@kontor/table/table';
import { customerMessages } from '../../../features/customer/messages.ts';
import { exportMessages } from '../../../features/export/messages.ts';
import { taskMessages } from '../../../features/task/messages.ts';
import { language, region } from '../../../platform/text/locale.ts';
import { plainText } from '../../../ui/richText/plain.ts';
import { archiveMessages } from './messages.ts';

type Collections = Workspace['collections'];

/** The columns of a list: the header, what its cells say of a record, and their kind where they are no texts. */
type Columns<T> = readonly (readonly [header: string, cell: (record: T) => Cell, kind?: CellKind])[];

function list<T>(name: string, records: readonly T[], columns: Columns<T>): TableFile {
  const [c, e] = [customerMessages, exportMessages];
  return {
    title: name,
    about: [],
    firm: { name: '', lines: [] },
    columns: columns.map(([header, , kind = 'text']): TableColumn => ({ header, kind, share: 1 })),
    rows: records.map((record) => ({ role: 'row', cells: columns.map(([, cell]) => cell(record)) })),
    words: { yes: e.t('yes'), no: e.t('no'), page: c.t('name'), signatures: [] },
    language: language(),
    region: region(),
  };
}

const dayOf = (moment: number | undefined): string | undefined =>
  moment === undefined ? undefined : dayAt(moment, ownZone());

const hourMs = 3_600_000;

/** Returns the lists, each with its name as title, in the language in force. */
export function archiveLists(collections: Collections): TableFile[] {
  const [a, c, e, k] = [archiveMessages, customerMessages, exportMessages, taskMessages];
  const customers = collections.customer.all();
  const projects = collections.project.all();
  const tasks = collections.task.all();
  const nameOf = new Map([...customers, ...projects].map(({ id, name }) => [id, name]));
  const titleOf = new Map(tasks.map(({ id, title }) => [id, title]));
  const fileOf = new Map(collections.customerFile.all().map((file) => [file.customerId, file]));
  const staff = collections.member.all().map((person) => ({ ...person, customerId: undefined }));
  const guests = collections.customerUser
    .all()
    .map((person) => ({ ...person, customerId: person.scopeId as string | undefined }));
  const people = [...staff, ...guests];
  const personOf = new Map(people.map((one) => [one.userId, `${one.firstName} ${one.lastName}`]));
  const namesOf = (ids: readonly string[]) => ids.map((id) => personOf.get(id) ?? '').join(', ');
  const details = ['contactFirstName', 'contactLastName', 'email', 'phone', 'website', 'taxId', 'address'];
  return [
    list(c.t('customers'), customers, [
      [c.t('name'), ({ name }) => name],
      [c.t('type'), ({ type }) => c.t(type)],
      ...(details as 'email'[]).map(
        (field) => [c.t(field), ({ id }: { id: string }) => fileOf.get(id)?.[field]] as const,
      ),
      [a.t('archived'), ({ archivedAt }) => dayOf(archivedAt), 'day'],
    ]),
    list(a.t('people'), people, [
      [c.t('firstName'), ({ firstName }) => firstName],
      [c.t('lastName'), ({ lastName }) => lastName],
      [c.t('email'), ({ email }) => email],
      [c.t('customer'), ({ customerId }) => nameOf.get(customerId ?? '')],
      [a.t('joined'), ({ joinedAt }) => dayOf(joinedAt), 'day'],
    ]),
    list(a.t('projects'), projects, [
      [c.t('name'), ({ name }) => name],
      [c.t('customer'), ({ customerId }) => nameOf.get(customerId ?? '')],
      [a.t('members'), ({ memberIds }) => namesOf(memberIds)],
      [a.t('start'), ({ startDate }) => startDate, 'day'],
      [a.t('end'), ({ endDate }) => endDate, 'day'],
      [e.t('colCustomField'), ({ customField }) => customField],
      [e.t('colDescription'), ({ description }) => plainText(description)],
      [a.t('archived'), ({ archivedAt }) => dayOf(archivedAt), 'day'],
    ]),
    list(k.t('tasks'), tasks, [
      [e.t('colProject'), ({ scopeId }) => nameOf.get(scopeId)],
      [e.t('colTask'), ({ title }) => title],
      [a.t('within'), ({ parentId }) => titleOf.get(parentId ?? '')],
      [k.t('status'), ({ status }) => k.t(status)],
      [a.t('people'), ({ assigneeIds }) => namesOf(assigneeIds)],
      [a.t('start'), ({ startDate }) => startDate, 'day'],
      [a.t('due'), ({ dueDate }) => dueDate, 'day'],
      [a.t('estimate'), ({ timeEstimate }) => timeEstimate && (timeEstimate / 60) * hourMs, 'hours'],
      [e.t('colDescription'), ({ description }) => plainText(description)],
    ]),
  ];
}
