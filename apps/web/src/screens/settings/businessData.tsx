import { toBase64Url } from '@kontor/contract/wire/bytes';
import { Stack, Text, TextInput, Title } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { type SyntheticEvent, useState } from 'react';
import {
  BusinessFields,
  type BusinessForm,
  businessFaults,
  businessFormOf,
} from '../../features/workspace/businessFields.tsx';
import { ColorField } from '../../features/workspace/colorField.tsx';
import { workspaceMessages } from '../../features/workspace/messages.ts';
import { saveBusiness } from '../../features/workspace/saveBusiness.ts';
import { useDraft } from '../../platform/draft/drafts.ts';
import { toastFailure } from '../../platform/failures/failures.ts';
import { usePage } from '../../platform/page.tsx';
import { useMessages } from '../../platform/text/messages.ts';
import { toast } from '../../platform/toasts.tsx';
import { currentSession, useSession } from '../../platform/workspace/session.ts';
import { useRecord } from '../../platform/workspace/workspace.ts';
import { goToFault } from '../../ui/form/focusFirstError.ts';
import { SaveBar } from '../../ui/form/saveBar.tsx';
import { logoUrl } from '../../ui/logo.ts';
import { PictureField } from '../../ui/picture/pictureField.tsx';
import { settingsMessages } from './messages.ts';
import css from './settings.module.css';

interface Form extends BusinessForm {
  name: string;
  color: string;
  /** base64url of a PNG; empty for none. */
  logo: string;
}

const untouched: Partial<Form> = {};
const route = getRouteApi('/signed-in/$workspace/settings/business-data');

/** What the firm is called, and its details. What was typed lies over what another admin may change meanwhile. */
export function BusinessData() {
  const t = useMessages(settingsMessages);
  const w = useMessages(workspaceMessages);
  const { workspace } = route.useParams();
  usePage(t('businessData'), [{ label: t('settings') }]);
  const summary = useSession((session) => session.workspaces.list.find(({ id }) => id === workspace));
  const record = useRecord('business', workspace);
  const draft = useDraft(`business ${workspace}`, untouched);
  const [tried, setTried] = useState(false);
  const [busy, setBusy] = useState(false);
  // The chosen section of a picture is forgotten with the draft.
  const [round, setRound] = useState(0);
  if (!summary) return null;
  const known = { name: summary.name, color: summary.color, logo: summary.logo };
  const { name, color, logo, ...business } = { ...known, ...businessFormOf(record), ...draft.value };
  const faults = businessFaults(business);

  const forget = () => {
    draft.clear();
    setTried(false);
    setRound(round + 1);
  };

  const save = async (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault();
    setTried(true);
    if (!name.trim() || Object.keys(faults).length > 0) return goToFault(event.currentTarget);
    setBusy(true);
    try {
      const outcome = await saveBusiness(business);
      const facts = { name: name.trim(), color, logo };
      const isSame = (Object.keys(facts) as (keyof typeof facts)[]).every((key) => facts[key] === known[key]);
      if (!isSame) await currentSession().workspaces.update(workspace, facts);
      if (outcome === 'waiting') toast.info(t('savedHere'));
      else toast.success(t('saved'));
      forget();
    } catch (failure) {
      toastFailure(failure, t('saveFailed'));
    }
    setBusy(false);
  };

  return (
    <form className={css.form} onSubmit={(event) => void save(event)} noValidate>
      <Stack gap="xl">
        <TextInput
          label={w('name')}
          description={w('nameHint')}
          maxLength={200}
          value={name}
          error={tried && !name.trim() && w('required')}
          onChange={(event) => draft.change({ name: event.currentTarget.value })}
        />
        <PictureField
          key={round}
          label={w('logo')}
          current={logoUrl(logo)}
          onChange={(png) => draft.change({ logo: png ? toBase64Url(png as Uint8Array<ArrayBuffer>) : '' })}
        />
        <ColorField value={color} onChange={(next) => draft.change({ color: next })} />
        <section aria-label={t('firm')}>
          <Title order={2}>{t('firm')}</Title>
          <Text c="dimmed" mb="lg">
            {w('businessHint')}
          </Text>
          <BusinessFields value={business} faults={tried ? faults : {}} onChange={draft.change} />
        </section>
        <SaveBar busy={busy} dirty={draft.dirty} onUndo={forget} />
      </Stack>
    </form>
  );
}
