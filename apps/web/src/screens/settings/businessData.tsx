import { toBase64Url } from '@kontor/contract/wire/bytes';
import { Stack, Text, TextInput, Title } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { usePeople } from '../../features/member/queries.ts';
import { BusinessInputs, businessShow } from '../../features/workspace/businessInputs.tsx';
import { ColorField } from '../../features/workspace/colorField.tsx';
import { workspaceMessages } from '../../features/workspace/messages.ts';
import { saveBusiness } from '../../features/workspace/saveBusiness.ts';
import { businessFields, workspaceErrors } from '../../features/workspace/workspaceFields.ts';
import { toastFailure } from '../../platform/failures/failures.ts';
import { usePage } from '../../platform/page.tsx';
import { useMessages } from '../../platform/text/messages.ts';
import { toast } from '../../platform/toasts.tsx';
import { currentSession, useSession } from '../../platform/workspace/session.ts';
import { useRecord } from '../../platform/workspace/workspace.ts';
import { Form } from '../../ui/form/form.tsx';
import { fromValues, RecordConflicts } from '../../ui/form/recordConflicts.tsx';
import { SaveBar } from '../../ui/form/saveBar.tsx';
import { useForm } from '../../ui/form/useForm.ts';
import { logoUrl } from '../../ui/logo.ts';
import { PictureField } from '../../ui/picture/pictureField.tsx';
import { facts, factsFailure } from './factsFailure.ts';
import { settingsMessages } from './messages.ts';
import css from './settings.module.css';
import { WorkspaceEnd } from './workspaceEnd.tsx';

const route = getRouteApi('/signed-in/$workspace/settings/business-data');

const shownColor = (color: string) => <span className={css.color} style={{ backgroundColor: color }} />;
const shownLogo = (png: string) => png && <img src={logoUrl(png)} alt="" width={64} height={64} />;

/** Edits the firm's name and its details. */
export function BusinessData() {
  const t = useMessages(settingsMessages);
  const w = useMessages(workspaceMessages);
  const { workspace } = route.useParams();
  usePage(t('businessData'), [{ label: t('settings') }]);
  const summary = useSession((session) => session.workspaces.list.find(({ id }) => id === workspace));
  const record = useRecord('business', workspace);
  const people = usePeople();
  const form = useForm({
    stored: {
      ...businessFields.read(record),
      name: summary?.name ?? '',
      color: summary?.color ?? '',
      logo: summary?.logo ?? '',
    },
    errors: workspaceErrors,
    draft: `business ${workspace}`,
  });
  if (!summary) return null;

  const save = form.submit(async (_values, changes, base) => {
    const names = facts.filter((name) => name in changes);
    const changed = Object.fromEntries(names.map((name) => [name, changes[name]?.trim()]));
    const was = Object.fromEntries(names.map((name) => [name, base[name]]));
    try {
      const outcome = await saveBusiness(changes);
      if (Object.keys(changed).length > 0)
        try {
          await currentSession().workspaces.update(workspace, changed, was);
        } catch (failure) {
          toast.error(factsFailure(failure, changes));
          return false;
        }
      if (outcome === 'waiting') toast.info(t('savedHere'));
      else toast.success(t('saved'));
      return true;
    } catch (failure) {
      toastFailure(failure, t('saveFailed'));
      return false;
    }
  });

  return (
    <>
      <Form
        className={css.form}
        form={form}
        onSubmit={save}
        labelOf={(name) => w(name)}
        show={{ ...businessShow, color: shownColor, logo: shownLogo }}
      >
        <Stack gap="xl">
          <TextInput label={w('name')} description={w('nameHint')} {...form.field('name')} />
          <PictureField
            key={form.round}
            label={w('logo')}
            current={logoUrl(form.values.logo)}
            onChange={(png) => form.set({ logo: png ? toBase64Url(png as Uint8Array<ArrayBuffer>) : '' })}
          />
          <ColorField value={form.values.color} onChange={(color) => form.set({ color })} />
          <section aria-label={t('firm')}>
            <Title order={2}>{t('firm')}</Title>
            <Text c="dimmed" mb="lg">
              {w('businessHint')}
            </Text>
            {record && (
              <RecordConflicts
                entity="business"
                record={record}
                people={people}
                labelOf={(field) => w(field as 'name')}
                show={fromValues(businessShow)}
              />
            )}
            <BusinessInputs form={form} />
          </section>
          <SaveBar form={form} />
        </Stack>
      </Form>
      <WorkspaceEnd summary={summary} />
    </>
  );
}
