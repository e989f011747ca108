import type { Member } from '@kontor/contract/member';
import { useMemo } from 'react';
import { useAll, useObservable, useWorkspace } from '../../platform/workspace.ts';
import { logoUrl } from '../../ui/logo.ts';
import type { People } from '../../ui/people.tsx';

/** A member's name; the e-mail address stands in for one who gave none. */
export const memberName = (member: Pick<Member, 'firstName' | 'lastName' | 'email'>): string =>
  `${member.firstName} ${member.lastName}`.trim() || member.email;

/** The member directory by user id; who has left is marked. */
export function usePeople(): People {
  const members = useAll('member');
  const log = useObservable(useWorkspace().records.log);
  return useMemo(
    () =>
      new Map(
        members.map((member) => [
          member.userId,
          {
            id: member.userId,
            name: memberName(member),
            image: logoUrl(member.avatar),
            isGone: log !== undefined && !log.members.has(member.userId),
          },
        ]),
      ),
    [members, log],
  );
}
