import { mayHoldPrivate } from '@kontor/contract/memberLog/state';
import { useMemo } from 'react';
import { personName } from '../../platform/text/personName.ts';
import { useAll, useObservable, useWorkspace } from '../../platform/workspace/workspace.ts';
import { logoUrl } from '../../ui/logo.ts';
import type { People } from '../../ui/person/people.tsx';

/** Those of the directory who work here now: neither customers' users, nor who was shut out. */
export function useColleagues(): People {
  const people = usePeople();
  const log = useObservable(useWorkspace().records.log);
  return useMemo(
    () =>
      new Map(
        [...people].filter(([id]) => {
          const member = log?.members.get(id);
          return member !== undefined && mayHoldPrivate(member);
        }),
      ),
    [people, log],
  );
}

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
            name: personName(member),
            image: logoUrl(member.avatar),
            isGone: log !== undefined && !log.members.has(member.userId),
          },
        ]),
      ),
    [members, log],
  );
}
