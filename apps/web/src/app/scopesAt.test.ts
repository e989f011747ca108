import type { Replica } from '@kontor/client/replica/replica';
import { expect, it } from 'vitest';
import { scopesAt } from './scopesAt.ts';

const records = (customerId: string | undefined, known: readonly string[]) =>
  ({
    collections: { project: { get: (id: string) => (id === 'P' ? { id, customerId } : undefined) } },
    scopes: { get: () => new Map(known.map((id) => [id, {}])) },
  }) as unknown as Replica;

it('waits on a project’s page for what its customer sees, as soon as it is known whose it is', () => {
  const path = '/w/projects/P/files';
  expect(scopesAt(path)).toEqual(['P']);
  expect(scopesAt(path, records('A', ['P', 'A']))).toEqual(['P', 'A']);
  expect(scopesAt(path, records(undefined, ['P', 'A']))).toEqual(['P']);
  // A customer who is not here any more is not waited for.
  expect(scopesAt(path, records('A', ['P']))).toEqual(['P']);
  expect(scopesAt('/w/projects/other', records('A', ['P', 'A']))).toEqual(['other']);
  expect(scopesAt('/w/customers/A', records('A', ['P', 'A']))).toEqual([]);
});
