import { scopeAccess } from '@kontor/contract/entity/scopeKind';
import { isProjectRoom, pastReaders, type Room } from '@kontor/contract/nouns/room';
import { Radio, Stack, Text, TextInput } from '@mantine/core';
import '@mantine/core/styles/Radio.layer.css';
import { useMessages } from '../../platform/text/messages.ts';
import { useWorkspace } from '../../platform/workspace/workspace.ts';
import type { FormPart } from '../../ui/form/useForm.ts';
import { AdmittedBy } from '../../ui/person/admittedBy.tsx';
import type { People } from '../../ui/person/people.tsx';
import { PeopleInput } from '../../ui/person/peopleInput.tsx';
import type { RoomValues } from './actions.ts';
import { roomMessages } from './messages.ts';
import { letsIn } from './roomFields.ts';

interface RoomInputsProps {
  form: FormPart<RoomValues>;
  people: People;
  /** Those who can be members. */
  colleagues: People;
  /** None for a new one. */
  room: Room | undefined;
}

/**
 * Shows the fields of a room. Who reads it is chosen once: what was written for few is not handed to all. Who reads that of a
 * project, and who is in that of a private one, follows from the project.
 */
export function RoomInputs({ form, people, colleagues, room }: RoomInputsProps) {
  const t = useMessages(roomMessages);
  const { userId } = useWorkspace();
  const { access } = form.values;
  const isNew = room === undefined;
  const isOfProject = room !== undefined && isProjectRoom(room);
  // Nobody comes back into a private one by themselves: leaving it is asked for on its own.
  const stays = isNew || (access === 'private' && room.memberIds.includes(userId));
  return (
    <Stack gap="lg">
      <TextInput label={t('name')} data-autofocus withAsterisk {...form.field('name')} />
      <TextInput label={t('topic')} placeholder={t('topicHint')} {...form.field('topic')} />
      {isNew ? (
        <Radio.Group label={t('access')} {...form.field('access')}>
          <Stack gap="xs" mt="xs">
            {scopeAccess.map((each) => (
              <Radio key={each} value={each} label={t(each)} />
            ))}
          </Stack>
        </Radio.Group>
      ) : (
        <div>
          <Text size="sm" fw={500}>
            {t('access')}
          </Text>
          <Text size="sm">{t(access)}</Text>
          <Text size="sm" c="dimmed">
            {t(isOfProject ? 'accessFollows' : 'accessStays')}
          </Text>
          {access === 'private' && <AdmittedBy scopeId={room.id} people={people} />}
        </div>
      )}
      {isOfProject && access === 'private' ? (
        <Text size="sm">{t('projectMembers')}</Text>
      ) : (
        <PeopleInput
          label={t('members')}
          placeholder={t('membersHint')}
          nothingFound={t('nobodyFound')}
          people={people}
          offered={colleagues}
          {...(stays && { kept: userId, description: t(isNew ? 'selfStays' : 'selfLeaves') })}
          {...form.field('memberIds')}
        />
      )}
      {letsIn(room, form.values) ? (
        <Radio.Group label={t('past')} {...form.field('past')}>
          <Stack gap="xs" mt="xs">
            {pastReaders.map((each) => (
              <Radio key={each} value={each} label={t(each)} />
            ))}
          </Stack>
        </Radio.Group>
      ) : (
        access === 'private' && (
          <Text size="sm" c="dimmed">
            {t(room?.projectId === undefined ? 'privatePast' : 'projectPast')}
          </Text>
        )
      )}
    </Stack>
  );
}
