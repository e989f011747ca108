import type { TeamMember } from '@kontor/client/team/team';
import { roles as allRoles, type MemberStatus, type Role } from '@kontor/contract/entity/role';
import { NativeSelect, Select } from '@mantine/core';
import { useMessages } from '../../platform/text/messages.ts';
import { useWorkspace } from '../../platform/workspace/workspace.ts';
import { Pair } from '../../ui/form/fieldRow.tsx';
import type { TeamForm } from './form.ts';
import { teamMessages } from './messages.ts';
import { useCustomerChoices } from './queries.ts';
import css from './team.module.css';

interface PlaceFieldsProps {
  member: TeamMember;
  value: Pick<TeamForm, 'role' | 'status' | 'customerId'>;
  faults: { customerId?: string };
  onChange: (part: Partial<TeamForm>) => void;
}

/** Role and status. What must not be changed stands there all the same, and says why. */
export function PlaceFields({ member, value, faults, onChange }: PlaceFieldsProps) {
  const t = useMessages(teamMessages);
  const isSelf = useWorkspace().userId === member.userId;
  const isFixed = member.isOwner || isSelf;
  const why = member.isOwner ? t('ownerRole') : isSelf ? t('ownRole') : undefined;
  const customers = useCustomerChoices();
  const withCustomers = customers.length > 0 || member.role === 'CUSTOMER';
  const roles = allRoles.filter((role) => role !== 'CUSTOMER' || withCustomers);
  const isLocked = member.status === 'LOCKED';
  // Out of LOCKED leads a proof, never this list.
  const statuses: readonly MemberStatus[] = isLocked ? ['LOCKED', 'INACTIVE'] : ['ACTIVE', 'INACTIVE'];
  const hints = { ADMIN: 'adminHint', EMPLOYEE: 'employeeHint', CUSTOMER: 'customerHint' } as const;
  const statusHint =
    value.status === 'INACTIVE' ? t('inactiveHint') : isLocked ? t('lockedStatus') : undefined;
  return (
    <Pair>
      <NativeSelect
        label={t('role')}
        description={why ?? t(hints[value.role])}
        inputWrapperOrder={['label', 'input', 'description']}
        disabled={isFixed}
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
      {value.role === 'CUSTOMER' && (
        <Select
          className={css.whole!}
          label={t('customer')}
          placeholder={t('chooseCustomer')}
          searchable
          allowDeselect={false}
          data={customers.map(({ id, name }) => ({ value: id, label: name }))}
          value={value.customerId || null}
          error={faults.customerId}
          onChange={(customerId) => onChange({ customerId: customerId ?? '' })}
        />
      )}
    </Pair>
  );
}
