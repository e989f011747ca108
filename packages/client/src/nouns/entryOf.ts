import type { LoggedMember } from '@kontor/contract/memberLog/state';
import { type CustomerUser, customerUserId } from '@kontor/contract/nouns/customerUser';
import type { Member } from '@kontor/contract/nouns/member';
import type { Collections } from '../replica/collections.ts';

export type DirectoryEntry = Member | CustomerUser;

/**
 * Returns the entry in which a member describes themselves: in the directory or, for a customer's user, in their
 * customer's scope.
 */
export function entryOf(
  { member, customerUser }: Pick<Collections, 'member' | 'customerUser'>,
  { userId, customerId }: Pick<LoggedMember, 'userId' | 'customerId'>,
): DirectoryEntry | undefined {
  if (customerId === null) return member.get(userId);
  const entry = customerUser.get(customerUserId(userId, customerId));
  // A colleague of theirs could have put their own in its place.
  return entry?.userId === userId ? entry : undefined;
}
