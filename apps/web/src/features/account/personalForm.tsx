import type { OwnProfile } from '@kontor/client/session/view/sessionView';
import { toBase64Url } from '@kontor/contract/wire/bytes';
import { Stack, TextInput } from '@mantine/core';
import { toastFailure } from '../../platform/failures/failures.ts';
import { countryName } from '../../platform/text/countries.ts';
import { useMessages } from '../../platform/text/messages.ts';
import { toast } from '../../platform/toasts.tsx';
import { currentSession } from '../../platform/workspace/session.ts';
import { FieldRow } from '../../ui/form/fieldRow.tsx';
import { Form } from '../../ui/form/form.tsx';
import { fromValues, RecordConflicts } from '../../ui/form/recordConflicts.tsx';
import { SaveBar } from '../../ui/form/saveBar.tsx';
import { useForm } from '../../ui/form/useForm.ts';
import { logoUrl } from '../../ui/logo.ts';
import type { People } from '../../ui/person/people.tsx';
import { PictureField } from '../../ui/picture/pictureField.tsx';
import { accountMessages } from './messages.ts';
import { PrivateInputs } from './privateInputs.tsx';
import { profileFields } from './profileFields.ts';

const shownCountry = (code: string) => code && countryName(code);
const shownPicture = (png: string) => png && <img src={logoUrl(png)} alt="" width={64} height={64} />;
/** Only the person writes here: both texts are theirs. */
const nobodyElse: People = new Map();
const show = { avatar: shownPicture, nationality: shownCountry, country: shownCountry };

/** Asks for name, picture and what nobody else reads. */
export function PersonalForm({ profile }: { profile: OwnProfile }) {
  const t = useMessages(accountMessages);
  const form = useForm({
    stored: profileFields.read(profile),
    errors: profileFields.errors,
    draft: 'profile',
    draftPlace: 'account',
  });
  const save = form.submit(async (_values, changes) => {
    const isPicture = Object.keys(changes).join() === 'avatar';
    const failed = t(isPicture ? 'avatarFailed' : 'saveFailed');
    try {
      const outcome = await currentSession().updateProfile(profileFields.write(changes));
      if (outcome === 'done') toast.success(t('saved'));
      else if (outcome === 'waiting') toast.info(t('savedHere'));
      else toastFailure({ code: outcome }, failed);
      return outcome === 'done' || outcome === 'waiting';
    } catch (failure) {
      toastFailure(failure, failed);
      return false;
    }
  });
  return (
    <Form form={form} onSubmit={save} labelOf={(name) => t(name)} show={show}>
      <RecordConflicts
        entity="profile"
        record={profile}
        people={nobodyElse}
        labelOf={(field) => t(field as 'firstName')}
        show={fromValues({ nationality: shownCountry, country: shownCountry })}
        settle={(shown, choice) => currentSession().resolveProfile(shown, choice)}
      />
      <Stack gap="lg">
        <FieldRow isFolding>
          <TextInput label={t('firstName')} {...form.field('firstName')} />
          <TextInput label={t('lastName')} {...form.field('lastName')} />
        </FieldRow>
        <PictureField
          key={form.round}
          round
          label={t('avatar')}
          current={logoUrl(form.values.avatar)}
          onChange={(png) => form.set({ avatar: png ? toBase64Url(png as Uint8Array<ArrayBuffer>) : '' })}
        />
        <PrivateInputs form={form} />
        <SaveBar form={form} />
      </Stack>
    </Form>
  );
}
