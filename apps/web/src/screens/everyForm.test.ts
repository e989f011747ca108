/**
 * Each form writes the fields that were changed in it, and no others: what somebody else changes meanwhile stays. Every
 * field of every form that edits something stored is changed by itself, and what reaches the record is looked at.
 */

import { writeProfile } from '@kontor/client/nouns/profile';
import { createProject } from '@kontor/client/nouns/project';
import { createRoom } from '@kontor/client/nouns/room';
import { createHours } from '@kontor/client/nouns/workingTime';
import type { Replica } from '@kontor/client/replica/replica';
import { anyAuthor } from '@kontor/client/replica/testing/clearVault';
import { createDevice, openOn } from '@kontor/client/replica/testing/client';
import { ProtocolServer } from '@kontor/client/replica/testing/protocolServer';
import type { TeamMember } from '@kontor/client/team/team';
import { budgetId } from '@kontor/contract/nouns/budget';
import type { Member } from '@kontor/contract/nouns/member';
import { personnelId } from '@kontor/contract/nouns/personnel';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { profileFields } from '../features/account/profileFields.ts';
import { updateCustomer } from '../features/customer/actions.ts';
import { type CustomerValues, customerValues } from '../features/customer/customerFields.ts';
import { renameDocument } from '../features/document/actions.ts';
import { updateProject } from '../features/project/actions.ts';
import {
  type MoneyValues,
  moneyErrors,
  moneyValues,
  saveMoney,
} from '../features/project/money/moneyFields.ts';
import { type ProjectValues, projectValues } from '../features/project/projectFields.ts';
import { updateRoom } from '../features/room/actions.ts';
import { roomValues } from '../features/room/roomFields.ts';
import { updateTask } from '../features/task/actions.ts';
import { type TaskValues, taskChanges, taskValues } from '../features/task/editor/taskFields.ts';
import { saveFormer, saveMember } from '../features/team/actions.ts';
import { type MemberValues, memberValues } from '../features/team/memberFields.ts';
import { personnelFields } from '../features/team/personnel/personnelFields.ts';
import { type AbsenceValues, absenceFields } from '../features/timeEntry/absence/absenceFields.ts';
import { updateEntry } from '../features/timeEntry/actions.ts';
import { type EntryValues, entryValues } from '../features/timeEntry/entryFields.ts';
import { businessFields } from '../features/workspace/workspaceFields.ts';
import { type OpenWorkspace, provideWorkspace } from '../platform/workspace/workspace.ts';
import { begin, changesOf, type Name } from '../ui/form/versions.ts';

const me = anyAuthor;
const hours = '019a0000-0000-8000-8000-0000000000e1';

let replica: Replica;
/** The fields that were written since the test began, as `noun.field`. */
const written = new Set<string>();

beforeAll(async () => {
  replica = await openOn(createDevice(me), new ProtocolServer());
  replica.scopeOf = (kind) => kind;
  const { update } = replica;
  replica.update = (entity, id, changes) => {
    for (const name of Object.keys(changes)) written.add(`${entity}.${name}`);
    update(entity, id, changes);
  };
  createHours(replica, hours, me);
  provideWorkspace({ records: replica, userId: me } as unknown as OpenWorkspace);
});
afterAll(() => replica.close());
beforeEach(() => written.clear());

const doc = (text: string) => ({
  type: 'doc',
  content: [{ type: 'paragraph', content: [{ type: 'text', text }] }],
});

/** Returns another value of the same kind. */
function other(value: unknown, name: string): unknown {
  if (typeof value === 'boolean') return !value;
  if (Array.isArray(value)) return [...value, 'somebody'];
  if (name === 'description') return doc('other');
  if (/Date|birthday/.test(name)) return '2030-01-02';
  return `${value as string}1`;
}

const line = (id: string, userId: string, rate: string, from: string) => ({ id, userId, rate, from });

interface Form<V extends object> {
  read: () => V;
  save: (changes: Partial<V>, values: V, base: V) => unknown;
  /** Values to type where a field does not take just anything. */
  typed?: Partial<V>;
  /** The fields that are written with one, where that is not the one of the same name alone. */
  also?: { [K in keyof V]?: string[] };
}

/** Changes each field by itself and tells what was written. */
async function writtenBy<V extends object>({
  read,
  save,
  typed,
}: Form<V>): Promise<Record<string, string[]>> {
  const out: Record<string, string[]> = {};
  for (const name of Object.keys(read()) as Name<V>[]) {
    const versions = begin(read());
    versions.values = { ...versions.values, [name]: typed?.[name] ?? other(versions.values[name], name) };
    written.clear();
    expect(await save(changesOf(versions), versions.values, versions.base)).not.toBe(false);
    out[name] = [...written].sort();
  }
  return out;
}

/** Expects each field to write itself, or what is said of it. */
async function writesOnly<V extends object>(entity: string, form: Form<V>): Promise<void> {
  const names = Object.keys(form.read()) as Name<V>[];
  const wanted = names.map((name) => [name, form.also?.[name] ?? [`${entity}.${name}`]]);
  expect(await writtenBy(form)).toEqual(Object.fromEntries(wanted));
}

describe('what a form writes', () => {
  it('of a task', async () => {
    const project = createProject(replica, { name: 'P' });
    const { id } = replica.create('task', project.id, { title: 'Roof', description: doc('begun') });
    await writesOnly<TaskValues>('task', {
      read: () => taskValues(replica.collections.task.get(id)),
      save: (changes) => updateTask(id, taskChanges(changes)),
      also: { estimate: ['task.timeEstimate'] },
    });
  });

  it('of a project', async () => {
    const { id } = createProject(replica, { name: 'Bridge' });
    const read = () => projectValues(replica.collections.project.get(id), replica.accessOf(id));
    const { access: _, ...fields } = read();
    await writesOnly<Omit<ProjectValues, 'access'>>('project', {
      read: () => fields,
      save: (changes, values) =>
        updateProject(replica.collections.project.get(id)!, changes, { ...read(), ...values }),
      also: { customerId: ['project.customerId', 'project.type'], archived: ['project.archivedAt'] },
    });
  });

  it('of the money of a project', () => {
    const { id } = createProject(replica, { name: 'Tower' });
    const of = (name: 'budget' | 'hourlyRate') => replica.collections[name].where('projectId', id);
    const read = () => moneyValues(replica.collections.budget.get(budgetId(id)), of('hourlyRate') as never);
    const save = (changes: Partial<MoneyValues>) => {
      written.clear();
      replica.transaction(() => saveMoney(id, changes, read(), 'EUR'));
      return [...written].sort();
    };
    save({ budgetValue: '5,000' });
    save({ rates: [line('a', 'ada', '90', ''), line('b', '', '80.5', ''), line('c', 'ben', ' ', '')] });
    expect(read().rates.map(({ userId, rate, from }) => [userId, rate, from])).toEqual([
      ['', '80.50', ''],
      ['ada', '90.00', ''],
    ]);
    expect(read().budgetValue).toBe('5,000.00');
    expect(save({ budgetValue: '' })).toEqual(['budget.value']);
    const [everybody, ada] = read().rates;
    const later = line('d', 'ada', '95', '2026-09-01');
    // A rate of another day is another one; what was charged before stays.
    expect(save({ rates: [everybody!, ada!, later] })).toEqual([]);
    expect(save({ rates: [{ ...everybody!, rate: '81' }, ...read().rates.slice(1)] })).toEqual([
      'hourlyRate.from',
      'hourlyRate.rate',
    ]);
    expect(save({ rates: read().rates.slice(1) })).toEqual([]);
    expect(
      of('hourlyRate')
        .map((rate) => (rate as { rate: number }).rate)
        .sort(),
    ).toEqual([9000, 9500]);
  });

  it('refuses money that is none, and two rates from one day', () => {
    const errors = (values: Partial<MoneyValues>) => moneyErrors({ ...moneyValues(), ...values }, 'EUR');
    expect(errors({ budgetValue: 'much' }).budgetValue).toBe('Must be number');
    expect(errors({ rates: [line('a', 'ada', '-1', '')] }).rates).toBe('Must be minimum 0.00');
    expect(errors({ rates: [line('a', 'ada', '1', 'soon')] }).rates).toContain('This is not a date');
    const twice = [line('a', 'ada', '1', ''), line('b', 'ada', '2', '')];
    expect(errors({ rates: twice }).rates).toContain('two rates');
    expect(
      errors({ rates: [twice[0]!, line('b', 'ada', '', ''), line('c', '', '2', '')] }).rates,
    ).toBeUndefined();
  });

  it.each(['COMPANY', 'PRIVATE'] as const)('of a customer (%s)', async (type) => {
    const { id } = replica.create('customer', 'c', { name: 'Alder', type, createdAt: 1 });
    const file = replica.create('customerFile', 'admins', { customerId: id, firstName: 'A', lastName: 'B' });
    const read = () =>
      customerValues(replica.collections.customer.get(id), replica.collections.customerFile.get(file.id));
    const ofFile = (name: string) => [`customerFile.${name}`];
    const names = Object.keys(read()) as Name<CustomerValues>[];
    const isCompany = type === 'COMPANY';
    await writesOnly<CustomerValues>('customerFile', {
      read,
      save: (_, values, base) =>
        // The type is a change of everything that hangs on it; it is tried by itself elsewhere.
        values.type !== base.type ||
        updateCustomer(replica.collections.customer.get(id)!, file, base, values),
      also: {
        ...Object.fromEntries(names.map((name) => [name, ofFile(name)])),
        type: [],
        archived: ['customer.archivedAt'],
        companyName: isCompany ? ['customer.name'] : [],
        firstName: isCompany ? [] : ['customer.name', 'customerFile.firstName'],
        lastName: isCompany ? [] : ['customer.name', 'customerFile.lastName'],
        ...(!isCompany && { contactFirstName: [], contactLastName: [] }),
      },
    });
  });

  it('of a member’s personnel file', async () => {
    const userId = '019a0000-0000-7000-8000-0000000000aa';
    const id = personnelId(userId);
    replica.create('personnel', 'admins', { id, userId, jobTitle: 'Painter' });
    const read = () => personnelFields.read(replica.collections.personnel.get(id));
    await writesOnly<ReturnType<typeof read>>('personnel', {
      read,
      save: (changes) => saveFormer({ userId } as Member, changes),
    });
  });

  it('of the firm’s details', async () => {
    replica.create('business', 'admins', { id: replica.id, companyName: 'Brandt' });
    const read = () => businessFields.read(replica.collections.business.get(replica.id));
    await writesOnly<ReturnType<typeof read>>('business', {
      read,
      save: (changes) => replica.update('business', replica.id, businessFields.write(changes)),
    });
  });

  it('of a person’s own profile', async () => {
    writeProfile(replica, { firstName: 'Ada', lastName: 'Brandt' });
    const read = () => profileFields.read(replica.collections.profile.get(replica.scopeOf('personal')));
    await writesOnly<ReturnType<typeof read>>('profile', {
      read,
      save: (changes) => writeProfile(replica, profileFields.write(changes)),
    });
  });

  it('of a member’s place and file', async () => {
    const userId = '019a0000-0000-7000-8000-0000000000ab';
    const id = personnelId(userId);
    replica.create('personnel', 'admins', { id, userId, jobTitle: 'Roofer' });
    const member = { userId, role: 'EMPLOYEE', status: 'ACTIVE', customerId: null } as TeamMember;
    const team = {
      setRole: async () => void written.add('team.role'),
      setStatus: async () => void written.add('team.status'),
    };
    Object.assign(replica, { team: async () => team });
    await writesOnly<MemberValues>('personnel', {
      read: () => memberValues(member, replica.collections.personnel.get(id)),
      save: (changes, values) => saveMember(member, changes, values, () => {}),
      // Only a customer's user has a customer.
      also: { role: ['team.role'], status: ['team.status'], customerId: [] },
    });
  });

  it('of a room', async () => {
    const id = createRoom(replica, { name: 'Site', topic: 'Roof', memberIds: [me] }, 'private', {
      userId: me,
      at: 1,
    });
    const read = () => {
      const { access: _, past: __, ...fields } = roomValues(replica.collections.room.get(id), 'private', me);
      return fields;
    };
    await writesOnly<ReturnType<typeof read>>('room', { read, save: (changes) => updateRoom(id, changes) });
  });

  it('of an absence', async () => {
    const { id } = replica.create('absence', hours, {
      kind: 'vacation',
      from: '2026-05-04',
      to: '2026-05-08',
      isHalf: false,
    });
    const read = () => absenceFields.read(replica.collections.absence.get(id));
    await writesOnly<AbsenceValues>('absence', {
      read,
      save: (changes) => replica.update('absence', id, absenceFields.write(changes)),
      typed: { kind: 'sickness', from: '2026-05-05', to: '2026-05-07' },
    });
  });

  it('of a time entry', async () => {
    const project = createProject(replica, { name: 'P' });
    const [roof, cellar] = ['Roof', 'Cellar'].map(
      (title) => replica.create('task', project.id, { title }).id,
    );
    const from = Date.parse('2026-05-04T08:00Z');
    const { id } = replica.create('timeEntry', hours, {
      taskId: roof!,
      taskTitle: 'Roof',
      projectId: project.id,
      projectName: 'P',
      isBillable: true,
      status: 'DONE',
      zone: 'UTC',
      segments: [{ from, to: from + 3_600_000 }],
    });
    const placeOn = (day: string) => ({ day, zone: 'UTC', begin: () => from });
    await writesOnly<EntryValues>('timeEntry', {
      read: () => entryValues(replica.collections.timeEntry.get(id), placeOn('2026-05-04')),
      save: (changes, values) => updateEntry(id, changes, values, placeOn(values.day), ''),
      typed: { taskId: cellar!, day: '2026-05-05', times: '9-10' },
      also: {
        taskId: ['projectId', 'projectName', 'taskId', 'taskTitle'].map((name) => `timeEntry.${name}`),
        day: ['timeEntry.segments', 'timeEntry.zone'],
        times: ['timeEntry.segments', 'timeEntry.status', 'timeEntry.zone'],
      },
    });
  });

  it('of a document', async () => {
    const project = createProject(replica, { name: 'P' });
    const { id } = replica.create('document', project.id, { kind: 'folder', name: 'Plans', createdAt: 1 });
    await writesOnly<{ name: string }>('document', {
      read: () => ({ name: replica.collections.document.get(id)!.name }),
      save: ({ name }) => renameDocument(replica.collections.document.get(id)!, name!),
    });
  });
});
