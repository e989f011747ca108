import type { Member } from '@kontor/contract/nouns/member';
import { type Personnel, personnelId } from '@kontor/contract/nouns/personnel';
import { Button, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { deletePersonnel, saveFormer } from '../../features/team/actions.ts';
import { teamMessages } from '../../features/team/messages.ts';
import { PersonnelFields } from '../../features/team/personnel/fields.tsx';
import { ibanFault, type PersonnelForm, personnelFormOf } from '../../features/team/personnel/form.ts';
import { nameOf } from '../../features/team/queries.ts';
import { useDraft } from '../../platform/draft/drafts.ts';
import { useMessages } from '../../platform/text/messages.ts';
import { useRecord } from '../../platform/workspace/workspace.ts';
import { FormSlideOver } from '../../ui/form/formSlideOver.tsx';
import { EmptyState } from '../../ui/list/emptyState.tsx';
import { SlideOver } from '../../ui/overlay/slideOver.tsx';

const untouched: Partial<PersonnelForm> = {};

interface FormProps {
  member: Member;
  file: Personnel;
  close: () => void;
}

function Form({ member, file, close }: FormProps) {
  const t = useMessages(teamMessages);
  const draft = useDraft(`former ${member.userId}`, untouched);
  const [tried, setTried] = useState(false);
  const form = { ...personnelFormOf(file), ...draft.value };
  const faults = ibanFault(form);
  const save = () => {
    setTried(true);
    if (faults.iban) return;
    saveFormer(member, form);
    draft.clear();
    close();
  };
  const remove = async () => {
    if (!(await deletePersonnel(member))) return;
    draft.clear();
    close();
  };
  return (
    <FormSlideOver
      title={nameOf(member)}
      onClose={close}
      draft={draft}
      action={t('save')}
      onSave={save}
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
        <PersonnelFields value={form} faults={tried ? faults : {}} onChange={draft.change} />
      </Stack>
    </FormSlideOver>
  );
}

/** Somebody who has left: their personnel file is kept until an admin deletes it, and none is begun any more. */
export function FormerPanel({ member, close }: { member: Member; close: () => void }) {
  const t = useMessages(teamMessages);
  const file = useRecord('personnel', personnelId(member.userId));
  if (file) return <Form member={member} file={file} close={close} />;
  return (
    <SlideOver title={nameOf(member)} onClose={close}>
      <EmptyState>{t('noFile')}</EmptyState>
    </SlideOver>
  );
}
