/** Shows and opens what notifications are about. */
import { IconAddressBook, IconChecklist, IconMessages, IconSignature, IconUser } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { commentAnchor } from '../../features/comment/anchor.ts';
import { addressOf } from '../../features/document/address.ts';
import { FileIcon, typeOf } from '../../features/document/fileIcon.tsx';
import { usePeople } from '../../features/member/queries.ts';
import type { NotificationGroup } from '../../features/notification/groups.ts';
import { roomName } from '../../features/room/queries.ts';
import { taskMessages } from '../../features/task/messages.ts';
import { StatusIcon } from '../../features/task/statusIcon.tsx';
import { useMessages } from '../../platform/text/messages.ts';
import { shownName } from '../../platform/text/shownName.ts';
import { useWorkspace } from '../../platform/workspace/workspace.ts';
import { Icon } from '../../ui/icon.tsx';

export interface ShownSubject {
  label: string;
  icon: ReactNode;
  /** Its page; none where it opens over this one. */
  path?: string;
  query: Record<string, string>;
  /** The place of a comment that it is about. */
  hash?: string | undefined;
}

/** The part of a group that says what shows; a subject alone shows as a place. */
type ShownGroup = Pick<NotificationGroup, 'subject'> & Partial<NotificationGroup>;

/** Returns a function that tells how a group's subject shows; undefined where it is not there any more. */
export function useShown(workspace: string): (group: ShownGroup) => ShownSubject | undefined {
  const t = useMessages(taskMessages);
  const people = usePeople();
  const { records, userId } = useWorkspace();
  const { collections } = records;
  const page = (path: string, query: object = {}) => ({
    path: `/${workspace}/${path}`,
    query: { ...query } as Record<string, string>,
  });
  return ({ subject, recordId = '', count, event }) => {
    if (!subject) return undefined;
    const { noun, id } = subject;
    const hash = collections.comment.get(recordId) && commentAnchor(recordId);
    switch (noun) {
      case 'task': {
        const task = collections.task.get(id);
        return (
          task && {
            label: task.title || t('untitled'),
            icon: <StatusIcon status={task.status} />,
            query: { panel: 'task', item: id },
            hash,
          }
        );
      }
      case 'project': {
        const project = collections.project.get(id);
        const document = count === 1 ? collections.document.get(recordId) : undefined;
        if (!project) return undefined;
        const { path, search } = document ? addressOf(document) : { path: `projects/${id}`, search: {} };
        const isFiles = event === 'NEW_DOCUMENT_ON_PROJECT' && !document;
        return {
          label: project.name,
          icon: <Icon of={IconChecklist} />,
          ...page(isFiles ? `${path}/documents` : path, search),
        };
      }
      case 'customer': {
        const customer = collections.customer.get(id);
        return (
          customer && {
            label: customer.name,
            icon: <Icon of={IconAddressBook} />,
            ...page(`customers/${id}/documents`),
          }
        );
      }
      case 'document': {
        const document = collections.document.get(id);
        if (!document) return undefined;
        const { path, search } = addressOf(document);
        return {
          label: shownName(document.name),
          icon: <FileIcon type={typeOf(document)} />,
          ...page(path, search),
          hash,
        };
      }
      case 'signing': {
        const request = collections.signing.get(id);
        return (
          request && {
            label: shownName(request.name),
            icon: <Icon of={IconSignature} />,
            ...page(`signatures/${id}`),
          }
        );
      }
      case 'room': {
        const room = collections.room.get(id);
        if (!room) return undefined;
        const at = collections.message.get(recordId)?.createdRevision;
        // Of one that is not on this device the room finds the place by its id.
        const message = recordId !== '' && recordId !== id && { message: recordId };
        return {
          label: roomName(room, people, userId),
          icon: <Icon of={IconMessages} />,
          ...page(`chat/${id}`, { ...message, ...(at && { at: String(at) }) }),
        };
      }
      case 'member':
        return {
          label: people.get(id)?.name ?? '?',
          icon: <Icon of={IconUser} />,
          ...page('settings/users'),
        };
    }
  };
}
