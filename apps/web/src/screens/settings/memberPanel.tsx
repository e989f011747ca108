import type { TeamMember } from '@kontor/client/team/team';
import { type PlaceStatus, satisfies } from '@kontor/contract/entity/role';
import { personnelId } from '@kontor/contract/nouns/personnel';
import { Button, Group, Stack, Text } from '@mantine/core';
import { IconMessage } from '@tabler/icons-react';
import { useMemo } from 'react';
import { useColleagues, usePeople } from '../../features/member/queries.ts';
import { projectMessages } from '../../features/project/messages.ts';
import { RateConflicts } from '../../features/project/money/moneyConflicts.tsx';
import {
  moneyValues,
  type RateLine,
  rateErrors,
  saveRates,
} from '../../features/project/money/moneyFields.ts';
import { DefaultRateInputs, defaultRateText } from '../../features/project/money/moneyInputs.tsx';
import { useDefaultRates } from '../../features/project/money/queries.ts';
import { roomMessages } from '../../features/room/messages.ts';
import { useWriteTo } from '../../features/room/useWriteTo.ts';
import { askMember, deletePersonnel, saveMember } from '../../features/team/actions.ts';
import {
  hasLeftOverFile,
  type MemberValues,
  memberErrors,
  memberValues,
} from '../../features/team/memberFields.ts';
import { teamMessages } from '../../features/team/messages.ts';
import { PersonnelConflicts } from '../../features/team/personnel/personnelConflicts.tsx';
import { PersonnelInputs, personnelWords } from '../../features/team/personnel/personnelInputs.tsx';
import { PlaceInputs, placeWords } from '../../features/team/placeInputs.tsx';
import { nameOf, statusOf, useHints, useMembers, withAddresses } from '../../features/team/queries.ts';
import { ProofBadge, StatusBadge } from '../../features/team/statusBadge.tsx';
import css from '../../features/team/team.module.css';
import { formatDate } from '../../platform/text/format.ts';
import { useMessages } from '../../platform/text/messages.ts';
import { useCan } from '../../platform/workspace/actor.ts';
import { useCurrency } from '../../platform/workspace/currency.ts';
import { useMay } from '../../platform/workspace/entitlement.ts';
import { useAll, useRecord, useWorkspace } from '../../platform/workspace/workspace.ts';
import { FormSlideOver } from '../../ui/form/formSlideOver.tsx';
import { useForm } from '../../ui/form/useForm.ts';
import { Icon } from '../../ui/icon.tsx';
import { EmptyState } from '../../ui/list/emptyState.tsx';
import { logoUrl } from '../../ui/logo.ts';
import { SlideOver } from '../../ui/overlay/slideOver.tsx';
import { Avatar } from '../../ui/person/avatar.tsx';
import { PlanNotice } from '../../ui/planNotice.tsx';
import { FormerPanel } from './formerPanel.tsx';
import { LeftPersonnel } from './leftPersonnel.tsx';

type PlaceName = 'role' | 'status' | 'customerId';
const isPlace = (name: string): name is PlaceName =>
  name === 'role' || name === 'status' || name === 'customerId';

interface PanelProps {
  member: TeamMember;
  /** As the list shows it. */
  status: PlaceStatus;
  close: () => void;
}

function Panel({ member, status, close }: PanelProps) {
  const t = useMessages(teamMessages);
  const p = useMessages(projectMessages);
  const r = useMessages(roomMessages);
  const file = useRecord('personnel', personnelId(member.userId));
  const isLeftOver = hasLeftOverFile(member, file);
  const people = usePeople();
  const place = placeWords(useAll('customer'));
  const stored = useDefaultRates(member.userId);
  const rates = useMemo(() => moneyValues(undefined, stored).rates, [stored]);
  const currency = useCurrency();
  const form = useForm({
    stored: { ...memberValues(member, file), rates },
    errors: (values: MemberValues & { rates: RateLine[] }) => ({
      ...memberErrors(values, isLeftOver),
      // Who does not work here has no rates.
      ...(satisfies(values.role, 'EMPLOYEE') && { rates: rateErrors(values.rates, currency) }),
    }),
    draft: `member ${member.userId}`,
  });
  const { records, userId } = useWorkspace();
  const isColleague = useColleagues().has(member.userId) && member.userId !== userId;
  const writeTo = useWriteTo(records.id);
  const worksHere = satisfies(form.values.role, 'EMPLOYEE');
  const hasPersonnel = useMay('personnel');
  const save = form.submit(
    async (values, { rates: changed, ...changes }, base) => {
      const isSaved = await saveMember(member, changes, values, () => {
        if (changed && satisfies(values.role, 'EMPLOYEE'))
          records.transaction(() => saveRates({}, { rates: changed, base: base.rates }, currency));
      });
      if (isSaved) close();
      return isSaved;
    },
    { ask: (values) => askMember(member, values) },
  );

  const remove = async () => {
    if (!(await deletePersonnel(member))) return;
    form.clear();
    close();
  };

  return (
    <FormSlideOver
      title={nameOf(member)}
      onClose={close}
      form={form}
      action={t('save')}
      onSubmit={save}
      labelOf={(name) =>
        name === 'rates'
          ? p('defaultRate')
          : isPlace(name)
            ? place.labelOf(name)
            : personnelWords.labelOf(name)
      }
      show={{ ...personnelWords.show, ...place.show, rates: defaultRateText }}
      also={
        isLeftOver && (
          <Button variant="subtle" color="red" onClick={() => void remove()}>
            {t('deleteFile')}
          </Button>
        )
      }
    >
      <Stack gap="lg">
        <div className={css.head}>
          <Avatar name={nameOf(member)} image={logoUrl(member.avatar)} size={44} />
          <div>
            <Text>{member.email}</Text>
            <Group gap="xs" mt={4}>
              <StatusBadge status={status} />
              <ProofBadge proof={member.proof} />
              <Text size="sm" c="dimmed">
                {t('joined', { date: formatDate(member.joinedAt) })}
              </Text>
            </Group>
          </div>
        </div>
        {isColleague && (
          <Button
            variant="default"
            leftSection={<Icon of={IconMessage} />}
            onClick={() => void writeTo(member.userId)}
          >
            {r('writeTo', { name: nameOf(member) })}
          </Button>
        )}
        <PlaceInputs member={member} form={form} />
        {file && <PersonnelConflicts file={file} people={people} />}
        {worksHere && (
          <>
            <RateConflicts rates={stored} people={people} />
            <DefaultRateInputs
              name={nameOf(member)}
              userId={member.userId}
              lines={form.values.rates}
              currency={currency}
              error={form.field('rates').error}
              onChange={(next) => form.set({ rates: next })}
            />
          </>
        )}
        {isLeftOver && <Text c="dimmed">{t('worksNoMore')}</Text>}
        {(worksHere || isLeftOver) &&
          (hasPersonnel ? <PersonnelInputs form={form} /> : <PlanNotice feature="personnel" />)}
      </Stack>
    </FormSlideOver>
  );
}

/** Shows a member of the workspace, for admins: role, status and personnel file. */
export function MemberPanel({ item, close }: { item: string | undefined; close: () => void }) {
  const t = useMessages(teamMessages);
  const mayEdit = useCan('personnel.update');
  const { hints } = useHints();
  const member = withAddresses(useMembers(), hints).find(({ userId }) => userId === item);
  const former = useRecord('member', item);
  if (mayEdit && !member && former) return <FormerPanel member={former} close={close} />;
  if (!member || !mayEdit)
    return (
      <SlideOver title={t('editUser')} onClose={close}>
        <EmptyState>{t('gone')}</EmptyState>
        {item && <LeftPersonnel userId={item} of={['member', 'former']} />}
      </SlideOver>
    );
  const status = statusOf(member, hints?.byUser.get(member.userId));
  return <Panel member={member} status={status} close={close} />;
}
