import { expect, it } from 'vitest';
import { nameIn } from './recordNames.ts';
import type { RecordSet } from './recordSet.ts';

const rows: Record<string, Record<string, unknown>> = {
  project: { name: 'Rebuild' },
  task: { title: 'Draft the offer' },
  private: { firstName: 'Selin', lastName: 'Berg', customerId: 'alder' },
  company: { email: 'office@alder.example', customerId: 'alder' },
  personnel: { jobTitle: 'Painter', userId: 'ben' },
  business: { companyName: 'Malerei' },
};
const records = {
  displayed: (id: string) => rows[id],
  collections: {
    member: { all: () => [{ userId: 'ben', firstName: 'Ben', lastName: 'Berg' }] },
    customer: { all: () => [{ id: 'alder', name: 'Alder AG' }] },
  },
} as unknown as RecordSet;

it.each([
  ['project', 'Rebuild'],
  ['task', 'Draft the offer'],
  ['private', 'Selin Berg'],
  ['company', 'Alder AG'],
  ['personnel', 'Ben Berg'],
  ['business', ''],
  ['unknown', ''],
])('calls a %s “%s”', (id, name) => expect(nameIn(records, id)).toBe(name));
