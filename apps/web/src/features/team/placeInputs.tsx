import type { TeamMember } from '@kontor/client/team/team';
import { roles as allRoles, type MemberStatus, type Role } from '@kontor/contract/entity/role';
import { NativeSelect, Select } from '@mantine/core';
import { useMessages } from '../../platform/text/messages.ts';
import { useWorkspace } from '../../platform/workspace/workspace.ts';
import { FieldRow } from '../../ui/form/fieldRow.tsx';
import type { FormPart } from '../../ui/form/useForm.ts';
import type { MemberValues } from './memberFields.ts';
import { teamMessages } from './messages.ts';
import { useCustomerChoices } from './queries.ts';
import css from './team.module.css';

/** Returns the labels and texts for a member's role, status and customer where two admins changed the same one. */
export const placeWords = (customers: readonly { id: string; name: string }[]) => ({
  labelOf: (name: 'role' | 'status' | 'customerId') =>
    teamMessages.t(name === 'customerId' ? 'customer' : name),
  show: {
    role: (role: Role) => teamMessages.t(role),
    status: (status: MemberStatus) => teamMessages.t(status),
    customerId: (id: string) => customers.find((customer) => customer.id === id)?.name ?? '',
  },
});

interface PlaceInputsProps {
  member: TeamMember;
  form: FormPart<Pick<MemberValues, 'role' | 'status' | 'customerId'>>;
}

/** Shows role and status. An input that must not be changed is shown all the same, and says why. */
export function PlaceInputs({ member, form }: PlaceInputsProps) {
  const t = useMessages(teamMessages);
  const isSelf = useWorkspace().userId === member.userId;
  const isFixed = member.isOwner || isSelf;
  const why = member.isOwner ? t('ownerRole') : isSelf ? t('ownRole') : undefined;
  const customers = useCustomerChoices(member.customerId);
  const withCustomers = customers.length > 0 || member.role === 'CUSTOMER';
  const roles = allRoles.filter((role) => role !== 'CUSTOMER' || withCustomers);
  const isLocked = member.status === 'LOCKED';
  // The way out of LOCKED is a proof, never this list.
  const statuses: readonly MemberStatus[] = isLocked ? ['LOCKED', 'INACTIVE'] : ['ACTIVE', 'INACTIVE'];
  const hints = { ADMIN: 'adminHint', EMPLOYEE: 'employeeHint', CUSTOMER: 'customerHint' } as const;
  const statusHint =
    form.values.status === 'INACTIVE' ? t('inactiveHint') : isLocked ? t('lockedStatus') : undefined;
  return (
    <FieldRow>
      <NativeSelect
        label={t('role')}
        description={why ?? t(hints[form.values.role])}
        inputWrapperOrder={['label', 'input', 'description']}
        disabled={isFixed}
        data={roles.map((role) => ({ value: role, label: t(role) }))}
        {...form.field('role')}
      />
      <NativeSelect
        label={t('status')}
        description={isFixed ? undefined : statusHint}
        inputWrapperOrder={['label', 'input', 'description']}
        disabled={isFixed}
        data={statuses.map((status) => ({ value: status, label: t(status) }))}
        {...form.field('status')}
      />
      {form.values.role === 'CUSTOMER' && (
        <Select
          className={css.whole!}
          label={t('customer')}
          placeholder={t('chooseCustomer')}
          searchable
          allowDeselect={false}
          data={customers.map(({ id, name }) => ({ value: id, label: name }))}
          {...form.choice('customerId')}
        />
      )}
    </FieldRow>
  );
}
