/** Which channels hear that a scope has moved on. */
import { channelOf } from '@kontor/contract/wire/channel';
import type { Scope } from '@kontor/contract/wire/scope';

/** A scope with what the database knows about it. `workspaceId` is null for `personal` alone. */
export type AudibleScope = Scope & { workspaceId: string | null };

/** Whether `channelsOf` needs the readers: only scopes that are granted person by person do. */
export const needsReaders = ({ kind, access }: Pick<Scope, 'kind' | 'access'>): boolean =>
  (kind === 'project' || kind === 'room') && access === 'private';

/**
 * The channels of a scope's hints: one for the whole role where the role reads the scope, else one for each reader.
 * `readers` are the user ids of all who read it, admins of a private project included.
 */
export function channelsOf(scope: AudibleScope, readers: readonly string[] = []): string[] {
  if (scope.kind === 'personal') return [channelOf.user(scope.id)];
  if (scope.workspaceId === null) throw new RangeError(`a ${scope.kind} scope outside any workspace`);
  if (scope.kind === 'admins') return [channelOf.workspace(scope.workspaceId, 'admins')];
  const staff = channelOf.workspace(scope.workspaceId, 'staff');
  if (scope.kind === 'customer') return [staff, channelOf.customer(scope.id)];
  return needsReaders(scope) ? [...new Set(readers)].map(channelOf.user) : [staff];
}
