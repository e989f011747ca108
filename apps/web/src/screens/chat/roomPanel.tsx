import type { Room } from '@kontor/contract/nouns/room';
import { Stack } from '@mantine/core';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useColleagues, usePeople } from '../../features/member/queries.ts';
import { continueRoom, createRoom, type RoomValues, updateRoom } from '../../features/room/actions.ts';
import { roomMessages } from '../../features/room/messages.ts';
import { isDirect, useIsPrivate, useRoom } from '../../features/room/queries.ts';
import { letsIn, roomErrors, roomValues } from '../../features/room/roomFields.ts';
import { RoomInputs } from '../../features/room/roomInputs.tsx';
import { useMessages } from '../../platform/text/messages.ts';
import { toast } from '../../platform/toasts.tsx';
import { useWorkspace } from '../../platform/workspace/workspace.ts';
import { FormSlideOver } from '../../ui/form/formSlideOver.tsx';
import { LeftDraft } from '../../ui/form/leftDraft.tsx';
import { formMessages } from '../../ui/form/messages.ts';
import { RecordConflicts } from '../../ui/form/recordConflicts.tsx';
import { useForm } from '../../ui/form/useForm.ts';
import { EmptyState } from '../../ui/list/emptyState.tsx';
import { SlideOver } from '../../ui/overlay/slideOver.tsx';
import { namesOf } from '../../ui/person/peopleInput.tsx';

interface RoomPanelProps {
  /** The room's id; none for a new one. */
  item: string | undefined;
  close: () => void;
}

const route = getRouteApi('/signed-in/$workspace');

function Panel({ room, close }: { room: Room | undefined; close: () => void }) {
  const t = useMessages(roomMessages);
  const { workspace } = route.useParams();
  const navigate = useNavigate();
  const { userId } = useWorkspace();
  const people = usePeople();
  const colleagues = useColleagues();
  const isPrivate = useIsPrivate(room?.id ?? '');
  const form = useForm<RoomValues>({
    stored: roomValues(room, room && isPrivate ? 'private' : 'open', userId),
    errors: roomErrors,
    draft: `room ${room?.id ?? 'new'}`,
  });
  const show = (id: string) =>
    // "Back" is not to open the form again.
    navigate({ to: '/$workspace/chat/$room', params: { workspace, room: id }, replace: true });
  const save = form.submit((values, { access: _, past: __, ...changes }) => {
    if (room && values.past === 'kept' && letsIn(room, values)) {
      const next = continueRoom(room.id, values);
      if (!next) return false;
      toast.success(t('continued', { name: values.name.trim() }));
      void show(next);
      return true;
    }
    if (room) {
      if (!updateRoom(room.id, changes)) return false;
      toast.success(formMessages.t('saved'));
      close();
      return true;
    }
    const made = createRoom(values);
    if (!made) return false;
    toast.success(t('created', { name: values.name.trim() }));
    void show(made);
    return true;
  });
  return (
    <FormSlideOver
      title={room ? t('editRoom') : t('newRoom')}
      onClose={close}
      form={form}
      action={room ? t('save') : t('create')}
      onSubmit={save}
      labelOf={(name) => t(name === 'memberIds' ? 'members' : name)}
      show={{ memberIds: (ids: string[]) => namesOf(ids, people) }}
    >
      <Stack gap="lg">
        {room && (
          <RecordConflicts
            entity="room"
            record={room}
            people={people}
            labelOf={(field) => t(field === 'name' ? 'name' : 'topic')}
          />
        )}
        <RoomInputs form={form} people={people} colleagues={colleagues} room={room} />
      </Stack>
    </FormSlideOver>
  );
}

/** Shows the form of a room, new or not. */
export function RoomPanel({ item, close }: RoomPanelProps) {
  const t = useMessages(roomMessages);
  const room = useRoom(item);
  if (item && (!room || isDirect(room)))
    return (
      <SlideOver title={t('room')} onClose={close}>
        <EmptyState>{t('gone')}</EmptyState>
        <LeftDraft<RoomValues>
          draft={`room ${item}`}
          labelOf={(name) => t(name === 'name' ? 'name' : 'topic')}
          omit={['access', 'past']}
        />
      </SlideOver>
    );
  return <Panel room={room} close={close} />;
}
