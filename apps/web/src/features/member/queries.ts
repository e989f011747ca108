import type { Member } from '@kontor/contract/member';
import { useMemo } from 'react';
import { useAll } from '../../platform/workspace.ts';
import { logoUrl } from '../../ui/logo.ts';
import type { People } from '../../ui/people.tsx';

/** A member's name; the e-mail address stands in for one who gave none. */
export const memberName = (member: Pick<Member, 'firstName' | 'lastName' | 'email'>): string =>
  `${member.firstName} ${member.lastName}`.trim() || member.email;

/** The member directory by user id. */
export function usePeople(): People {
  const members = useAll('member');
  return useMemo(
    () =>
      new Map(
        members.map((member) => [
          member.userId,
          { id: member.userId, name: memberName(member), image: logoUrl(member.avatar) },
        ]),
      ),
    [members],
  );
}
