import { unconfirmed } from '@kontor/client/team/hints';
import type { Hints, Team, TeamMember } from '@kontor/client/team/team';
import type { PlaceStatus } from '@kontor/contract/entity/role';
import type { Member } from '@kontor/contract/nouns/member';
import type { MemberHint } from '@kontor/contract/wire/memberHint';
import { keepPreviousData } from '@tanstack/react-query';
import { use } from 'react';
import { byName, compareWords } from '../../platform/text/compare.ts';
import { matches } from '../../platform/text/matches.ts';
import { personName } from '../../platform/text/personName.ts';
import { useCan } from '../../platform/workspace/actor.ts';
import { useWorkspaceNews } from '../../platform/workspace/announced.ts';
import { useQuery } from '../../platform/workspace/calls.ts';
import { type Found, useFound } from '../../platform/workspace/found.ts';
import { currentWorkspace, useAll, useObservable, useWorkspace } from '../../platform/workspace/workspace.ts';
import { teamMessages } from './messages.ts';

/** Returns the people of the open workspace; loaded when first asked for. */
export const useTeam = (): Team => use(useWorkspace().records.team());

/** Returns everybody whom the member log names, the owner first. */
export const useMembers = (): readonly TeamMember[] => useObservable(useTeam().members);

/** Returns a member's name; the address stands in for a missing one, and words for both. */
export const nameOf = (member: Pick<TeamMember, 'firstName' | 'lastName' | 'email'>) =>
  personName(member) || teamMessages.t('noName');

/** ms between two looks at when people were last seen. */
const hintsEvery = 60_000;

/**
 * Asks the server what it knows of the members, again whenever the log moved on, or it announces that somebody left; asks
 * nothing for those whom it would not answer.
 */
export function useHints(): { hints: Hints | undefined; failed: boolean } {
  const { records } = useWorkspace();
  const team = useTeam();
  const news = useWorkspaceNews();
  const { data, isError } = useQuery({
    queryKey: ['members', records.id, news],
    queryFn: () => team.hints(),
    enabled: useCan('member.list'),
    refetchInterval: hintsEvery,
    placeholderData: keepPreviousData,
  });
  return { hints: data, failed: isError };
}

/** Returns the ids of those who left by the server's word, which no key signed that the member log knows. */
export function useUnprovenLeavers(hints: Hints | undefined): ReadonlySet<string> {
  const { records } = useWorkspace();
  const team = useTeam();
  const left = [...(hints?.byUser.values() ?? [])].flatMap(({ userId, leaving }) =>
    leaving ? [userId] : [],
  );
  const { data = [] } = useQuery({
    queryKey: ['leavers', records.id, hints?.head, left],
    queryFn: () => team.leavers(),
    enabled: left.length > 0,
  });
  return new Set(left.length > 0 ? data.flatMap((each) => (each.isProven ? [] : [each.userId])) : []);
}

/** Names whoever has said nothing of themselves yet by the address that they sign in with. */
export const withAddresses = (members: readonly TeamMember[], hints: Hints | undefined): TeamMember[] =>
  members.map((member) => ({
    ...member,
    email: member.email || (hints?.byUser.get(member.userId)?.email ?? ''),
  }));

/** Returns those whom the server calls members against the log; nobody while hints and log are not of one moment. */
export function useUnconfirmed(hints: Hints | undefined): MemberHint[] {
  const log = useObservable(useWorkspace().records.log);
  return hints && log && hints.head === log.head ? unconfirmed(log.members, hints) : [];
}

/**
 * Returns the log's status; LOCKED where the server says that a new password waits for its proof, LEFT where it shuts
 * somebody out who left, until an admin's device signs their removal.
 */
export const statusOf = (member: TeamMember, hint: MemberHint | undefined): PlaceStatus => {
  if (hint?.leaving) return 'LEFT';
  return member.status === 'ACTIVE' && hint?.status === 'LOCKED' ? 'LOCKED' : member.status;
};

const people = ['member', 'customerUser'] as const;

/**
 * Returns a function that tells of a member whether their name, address or role has all words of a text, or the search over
 * everything finds them by it; of each one while it is empty.
 */
export function useMatching(text: string): { isMatch: (member: TeamMember) => boolean; found: Found } {
  const { t } = teamMessages;
  const found = useFound(people, text);
  const { customerUser } = useWorkspace().records.collections;
  const userIds = new Set([...found.ids].map((id) => customerUser.get(id)?.userId ?? id));
  const isMatch = (member: TeamMember) =>
    found.isPending ||
    userIds.has(member.userId) ||
    matches(`${nameOf(member)} ${member.email} ${t(member.role)}`, text);
  return { isMatch, found };
}

/** Returns the directory entries of those who have left, by name. */
export function useFormer(): Member[] {
  const entries = useAll('member');
  const log = useObservable(useWorkspace().records.log);
  return entries
    .filter(({ userId }) => log && !log.members.has(userId))
    .sort((a, b) => compareWords(nameOf(a), nameOf(b)));
}

/**
 * Returns the customers whose user somebody can be, by name; the archived ones are left out, save the one that is chosen
 * already: `heldId`.
 */
export function useCustomerChoices(heldId: string | null | undefined): { id: string; name: string }[] {
  const customers = useAll('customer');
  return customers
    .filter(({ id, archivedAt }) => archivedAt === undefined || id === heldId)
    .map(({ id, name }) => ({ id, name }))
    .sort(byName);
}

/** Resolves with the team, for actions. */
export const currentTeam = (): Promise<Team> => currentWorkspace().records.team();
