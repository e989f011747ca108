import { Button, Group, Stack, Text, TextInput, Title } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { type SyntheticEvent, useState } from 'react';
import { KitSteps } from '../../features/kit/kitSteps.tsx';
import {
  BusinessFields,
  type BusinessForm,
  businessFaults,
  businessOf,
  emptyBusiness,
} from '../../features/workspace/businessFields.tsx';
import { ColorField, workspaceColors } from '../../features/workspace/colorField.tsx';
import { workspaceMessages } from '../../features/workspace/messages.ts';
import { useDraft } from '../../platform/draft/drafts.ts';
import { toastFailure } from '../../platform/failures/failures.ts';
import { usePage } from '../../platform/page.tsx';
import { useMessages } from '../../platform/text/messages.ts';
import { currentSession } from '../../platform/workspace/session.ts';
import { goToFault } from '../../ui/form/focusFirstError.ts';
import { PictureField } from '../../ui/picture/pictureField.tsx';

interface Form extends BusinessForm {
  name: string;
  color: string;
}

const initial: Form = { ...emptyBusiness, name: '', color: workspaceColors[0] };

/** A new workspace: name and logo, business details, and for an account that has none yet the recovery kit. */
export function CreateWorkspace() {
  const t = useMessages(workspaceMessages);
  usePage(t('create'));
  const navigate = useNavigate();
  const draft = useDraft('workspace', initial);
  const [logo, setLogo] = useState<Uint8Array>();
  const [step, setStep] = useState<'name' | 'business' | 'kit'>('name');
  const [tried, setTried] = useState(false);
  const [busy, setBusy] = useState(false);
  const [created, setCreated] = useState<string>();
  const [withKit] = useState(() => currentSession().user?.hasKit === false);
  const { name, color, ...business } = draft.value;
  const steps = withKit ? 3 : 2;
  const faults = businessFaults(business);

  const enter = (workspace: string) => navigate({ to: '/$workspace', params: { workspace } });

  const next = (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault();
    setTried(!name.trim());
    if (name.trim()) setStep('business');
    else goToFault(event.currentTarget);
  };

  const create = async (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault();
    setTried(true);
    if (Object.keys(faults).length > 0) return goToFault(event.currentTarget);
    setBusy(true);
    try {
      const id = await currentSession().workspaces.create({
        name: name.trim(),
        color,
        ...(logo && { logo }),
        business: businessOf(business),
      });
      draft.clear();
      setCreated(id);
      if (withKit) setStep('kit');
      else await enter(id);
    } catch (failure) {
      toastFailure(failure, t('createFailed'));
      setBusy(false);
    }
  };

  if (step === 'kit' && created)
    return (
      <>
        <Text c="dimmed">{t('step', { step: 3, steps })}</Text>
        <KitSteps onDone={() => void enter(created)} onLater={() => void enter(created)} />
      </>
    );
  const isFirst = step === 'name';
  return (
    <form onSubmit={(event) => (isFirst ? next(event) : void create(event))} noValidate>
      <Text c="dimmed">{t('step', { step: isFirst ? 1 : 2, steps })}</Text>
      <Title order={1} mb="lg">
        {t(isFirst ? 'nameStep' : 'businessStep')}
      </Title>
      {/* Hidden, not gone, in the second step: the chosen section of the picture stays as it is. */}
      <Stack gap="xl" display={isFirst ? undefined : 'none'}>
        <TextInput
          label={t('name')}
          description={t('nameHint')}
          maxLength={200}
          autoFocus
          autoComplete="organization"
          value={name}
          error={isFirst && tried && !name.trim() && t('required')}
          onChange={(event) => draft.change({ name: event.currentTarget.value })}
        />
        <PictureField label={t('logo')} onChange={setLogo} />
        <ColorField value={color} onChange={(next) => draft.change({ color: next })} />
      </Stack>
      {!isFirst && (
        <>
          <Text mb="lg">{t('businessHint')}</Text>
          <BusinessFields value={business} faults={tried ? faults : {}} onChange={draft.change} autoFocus />
        </>
      )}
      <Group justify="flex-end" mt="xl">
        {!isFirst && (
          <Button variant="default" onClick={() => setStep('name')}>
            {t('back')}
          </Button>
        )}
        <Button type="submit" loading={busy}>
          {t(isFirst ? 'next' : 'create')}
        </Button>
      </Group>
    </form>
  );
}
