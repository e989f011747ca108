import { Button, PasswordInput, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { failureCode, failureText } from '../../platform/failures/failures.ts';
import { useMessages } from '../../platform/text/messages.ts';
import { toast } from '../../platform/toasts.tsx';
import { currentSession, leaveOnPurpose, useSession } from '../../platform/workspace/session.ts';
import { Form } from '../../ui/form/form.tsx';
import { given } from '../../ui/form/rules.ts';
import { useForm } from '../../ui/form/useForm.ts';
import { Dialog } from '../../ui/overlay/dialog.tsx';
import { DialogFoot } from '../../ui/overlay/dialogFoot.tsx';
import { accountMessages } from './messages.ts';

interface DeleteAccountProps {
  /** Asks what is to become of files on this computer; false where the person thinks better of it. */
  mayLeave: () => Promise<boolean>;
}

/** Offers to delete the account, once the person is a member nowhere. */
export function DeleteAccount({ mayLeave }: DeleteAccountProps) {
  const t = useMessages(accountMessages);
  const isMember = useSession((session) =>
    session.workspaces.list.some(({ invitationId }) => invitationId === null),
  );
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Text>{t(isMember ? 'stillMember' : 'deleteHint')}</Text>
      {!isMember && (
        <Button variant="default" c="var(--danger)" onClick={() => void mayLeave().then(setIsOpen)}>
          {t('deleteAccount')}
        </Button>
      )}
      {isOpen && <DeletionDialog onClose={() => setIsOpen(false)} />}
    </>
  );
}

function DeletionDialog({ onClose }: { onClose: () => void }) {
  const t = useMessages(accountMessages);
  const email = useSession((session) => session.user?.email ?? '');
  const form = useForm({
    stored: { password: '' },
    errors: ({ password }) => ({ password: given(password) }),
  });
  const remove = form.submit(async ({ password }) => {
    leaveOnPurpose();
    try {
      await currentSession().account.remove(password);
    } catch (failure) {
      leaveOnPurpose(false);
      const text = failureText(failure, t('deleteFailed'));
      toast.error(text);
      const code = failureCode(failure);
      if (code === 'wrong-password' || code === 'WRONG_PASSWORD') form.refuse('password', text);
      return false;
    }
    toast.success(t('accountDeleted'));
    return true;
  });
  return (
    <Dialog title={t('deleteTitle')} onClose={onClose}>
      <Form form={form} onSubmit={remove}>
        <Stack gap="md">
          <Text>{t('deleteBody', { email })}</Text>
          {/* Tells password managers whose password it is. */}
          <input type="email" autoComplete="username" value={email} readOnly hidden />
          <PasswordInput
            label={t('password')}
            autoComplete="current-password"
            data-autofocus
            visibilityToggleButtonProps={{ 'aria-label': t('showPassword') }}
            {...form.field('password')}
          />
          <DialogFoot onClose={onClose}>
            <Button type="submit" color="red" loading={form.isSaving}>
              {t('deleteForGood')}
            </Button>
          </DialogFoot>
        </Stack>
      </Form>
    </Dialog>
  );
}
