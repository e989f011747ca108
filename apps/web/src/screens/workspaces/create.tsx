import { sameValue } from '@kontor/client/replica/sameValue';
import { newWorkspaceId } from '@kontor/client/session/workspaces';
import { fromBase64Url, toBase64Url } from '@kontor/contract/wire/bytes';
import { Button, Group, Stack, Text, TextInput, Title } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { agreementMessages } from '../../features/agreement/messages.ts';
import { KitSteps } from '../../features/kit/kitSteps.tsx';
import { BusinessInputs } from '../../features/workspace/businessInputs.tsx';
import { ColorField, workspaceColors } from '../../features/workspace/colorField.tsx';
import { workspaceMessages } from '../../features/workspace/messages.ts';
import {
  businessFields,
  type WorkspaceValues,
  workspaceErrors,
} from '../../features/workspace/workspaceFields.ts';
import { useRemembered } from '../../platform/draft/drafts.ts';
import { toastFailure } from '../../platform/failures/failures.ts';
import { usePage } from '../../platform/page.tsx';
import { useMessages } from '../../platform/text/messages.ts';
import { toast } from '../../platform/toasts.tsx';
import { useStepFocus } from '../../platform/useStepFocus.ts';
import { useServerTerms } from '../../platform/workspace/serverTerms.ts';
import { currentSession } from '../../platform/workspace/session.ts';
import { present } from '../../ui/form/entityFields.ts';
import { Form } from '../../ui/form/form.tsx';
import { useForm } from '../../ui/form/useForm.ts';
import { logoUrl } from '../../ui/logo.ts';
import { PictureField } from '../../ui/picture/pictureField.tsx';

const initial: WorkspaceValues = {
  ...businessFields.read(),
  name: '',
  color: workspaceColors[0].color,
  logo: '',
};

/** An attempt, and what was entered by then. */
interface Tried {
  id: string;
  values: WorkspaceValues;
}

/** Shows a new workspace: name and logo, business details, and for an account that has none yet the recovery kit. */
export function CreateWorkspace() {
  const t = useMessages(workspaceMessages);
  usePage(t('create'));
  const navigate = useNavigate();
  const [step, setStep] = useState<'name' | 'business' | 'kit'>('name');
  useStepFocus(step);
  // The attempts whose answer did not come: the next one looks for them, and makes no other beside them.
  const [tried, setTried] = useRemembered<readonly Tried[]>('workspace tried', [], 'account');
  const [created, setCreated] = useState<string>();
  const [withKit] = useState(() => currentSession().user?.hasKit === false);
  const steps = withKit ? 3 : 2;
  const isFirst = step === 'name';
  const offered = useServerTerms()?.agreement;
  const form = useForm({
    stored: initial,
    // What the second step asks for is not judged in the first.
    errors: (values) => (isFirst ? { name: workspaceErrors(values).name } : workspaceErrors(values)),
    draft: 'workspace',
    draftPlace: 'account',
  });

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, before anything is typed
  useEffect(() => {
    const { list } = currentSession().workspaces;
    if (!tried.some((each) => list.some(({ id }) => id === each.id))) return;
    setTried([]);
    form.clear();
  }, []);

  // "Back" is not to open the form again.
  const enter = (workspace: string) => navigate({ to: '/$workspace', params: { workspace }, replace: true });

  const send = form.submit(async (values) => {
    const { name, color, logo, ...business } = values;
    if (isFirst) {
      setStep('business');
      return false;
    }
    const next = newWorkspaceId();
    setTried([...tried, { id: next, values }]);
    try {
      const facts = {
        name: name.trim(),
        color,
        ...(logo && { logo: fromBase64Url(logo) }),
        business: present(businessFields.write(business)),
      };
      const id = await currentSession().workspaces.create(
        facts,
        next,
        tried.map((each) => each.id),
      );
      const earlier = tried.find((each) => each.id === id);
      if (earlier && !sameValue(earlier.values, values)) toast.info(t('createdBefore'));
      setTried([]);
      setCreated(id);
      if (withKit) setStep('kit');
      else await enter(id);
      return true;
    } catch (failure) {
      toastFailure(failure, t('createFailed'));
      return false;
    }
  });

  if (step === 'kit' && created)
    return (
      <>
        <Text c="dimmed">{t('step', { step: 3, steps })}</Text>
        <KitSteps onDone={() => void enter(created)} onLater={() => void enter(created)} />
      </>
    );
  return (
    <Form form={form} onSubmit={send}>
      <Text c="dimmed">{t('step', { step: isFirst ? 1 : 2, steps })}</Text>
      <Title order={1} mb="lg">
        {t(isFirst ? 'nameStep' : 'businessStep')}
      </Title>
      {/* Hidden, not gone, in the second step: the chosen section of the picture stays as it is. */}
      <Stack gap="xl" display={isFirst ? undefined : 'none'}>
        <TextInput
          label={t('name')}
          description={t('nameHint')}
          autoFocus
          autoComplete="organization"
          {...form.field('name')}
        />
        <PictureField
          label={t('logo')}
          current={logoUrl(form.values.logo)}
          onChange={(png) => form.set({ logo: png ? toBase64Url(png as Uint8Array<ArrayBuffer>) : '' })}
        />
        <ColorField value={form.values.color} onChange={(color) => form.set({ color })} />
      </Stack>
      {!isFirst && (
        <>
          <Text mb="lg">{t('businessHint')}</Text>
          <BusinessInputs form={form} autoFocus />
          {offered && <Text mt="lg">{agreementMessages.t('atCreation', { version: offered.version })}</Text>}
        </>
      )}
      <Group justify="flex-end" mt="xl">
        {!isFirst && (
          <Button variant="default" onClick={() => setStep('name')}>
            {t('back')}
          </Button>
        )}
        <Button type="submit" loading={form.isSaving}>
          {t(isFirst ? 'next' : 'create')}
        </Button>
      </Group>
    </Form>
  );
}
