import type { TeamMember } from '@kontor/client/team/team';
import { type MemberStatus, type Role, satisfies } from '@kontor/contract/role';
import { NativeSelect } from '@mantine/core';
import { useMessages } from '../../platform/messages.ts';
import { useWorkspace } from '../../platform/workspace.ts';
import type { TeamForm } from './form.ts';
import { teamMessages } from './messages.ts';
import css from './team.module.css';

interface PlaceFieldsProps {
  member: TeamMember;
  value: Pick<TeamForm, 'role' | 'status'>;
  onChange: (part: Partial<TeamForm>) => void;
}

/** Role and status. What must not be changed stands there all the same, and says why. */
export function PlaceFields({ member, value, onChange }: PlaceFieldsProps) {
  const t = useMessages(teamMessages);
  const isSelf = useWorkspace().userId === member.userId;
  const isFixed = member.isOwner || isSelf;
  const why = member.isOwner ? t('ownerRole') : isSelf ? t('ownRole') : undefined;
  const isStaff = satisfies(member.role, 'EMPLOYEE');
  const roles: readonly Role[] = isStaff ? ['ADMIN', 'EMPLOYEE'] : ['CUSTOMER'];
  const isLocked = member.status === 'LOCKED';
  // Out of LOCKED leads a proof, never this list.
  const statuses: readonly MemberStatus[] = isLocked ? ['LOCKED', 'INACTIVE'] : ['ACTIVE', 'INACTIVE'];
  const roleHint = !isStaff ? undefined : t(value.role === 'ADMIN' ? 'adminHint' : 'employeeHint');
  const statusHint =
    value.status === 'INACTIVE' ? t('inactiveHint') : isLocked ? t('lockedStatus') : undefined;
  return (
    <div className={css.pair}>
      <NativeSelect
        label={t('role')}
        description={why ?? roleHint}
        inputWrapperOrder={['label', 'input', 'description']}
        disabled={isFixed || !isStaff}
        data={roles.map((role) => ({ value: role, label: t(role) }))}
        value={value.role}
        onChange={(event) => onChange({ role: event.currentTarget.value as Role })}
      />
      <NativeSelect
        label={t('status')}
        description={isFixed ? undefined : statusHint}
        inputWrapperOrder={['label', 'input', 'description']}
        disabled={isFixed}
        data={statuses.map((status) => ({ value: status, label: t(status) }))}
        value={value.status}
        onChange={(event) => onChange({ status: event.currentTarget.value as MemberStatus })}
      />
    </div>
  );
}
