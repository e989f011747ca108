import { Button, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { toastFailure } from '../../platform/failures/failures.ts';
import { useMessages } from '../../platform/text/messages.ts';
import { currentSession, useSession } from '../../platform/workspace/session.ts';
import { FieldRow } from '../../ui/form/fieldRow.tsx';
import { Form } from '../../ui/form/form.tsx';
import { required, rules } from '../../ui/form/rules.ts';
import { useForm } from '../../ui/form/useForm.ts';
import { Dialog } from '../../ui/overlay/dialog.tsx';
import { DialogFoot } from '../../ui/overlay/dialogFoot.tsx';
import { accountMessages } from './messages.ts';

const empty = { firstName: '', lastName: '' };
const errors = rules({ firstName: required, lastName: required });

/**
 * Asks for the names of who first signed in on another device than the one that registered: registration left them
 * there, sealed. Whoever is a member somewhere has a name there already.
 */
export function NamesQuestion() {
  const [isPutOff, setIsPutOff] = useState(false);
  const isNameless = useSession(
    ({ profile, workspaces }) =>
      profile !== undefined &&
      !profile.firstName &&
      !profile.lastName &&
      !workspaces.list.some(({ invitationId }) => invitationId === null),
  );
  return isNameless && !isPutOff ? <NamesDialog onClose={() => setIsPutOff(true)} /> : null;
}

function NamesDialog({ onClose }: { onClose: () => void }) {
  const t = useMessages(accountMessages);
  const form = useForm({ stored: empty, errors });
  const save = form.submit(async ({ firstName, lastName }) => {
    try {
      const names = { firstName: firstName.trim(), lastName: lastName.trim() };
      const outcome = await currentSession().updateProfile(names);
      if (outcome === 'done' || outcome === 'waiting') return true;
      toastFailure({ code: outcome }, t('saveFailed'));
    } catch (failure) {
      toastFailure(failure, t('saveFailed'));
    }
    return false;
  });
  return (
    <Dialog title={t('namesTitle')} onClose={onClose}>
      <Form form={form} onSubmit={save}>
        <Stack gap="md">
          <Text>{t('namesIntro')}</Text>
          <FieldRow isFolding>
            <TextInput
              label={t('firstName')}
              autoComplete="given-name"
              data-autofocus
              {...form.field('firstName')}
            />
            <TextInput label={t('lastName')} autoComplete="family-name" {...form.field('lastName')} />
          </FieldRow>
          <Text size="sm" c="dimmed">
            {t('nameHint')}
          </Text>
          <DialogFoot onClose={onClose} cancel={t('later')}>
            <Button type="submit" loading={form.isSaving}>
              {t('saveNames')}
            </Button>
          </DialogFoot>
        </Stack>
      </Form>
    </Dialog>
  );
}
