/**
 * The lists of the archive that an admin takes along: customers with their contacts, people, projects and tasks, hours, and what
 * admins alone read: personnel files, hourly rates, budgets and the firm's own details.
 */
import { beginOf, byBeginDesc, durationOf, endOf, zoneOf } from '@kontor/client/nouns/timeEntry';
import type { Workspace } from '@kontor/client/workspace/workspace';
import type { Business } from '@kontor/contract/nouns/business';
import type { Personnel } from '@kontor/contract/nouns/personnel';
import { type Currency, currencyOf } from '@kontor/contract/text/currency';
import { dayAt, ownZone } from '@kontor/contract/time/zone';
import type { Cell, CellKind, TableColumn, TableFile } from '@kontor/table/table';
import { customerMessages } from '../../../features/customer/messages.ts';
import { exportMessages } from '../../../features/export/messages.ts';
import { clockText } from '../../../features/export/reportTable.ts';
import { projectMessages } from '../../../features/project/messages.ts';
import { taskMessages } from '../../../features/task/messages.ts';
import { teamMessages } from '../../../features/team/messages.ts';
import { personnelMessages } from '../../../features/team/personnel/messages.ts';
import { businessShow } from '../../../features/workspace/businessInputs.tsx';
import { workspaceMessages } from '../../../features/workspace/messages.ts';
import { language, region } from '../../../platform/text/locale.ts';
import { personName } from '../../../platform/text/personName.ts';
import { plainText } from '../../../ui/richText/plain.ts';
import { archiveMessages } from './messages.ts';

/** The parts of a workspace that the lists are made of. */
export type Listed = Pick<Workspace, 'collections' | 'log'>;

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

const minuteMs = 60_000;

/** Lists what admins alone read. `currency`: of each amount. */
function adminLists(
  { collections }: Listed,
  {
    projectName,
    personName,
    currency,
  }: Record<'projectName' | 'personName', (id: string) => string> & {
    currency: Currency;
  },
): TableFile[] {
  const [a, e, p, pr, w] = [
    archiveMessages,
    exportMessages,
    personnelMessages,
    projectMessages,
    workspaceMessages,
  ];
  const budgetOf = new Map(collections.budget.all().map(({ projectId, value }) => [projectId, value]));
  const planned = collections.project
    .all()
    .filter(({ id, timeBudget }) => timeBudget !== undefined || budgetOf.get(id) !== undefined);
  const file = ['jobTitle', 'iban', 'taxId', 'socialSecurityNumber', 'healthInsuranceName'] as const;
  const choices = ['employmentType', 'confession', 'healthInsuranceType'] as const;
  const firm = [
    ...(['companyName', 'email', 'phone', 'website', 'taxId', 'registrationNumber'] as const),
    ...(['registryCourt', 'addressLine1', 'addressLine2', 'postalCode', 'city'] as const),
  ];
  return [
    list(a.t('personnelFiles'), collections.personnel.all(), [
      [e.t('colUser'), ({ userId }) => personName(userId)],
      ...file.map((field) => [p.t(field), (one: Personnel) => one[field]] as const),
      ...choices.map(
        (field) =>
          [
            p.t(field),
            (one: Personnel) => {
              const chosen = one[field];
              return chosen && p.t(chosen);
            },
          ] as const,
      ),
    ]),
    list(pr.t('rates'), collections.hourlyRate.all(), [
      [
        e.t('colProject'),
        ({ projectId }) => (projectId === undefined ? a.t('everyProject') : projectName(projectId)),
      ],
      [e.t('colUser'), ({ userId }) => (userId === undefined ? pr.t('everybodyElse') : personName(userId))],
      [a.t('from'), ({ from }) => from, 'day'],
      [e.t('colRate', { currency }), ({ rate }) => rate, 'money'],
    ]),
    list(a.t('budgets'), planned, [
      [e.t('colProject'), ({ name }) => name],
      [pr.t('timeBudget'), ({ timeBudget }) => timeBudget && timeBudget * minuteMs, 'hours'],
      [`${pr.t('budgetValue')} (${currency})`, ({ id }) => budgetOf.get(id), 'money'],
    ]),
    list(a.t('businessData'), collections.business.all(), [
      ...firm.map((field) => [w.t(field), (one: Business) => one[field]] as const),
      [w.t('sector'), ({ sector }) => sector && businessShow.sector(sector)],
      [w.t('country'), ({ country }) => country && businessShow.country(country)],
      [w.t('currency'), (one) => one.currency],
    ]),
  ];
}

/** Lists the hours as they were worked, the newest first; rounded, priced or summed up they are in no plan but those that have the export. */
function hoursList({ collections }: Listed, personName: (id: string) => string): TableFile {
  const e = exportMessages;
  const personOf = new Map(collections.workingTime.all().map(({ id, userId }) => [id, userId]));
  const ends = ({ to, zone }: { to: number | undefined; zone: string }) =>
    to === undefined ? undefined : `${dayAt(to, zone)} ${clockText(to, zone)}`;
  return list(archiveMessages.t('hours'), collections.timeEntry.all().toSorted(byBeginDesc), [
    [e.t('colUser'), ({ scopeId }) => personName(personOf.get(scopeId) ?? '')],
    [e.t('colDate'), (entry) => dayAt(beginOf(entry), zoneOf(entry)), 'day'],
    [e.t('colBegin'), (entry) => clockText(beginOf(entry), zoneOf(entry))],
    [e.t('colEnd'), (entry) => ends({ to: endOf(entry), zone: zoneOf(entry) })],
    [archiveMessages.t('zone'), zoneOf],
    [e.t('colHours'), (entry) => durationOf(entry), 'hours'],
    [e.t('colBillable'), ({ isBillable }) => isBillable, 'flag'],
    [e.t('colProject'), ({ projectName }) => projectName],
    [e.t('colTask'), ({ taskTitle }) => taskTitle],
    [e.t('colDescription'), ({ description }) => description],
  ]);
}

/** Returns the lists, each with its name as title, in the language in force. */
export function archiveLists(records: Listed): TableFile[] {
  const { collections, log } = records;
  const [a, c, e, k, m] = [archiveMessages, customerMessages, exportMessages, taskMessages, teamMessages];
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
  const personOf = new Map(people.map((one) => [one.userId, personName(one)]));
  const nameOfUser = (id: string) => personOf.get(id) ?? '?';
  const roleOf = (userId: string) => {
    const member = log.get()?.members.get(userId);
    return m.t(member?.isOwner ? 'owner' : (member?.role ?? 'LEFT'));
  };
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
      [m.t('role'), ({ userId }) => roleOf(userId)],
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
      [a.t('estimate'), ({ timeEstimate }) => timeEstimate && timeEstimate * minuteMs, 'hours'],
      [e.t('colDescription'), ({ description }) => plainText(description)],
    ]),
    hoursList(records, nameOfUser),
    ...adminLists(records, {
      projectName: (id) => nameOf.get(id) ?? '?',
      personName: nameOfUser,
      currency: collections.business.all()[0]?.currency ?? currencyOf(undefined),
    }),
  ];
}
