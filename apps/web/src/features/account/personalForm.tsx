import type { OwnProfile } from '@kontor/client/session/view/sessionView';
import { problemsOf } from '@kontor/contract/entity/entity';
import { profile as profileEntity } from '@kontor/contract/nouns/profile';
import { toBase64Url } from '@kontor/contract/wire/bytes';
import { Stack, TextInput } from '@mantine/core';
import { type SyntheticEvent, useState } from 'react';
import { useDraft } from '../../platform/draft/drafts.ts';
import { toastFailure } from '../../platform/failures/failures.ts';
import { useMessages } from '../../platform/text/messages.ts';
import { toast } from '../../platform/toasts.tsx';
import { currentSession } from '../../platform/workspace/session.ts';
import { Pair } from '../../ui/form/fieldRow.tsx';
import { goToFault } from '../../ui/form/focusFirstError.ts';
import { SaveBar } from '../../ui/form/saveBar.tsx';
import { logoUrl } from '../../ui/logo.ts';
import { PictureField } from '../../ui/picture/pictureField.tsx';
import { accountMessages } from './messages.ts';
import { PrivateFields } from './privateFields.tsx';

const untouched: Partial<OwnProfile> = {};

/** Without the spaces around what was typed; what is empty is left out. */
function trimmed(form: OwnProfile): OwnProfile {
  const fields = Object.entries(form).map(([key, value]) => [
    key,
    typeof value === 'string' ? value.trim() : value,
  ]);
  const { firstName, lastName, ...rest } = Object.fromEntries(fields) as OwnProfile;
  const filled = Object.entries(rest).filter(([, value]) => value);
  return { firstName, lastName, ...Object.fromEntries(filled) };
}

/** Name, picture and what nobody else reads. What was typed lies over what is stored, which may change meanwhile on another device. */
export function PersonalForm({ profile }: { profile: OwnProfile }) {
  const t = useMessages(accountMessages);
  const draft = useDraft('profile', untouched);
  const [tried, setTried] = useState(false);
  const [busy, setBusy] = useState(false);
  // The chosen section of a picture is forgotten with the draft.
  const [round, setRound] = useState(0);
  const next = trimmed({ ...profile, ...draft.value });
  const shown = { ...profile, ...draft.value };
  const { firstName, lastName, avatar } = shown;
  const problems = problemsOf(profileEntity, next);
  const faultOf = (key: 'firstName' | 'lastName') => (tried && problems[key] ? t('required') : undefined);

  const forget = () => {
    draft.clear();
    setTried(false);
    setRound(round + 1);
  };

  const save = async (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault();
    setTried(true);
    if (Object.keys(problems).length > 0) return goToFault(event.currentTarget);
    setBusy(true);
    try {
      const outcome = await currentSession().updateProfile(next);
      if (outcome === 'done') toast.success(t('saved'));
      else if (outcome === 'waiting') toast.info(t('savedHere'));
      else toastFailure({ code: outcome }, t('saveFailed'));
      if (outcome === 'done' || outcome === 'waiting') forget();
    } catch (failure) {
      toastFailure(failure, t('saveFailed'));
    }
    setBusy(false);
  };

  return (
    <form onSubmit={(event) => void save(event)} noValidate>
      <Stack gap="lg">
        <Pair isFolding>
          <TextInput
            label={t('firstName')}
            maxLength={100}
            value={firstName}
            error={faultOf('firstName')}
            onChange={(event) => draft.change({ firstName: event.currentTarget.value })}
          />
          <TextInput
            label={t('lastName')}
            maxLength={100}
            value={lastName}
            error={faultOf('lastName')}
            onChange={(event) => draft.change({ lastName: event.currentTarget.value })}
          />
        </Pair>
        <PictureField
          key={round}
          round
          label={t('avatar')}
          current={logoUrl(avatar)}
          onChange={(png) => draft.change({ avatar: png && toBase64Url(png as Uint8Array<ArrayBuffer>) })}
        />
        <PrivateFields value={shown} onChange={draft.change} />
        <SaveBar busy={busy} dirty={draft.dirty} onUndo={forget} />
      </Stack>
    </form>
  );
}
