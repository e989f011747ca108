/** Finds the channels of a scope's hints. */
import { scopeKind } from '@kontor/contract/entity/scopeKind';
import { channelOf } from '@kontor/contract/wire/channel';
import type { Scope } from '@kontor/contract/wire/scope';

/** A scope with its workspace. `workspaceId` is null for `personal` alone. */
export type AudibleScope = Scope & { workspaceId: string | null };

/** Tests if `channelsOf` needs the readers: only scopes that are granted person by person do. */
export const needsReaders = ({ kind, access }: Pick<Scope, 'kind' | 'access'>): boolean =>
  scopeKind(kind).key === 'shared' && access === 'private';

/**
 * Returns the channels of a scope's hints: one for the whole role where the role reads the scope, else one for each
 * reader. `readers` are the user ids of all readers, admins of a private project included.
 */
export function channelsOf(scope: AudibleScope, readers: readonly string[] = []): string[] {
  if (scope.kind === 'personal') return [channelOf.user(scope.id)];
  if (scope.workspaceId === null) throw new RangeError(`a ${scope.kind} scope outside any workspace`);
  if (scope.kind === 'admins') return [channelOf.workspace(scope.workspaceId, 'admins')];
  const staff = channelOf.workspace(scope.workspaceId, 'staff');
  if (scope.kind === 'customer') return [staff, channelOf.customer(scope.id)];
  return needsReaders(scope) ? [...new Set(readers)].map(channelOf.user) : [staff];
}
