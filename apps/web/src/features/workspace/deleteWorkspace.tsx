import type { WorkspaceSummary } from '@kontor/contract/wire/workspace';
import { Button, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { forgetDraftsIn } from '../../platform/draft/drafts.ts';
import { toastFailure } from '../../platform/failures/failures.ts';
import { useMessages } from '../../platform/text/messages.ts';
import { toast } from '../../platform/toasts.tsx';
import { currentSession } from '../../platform/workspace/session.ts';
import { Form } from '../../ui/form/form.tsx';
import { useForm } from '../../ui/form/useForm.ts';
import { ButtonLink } from '../../ui/nav/link.tsx';
import { Dialog } from '../../ui/overlay/dialog.tsx';
import { DialogFoot } from '../../ui/overlay/dialogFoot.tsx';
import { endMessages } from './endMessages.ts';

interface DeleteWorkspaceProps {
  workspace: Pick<WorkspaceSummary, 'id' | 'name'>;
  onClose: () => void;
  onDeleted: () => void;
}

/** Asks twice before a workspace is deleted: with the export at hand, then for its name. */
export function DeleteWorkspace({ workspace, onClose, onDeleted }: DeleteWorkspaceProps) {
  const t = useMessages(endMessages);
  const { id, name } = workspace;
  const [isSure, setIsSure] = useState(false);
  return (
    <Dialog title={t('deleteTitle', { name })} onClose={onClose}>
      {isSure ? (
        <TypedName workspace={workspace} onClose={onClose} onDeleted={onDeleted} />
      ) : (
        <Stack gap="md">
          <Text>{t('deleteBody')}</Text>
          <Text>{t('exportFirst')}</Text>
          <DialogFoot onClose={onClose}>
            <ButtonLink variant="default" to="/$workspace/settings/export" params={{ workspace: id }}>
              {t('toExport')}
            </ButtonLink>
            <Button color="red" onClick={() => setIsSure(true)}>
              {t('goOn')}
            </Button>
          </DialogFoot>
        </Stack>
      )}
    </Dialog>
  );
}

function TypedName({ workspace: { id, name }, onClose, onDeleted }: DeleteWorkspaceProps) {
  const t = useMessages(endMessages);
  const form = useForm({
    stored: { typed: '' },
    errors: ({ typed }) => ({ typed: typed.trim() === name.trim() ? undefined : t('wrongName') }),
  });
  const remove = form.submit(async () => {
    try {
      await currentSession().workspaces.remove(id);
      forgetDraftsIn(id);
    } catch (failure) {
      toastFailure(failure, t('deleteFailed'));
      return false;
    }
    toast.success(t('deleted', { name }));
    onDeleted();
    return true;
  });
  return (
    <Form form={form} onSubmit={remove}>
      <Stack gap="md">
        <TextInput label={t('typeName', { name })} autoComplete="off" autoFocus {...form.field('typed')} />
        <DialogFoot onClose={onClose}>
          <Button type="submit" color="red" loading={form.isSaving}>
            {t('deleteForGood')}
          </Button>
        </DialogFoot>
      </Stack>
    </Form>
  );
}
