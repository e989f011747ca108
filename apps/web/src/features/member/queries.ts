import { mayHoldPrivate } from '@kontor/contract/memberLog/state';
import { useMemo } from 'react';
import { personName } from '../../platform/text/personName.ts';
import { useAll, useObservable, useRecord, useWorkspace } from '../../platform/workspace/workspace.ts';
import { logoUrl } from '../../ui/logo.ts';
import type { People } from '../../ui/person/people.tsx';

/** Returns those of the directory who work here now: neither customers' users, nor who was shut out. */
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

/**
 * Returns those who read what lies in a project: everybody who works here or, where it is private, its members and the admins.
 */
export function useReaders(projectId: string): People {
  const colleagues = useColleagues();
  const { records } = useWorkspace();
  const log = useObservable(records.log);
  useObservable(records.scopes);
  const project = useRecord('project', projectId);
  const isPrivate = records.accessOf(projectId) === 'private';
  return useMemo(() => {
    if (!isPrivate) return colleagues;
    const reads = (id: string) => project?.memberIds.includes(id) || log?.members.get(id)?.role === 'ADMIN';
    return new Map([...colleagues].filter(([id]) => reads(id)));
  }, [colleagues, project, log, isPrivate]);
}

/** Returns those who can take on the tasks of a project: everybody who works here or, where it is private, its members. */
export function useAssignable(projectId: string): People {
  const colleagues = useColleagues();
  const { records } = useWorkspace();
  useObservable(records.scopes);
  const project = useRecord('project', projectId);
  const isPrivate = projectId !== '' && records.accessOf(projectId) === 'private';
  return useMemo(
    () =>
      isPrivate ? new Map([...colleagues].filter(([id]) => project?.memberIds.includes(id))) : colleagues,
    [colleagues, project, isPrivate],
  );
}

/** Returns the directory, and the people of customers whom this person reads. */
export function useEverybody(): People {
  const people = usePeople();
  const guests = useAll('customerUser');
  return useMemo(
    () =>
      new Map([
        ...guests.map((guest) => [guest.userId, { id: guest.userId, name: personName(guest) }] as const),
        ...people,
      ]),
    [people, guests],
  );
}

/** Returns the member directory by user id; who has left is marked. */
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
