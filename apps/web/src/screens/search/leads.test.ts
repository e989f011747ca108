import type { Actor } from '@kontor/contract/capability';
import { expect, it } from 'vitest';
import { customersFor, leadsTo } from './leads.ts';

const collections = {
  customer: { all: () => [{ id: 'read' }, { id: 'unread' }] },
  document: { where: (_index: string, id: string) => (id === 'read' ? [{}] : []) },
} as unknown as Parameters<typeof customersFor>[0];
const actor = (role: Actor['role']): Actor => ({ userId: 'u', role, status: 'ACTIVE', isOwner: false });

it('leads admins to every customer, others to those whose documents they read', () => {
  expect(customersFor(collections, actor('ADMIN'))).toBeUndefined();
  expect(leadsTo(collections, actor('ADMIN'), 'unread')).toBe(true);
  expect(customersFor(collections, actor('EMPLOYEE'))).toEqual(['read']);
  expect(customersFor(collections, undefined)).toEqual(['read']);
});
