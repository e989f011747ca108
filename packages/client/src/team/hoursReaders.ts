/** Keeps the readers of people's hours in order, for admins' devices; their person's own device does the rest. */
import { can } from '@kontor/contract/capability';
import { satisfies } from '@kontor/contract/entity/role';
import type { LogEntry } from '@kontor/contract/memberLog/entries';
import { mayHoldPrivate } from '@kontor/contract/memberLog/state';
import { hoursScopeId } from '@kontor/contract/wire/hoursScope';
import { logCrypto } from '@kontor/crypto/signing';
import { recount } from '../nouns/effort.ts';
import { createHours, hoursOf } from '../nouns/workingTime.ts';
import type { Replica } from '../replica/replica.ts';

type Place = { workspace: Replica; userId: string };

/** Tells whether somebody worked here, and did not for a while: their hours may be there and closed to them. */
export const hasLeft = (entries: readonly LogEntry[], userId: string): boolean =>
  entries.some(({ type, payload }) => {
    if (type !== 'remove' && type !== 'status' && type !== 'role') return false;
    if (payload.userId !== userId) return false;
    if (type === 'role') return payload.role === 'CUSTOMER';
    return type === 'remove' || payload.status === 'INACTIVE';
  });

/** Takes those who left off their hours, and lets those in again who came back. */
export async function keepHoursReaders({ workspace, userId }: Place): Promise<void> {
  const members = workspace.log.get()?.members;
  const me = members?.get(userId);
  if (!members || !me || !can(me, 'log.remove')) return;
  const { workingTime } = workspace.collections;
  for (const { id, userId: whose, readerIds } of workingTime.all()) {
    const member = members.get(whose);
    const stays = member !== undefined && mayHoldPrivate(member);
    if (stays !== readerIds.includes(whose))
      workspace.update('workingTime', id, { readerIds: stays ? [whose] : [] });
    // Nobody else counts what somebody who left has worked.
    if (!stays) recount(workspace, id);
  }
  for (const { userId: whose, role, status } of members.values()) {
    const isHere = status === 'ACTIVE' && satisfies(role, 'EMPLOYEE');
    if (!isHere || whose === userId || !hasLeft(workspace.logEntries(), whose)) continue;
    const scopeId = await hoursScopeId(logCrypto, workspace.id, whose);
    if (!hoursOf(workspace.collections, whose)) createHours(workspace, scopeId, whose);
  }
}
