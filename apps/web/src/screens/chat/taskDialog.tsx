import type { Message } from '@kontor/contract/nouns/message';
import { Button, Select, Text } from '@mantine/core';
import { useState } from 'react';
import { roomMessages } from '../../features/room/messages.ts';
import { authorName } from '../../features/room/queries.ts';
import { makeTask } from '../../features/room/stream/actions.ts';
import { byName } from '../../platform/text/compare.ts';
import { useMessages } from '../../platform/text/messages.ts';
import { useHasHeads, useProjectIsHere } from '../../platform/workspace/loaded.ts';
import { useAll } from '../../platform/workspace/workspace.ts';
import { SkeletonRows } from '../../ui/loading.tsx';
import { Dialog } from '../../ui/overlay/dialog.tsx';
import { DialogFoot } from '../../ui/overlay/dialogFoot.tsx';
import { usePanel } from '../../ui/overlay/panel.ts';
import type { People } from '../../ui/person/people.tsx';

interface TaskDialogProps {
  message: Message;
  /** The project whose room it is. */
  projectId: string | undefined;
  people: People;
  onClose: () => void;
}

/** Makes a task of a message, in a project that the person chooses, and opens it. */
export function TaskDialog({ message, projectId, people, onClose }: TaskDialogProps) {
  const t = useMessages(roomMessages);
  const { open } = usePanel();
  const projects = useAll('project').filter(({ archivedAt }) => archivedAt === undefined);
  // Archived projects take no tasks.
  const [chosen, setChosen] = useState(projects.find(({ id }) => id === projectId)?.id ?? null);
  const hasHeads = useHasHeads();
  // The new task is ranked after those of its project, which have to be here.
  const isReady = useProjectIsHere(chosen);
  const name = authorName(message, people, t('somebody'));
  return (
    <Dialog title={t('makeTask')} onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          const id = chosen && isReady && makeTask(message, chosen, t('untitled', { name }));
          if (!id) return;
          onClose();
          open('task', id);
        }}
      >
        {projects.length === 0 && !hasHeads && <SkeletonRows rows={2} />}
        {projects.length === 0 && hasHeads && <Text>{t('makeTaskNowhere')}</Text>}
        {projects.length > 0 && (
          <Select
            label={t('makeTaskIn')}
            data={projects.toSorted(byName).map((each) => ({ value: each.id, label: each.name }))}
            value={chosen}
            onChange={setChosen}
            searchable
            data-autofocus
            comboboxProps={{ withinPortal: true }}
          />
        )}
        <DialogFoot onClose={onClose}>
          <Button type="submit" disabled={!chosen} loading={!isReady}>
            {t('makeTaskCreate')}
          </Button>
        </DialogFoot>
      </form>
    </Dialog>
  );
}
