import { expect, it } from 'vitest';
import { projectChoices } from './projectChoices.ts';

it('puts a project under its customer though that one is archived, and only what has none under none', () => {
  const customers = [
    { id: 'alder', name: 'Alder AG', archivedAt: 1 },
    { id: 'lind', name: 'Lind' },
  ];
  const projects = [
    { id: 'stairs', name: 'Stairs', customerId: 'alder' },
    { id: 'own', name: 'Own' },
    { id: 'unread', name: 'Unread', customerId: 'unknown' },
  ];
  expect(projectChoices(projects, customers, 'None')).toEqual([
    { group: 'Alder AG', items: [{ value: 'stairs', label: 'Stairs' }] },
    {
      group: 'None',
      items: [
        { value: 'own', label: 'Own' },
        { value: 'unread', label: 'Unread' },
      ],
    },
  ]);
});
