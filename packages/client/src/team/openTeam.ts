/** Puts the people of an open workspace together; see `team.ts`. */

import type { LogEntry } from '@kontor/contract/memberLog/entries';
import type { LoggedInvitation, LoggedMember, LogState } from '@kontor/contract/memberLog/state';
import type { SentInvitation } from '@kontor/contract/wire/invitation';
import type { Http } from '../http/http.ts';
import { type DirectoryEntry, entryOf } from '../nouns/entryOf.ts';
import type { Replica } from '../replica/replica.ts';
import { standingHead } from '../replica/standingHead.ts';
import type { SignedActs } from '../vault/memberAct.ts';
import type { StandingHead } from '../vault/plainBatch.ts';
import type { Vault } from '../vault/vault.ts';
import { followMembers } from './adminVisit.ts';
import { derived } from './derived.ts';
import { readHints } from './hints.ts';
import { type JoinRecord, joinHistory } from './proofs.ts';
import { sendActs } from './sendActs.ts';
import type { Sign, Team, TeamMember, WithAct } from './team.ts';

export interface TeamContext {
  userId: string;
  /** The connection, with the workspace's header on every call. */
  http: Http;
  vault: Vault;
}

const noInvitations: readonly LoggedInvitation[] = [];

export function openTeam({ userId, http, vault }: TeamContext, workspace: Replica): Team {
  const { log, collections } = workspace;
  const send = <S extends SignedActs>(sign: Sign<S>, more?: WithAct) =>
    sendActs({ http, userId, workspace }, sign, more);
  const memberOf = (id: string) => log.get()?.members.get(id);
  const naming = () => ({ userId, vault, workspace, team, send });
  const team: Team = {
    members: derived(
      [log, collections.member, collections.customerUser],
      () => [log.get(), collections.member.all(), collections.customerUser.all()],
      ([state]) =>
        state ? membersOf(state, workspace.logEntries(), (member) => entryOf(collections, member)) : [],
    ),
    invitations: derived(
      [log],
      () => [log.get()],
      ([state]) => (state ? [...state.invitations.values()] : noInvitations),
    ),
    entries: { get: () => workspace.logEntries(), subscribe: (listener) => log.subscribe(listener) },

    hints: () => readHints(http, workspace),

    setRole: async (id, role, customerId) => {
      const member = memberOf(id);
      if (member?.role === role && member.customerId === (customerId ?? null)) return;
      await team.act({ type: 'role', userId: id, role, ...(customerId !== undefined && { customerId }) });
    },
    setStatus: async (id, status) => {
      if (memberOf(id)?.status !== status) await team.act({ type: 'status', userId: id, status });
    },
    invite: async (invitation) => {
      const { invite } = await import('./invite.ts');
      return invite({ origin: http.origin, vault, workspaceId: workspace.id, send }, invitation);
    },
    sentInvitations: () => http.json<SentInvitation[]>(`/api/workspaces/${workspace.id}/invitations`),
    resendInvitation: async (id) => {
      await http.json(`/api/workspaces/${workspace.id}/invitations/${id}/mail`, { method: 'POST' });
    },
    remove: (id) => team.act({ type: 'remove', userId: id }),
    makeOwner: async (id) => {
      if (!memberOf(id)?.isOwner) await team.act({ type: 'owner', userId: id });
    },
    leavers: async () => {
      const hints = await (await http.api()).member.list();
      const joined = joinHistory(workspace.logEntries());
      const left = hints.flatMap(({ userId, leaving }) =>
        leaving && leaving.at >= (joined.get(userId)?.joinedAt ?? Infinity) ? [{ userId, leaving }] : [],
      );
      return Promise.all(
        left.map(async ({ userId, leaving }) => ({
          userId,
          at: leaving.at,
          isProven: await vault.verifyLeaving(workspace.id, userId, leaving),
        })),
      );
    },
    nameBackup: async () => (await import('./nameBackup.ts')).nameBackup(naming()),
    redoLost: async () => (await import('./nameBackup.ts')).redoLost(naming()),
    act: async (act, more) => {
      await send(
        (at, records, revisions) => vault.signMemberAct(workspace.id, act, at, records, revisions),
        more,
      );
      await followMembers({ workspace, userId });
    },
    confirm: async (act, words, more) => {
      await send((...made) => {
        const heads = act.type === 'unlock' ? headsIn(workspace) : {};
        return vault.signConfirmedAct(workspace.id, act, words, ...made, heads);
      }, more);
      await followMembers({ workspace, userId });
    },
    send,
  };
  return team;
}

/** Returns the heads of private scopes, as far as they are here and verified. */
function headsIn(workspace: Replica): Record<string, StandingHead> {
  const heads: Record<string, StandingHead> = {};
  for (const id of workspace.scopes.get().keys()) {
    const head = workspace.accessOf(id) === 'private' && standingHead(workspace, id);
    if (head && !workspace.isUnverified(id)) heads[id] = head;
  }
  return heads;
}

/** Returns the log's members with their directory entries, in the order in which lists show them. */
function membersOf(
  state: LogState,
  entries: readonly LogEntry[],
  entryOf: (member: LoggedMember) => DirectoryEntry | undefined,
): TeamMember[] {
  const joined = joinHistory(entries);
  const members = [...state.members.values()].map((member) =>
    teamMember(member, joined.get(member.userId)!, entryOf(member)),
  );
  const collator = new Intl.Collator();
  return members.sort(
    (a, b) =>
      Number(b.isOwner) - Number(a.isOwner) ||
      collator.compare(`${a.lastName} ${a.firstName}`, `${b.lastName} ${b.firstName}`) ||
      (a.userId < b.userId ? -1 : 1),
  );
}

const teamMember = (
  member: LoggedMember,
  joined: JoinRecord,
  entry: DirectoryEntry | undefined,
): TeamMember => ({
  ...member,
  ...joined,
  firstName: entry?.firstName ?? '',
  lastName: entry?.lastName ?? '',
  email: entry?.email ?? '',
  ...(entry?.avatar !== undefined && { avatar: entry.avatar }),
});
