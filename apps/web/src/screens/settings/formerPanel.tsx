import type { Member } from '@kontor/contract/nouns/member';
import { type Personnel, personnelId } from '@kontor/contract/nouns/personnel';
import { Button, Stack, Text } from '@mantine/core';
import { usePeople } from '../../features/member/queries.ts';
import { deletePersonnel, saveFormer } from '../../features/team/actions.ts';
import { teamMessages } from '../../features/team/messages.ts';
import { PersonnelConflicts } from '../../features/team/personnel/personnelConflicts.tsx';
import { personnelFields } from '../../features/team/personnel/personnelFields.ts';
import { PersonnelInputs, personnelWords } from '../../features/team/personnel/personnelInputs.tsx';
import { nameOf } from '../../features/team/queries.ts';
import { useMessages } from '../../platform/text/messages.ts';
import { useMay } from '../../platform/workspace/entitlement.ts';
import { useRecord } from '../../platform/workspace/workspace.ts';
import { FormSlideOver } from '../../ui/form/formSlideOver.tsx';
import { useForm } from '../../ui/form/useForm.ts';
import { EmptyState } from '../../ui/list/emptyState.tsx';
import { SlideOver } from '../../ui/overlay/slideOver.tsx';
import { PlanNotice } from '../../ui/planNotice.tsx';
import { LeftPersonnel } from './leftPersonnel.tsx';

interface PanelProps {
  member: Member;
  file: Personnel;
  close: () => void;
}

function Panel({ member, file, close }: PanelProps) {
  const t = useMessages(teamMessages);
  const people = usePeople();
  const hasPersonnel = useMay('personnel');
  const form = useForm({
    stored: personnelFields.read(file),
    errors: personnelFields.errors,
    draft: `former ${member.userId}`,
  });
  const save = form.submit((_values, changes) => {
    const isSaved = saveFormer(member, changes);
    if (isSaved) close();
    return isSaved;
  });
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
      {...personnelWords}
      also={
        <Button variant="subtle" color="red" onClick={() => void remove()}>
          {t('deleteFile')}
        </Button>
      }
    >
      <Stack gap="lg">
        <div>
          <Text>{member.email}</Text>
          <Text c="dimmed">{t('hasLeft')}</Text>
        </div>
        <LeftPersonnel userId={member.userId} of={['member']} />
        <PersonnelConflicts file={file} people={people} />
        {hasPersonnel ? <PersonnelInputs form={form} /> : <PlanNotice feature="personnel" />}
      </Stack>
    </FormSlideOver>
  );
}

/** Shows somebody who has left: their personnel file is kept until an admin deletes it, and none is begun any more. */
export function FormerPanel({ member, close }: { member: Member; close: () => void }) {
  const t = useMessages(teamMessages);
  const file = useRecord('personnel', personnelId(member.userId));
  if (file) return <Panel member={member} file={file} close={close} />;
  return (
    <SlideOver title={nameOf(member)} onClose={close}>
      <EmptyState>{t('noFile')}</EmptyState>
      <LeftPersonnel userId={member.userId} of={['member', 'former']} />
    </SlideOver>
  );
}
