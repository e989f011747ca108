import { type EntityName, entityNames } from '@kontor/contract/nouns/entities';
import { expect, it } from 'vitest';
import { nameIn } from './recordNames.ts';
import type { RecordSet } from './recordSet.ts';

const rows: Record<string, [EntityName, Record<string, unknown>]> = {
  project: ['project', { name: 'Rebuild' }],
  task: ['task', { title: 'Draft the offer' }],
  private: ['customerFile', { firstName: 'Selin', lastName: 'Berg', customerId: 'alder' }],
  company: ['customerFile', { email: 'office@alder.example', customerId: 'alder' }],
  personnel: ['personnel', { jobTitle: 'Painter', userId: 'ben' }],
  business: ['business', { companyName: 'Malerei' }],
};
const records = {
  entityOf: (id: string) => rows[id]?.[0],
  displayed: (id: string) => rows[id]?.[1],
  collections: {
    ...Object.fromEntries(entityNames.map((name) => [name, { all: () => [] }])),
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
