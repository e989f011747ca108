/** The toasts about changes to a member that may have come to the server, or wait on this device. */
import { CallError } from '@kontor/client/http/callError';
import type { TeamMember } from '@kontor/client/team/team';
import { expect, it, vi } from 'vitest';
import { saveMember } from './actions.ts';
import { memberValues } from './memberFields.ts';

const said = vi.hoisted(() => vi.fn());
vi.mock('../../platform/toasts.tsx', () => ({ toast: { info: said, error: said, success: said } }));
vi.mock('../../platform/workspace/workspace.ts', () => ({
  currentWorkspace: () => ({ records: {} }),
  isOffline: () => true,
}));
const setStatus = vi.hoisted(() => vi.fn<() => Promise<void>>());
vi.mock('./queries.ts', () => ({
  currentTeam: async () => ({ setRole: async () => {}, setStatus }),
  nameOf: () => 'Ben',
}));

const ben = { userId: 'ben', role: 'EMPLOYEE', status: 'ACTIVE', customerId: null } as TeamMember;
const values = memberValues(ben, undefined);

it('does not say that nothing was changed where the role was, and no answer came to the status', async () => {
  setStatus.mockRejectedValueOnce(new CallError('OFFLINE', 0, 'No answer'));
  const changes = { role: 'ADMIN', status: 'INACTIVE' } as const;
  expect(await saveMember(ben, changes, { ...values, ...changes }, () => {})).toBe(false);
  expect(said.mock.lastCall?.[0]).toMatch(/It is not known whether this was done/);
});

it('says of a rate alone that changes wait on this device, and nothing of a personnel file', async () => {
  const saveRest = vi.fn();
  expect(await saveMember(ben, {}, values, saveRest)).toBe(true);
  expect(saveRest).toHaveBeenCalled();
  expect(said.mock.lastCall?.[0]).toMatch(/^The changes are saved on this device/);
});
