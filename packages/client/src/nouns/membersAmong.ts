import { mayHoldPrivate } from '@kontor/contract/memberLog/state';
import type { Replica } from '../replica/replica.ts';

/** Returns those of some people who are members still, as the log has them: the server takes no record that names others anew. */
export function membersAmong({ log }: Pick<Replica, 'log'>, userIds: Iterable<string>): string[] {
  const members = log.get()?.members;
  return [...userIds].filter((id) => members?.has(id) ?? true);
}

/** Returns those of some people who work here still, as the log has them. */
export function colleaguesAmong({ log }: Pick<Replica, 'log'>, userIds: Iterable<string>): string[] {
  const members = log.get()?.members;
  return [...userIds].filter((id) => {
    const member = members?.get(id);
    return members === undefined || (member !== undefined && mayHoldPrivate(member));
  });
}
