/** Makes the line of each kind of record: its name, where it lies, and where it opens. */

import type { WordedFile } from '@kontor/client/nouns/document';
import { beginOf } from '@kontor/client/nouns/timeEntry';
import type { Row } from '@kontor/client/replica/row';
import { searchedDocument, tagOf } from '@kontor/client/searching/searchedDocument';
import { can } from '@kontor/contract/capability';
import type { Document } from '@kontor/contract/nouns/document';
import { type EntityName, entityOf } from '@kontor/contract/nouns/entities';
import type { Room } from '@kontor/contract/nouns/room';
import {
  IconAddressBook,
  IconBeach,
  IconChecklist,
  IconClock,
  IconMessage,
  IconMessages,
  IconSignature,
  IconUser,
} from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { commentAnchor } from '../../features/comment/anchor.ts';
import { addressOf } from '../../features/document/address.ts';
import { FileIcon, typeOf } from '../../features/document/fileIcon.tsx';
import { useColleagues, usePeople } from '../../features/member/queries.ts';
import { messageText } from '../../features/room/messageText.ts';
import { roomName } from '../../features/room/queries.ts';
import { useWriteTo } from '../../features/room/useWriteTo.ts';
import { taskMessages } from '../../features/task/messages.ts';
import { StatusIcon } from '../../features/task/statusIcon.tsx';
import { titleOf } from '../../features/timeEntry/entryTitle.ts';
import { monthMessages } from '../../features/timeEntry/month/messages.ts';
import { cut } from '../../platform/text/cut.ts';
import { formatDate, formatDateTime } from '../../platform/text/format.ts';
import { useMessages } from '../../platform/text/messages.ts';
import { personName } from '../../platform/text/personName.ts';
import { shownName } from '../../platform/text/shownName.ts';
import { useActor } from '../../platform/workspace/actor.ts';
import { currentWorkspace } from '../../platform/workspace/workspace.ts';
import { Icon } from '../../ui/icon.tsx';
import { usePanel } from '../../ui/overlay/panel.ts';
import { plainText } from '../../ui/richText/plain.ts';
import { around, isOwnLined, type OwnLined } from './kinds.ts';
import { leadsTo, managesCustomers } from './leads.ts';
import { searchMessages } from './messages.ts';
import type { Lookups } from './typedQuery.ts';

export interface Line {
  id: string;
  label: string;
  /** The project or customer that it lies in, and whether it is put away. */
  place: string;
  /** The part of its text that was found, where its name does not show why. */
  snippet?: string | undefined;
  /** The files whose words were found, where neither its name nor its texts show why. */
  worded?: readonly WordedFile[] | undefined;
  /** True if it was found with typos alone. */
  withTypos?: boolean | undefined;
  icon: ReactNode;
  /** Its address: a page, or the one in view where it opens over that; and the query. */
  path?: string | undefined;
  query: Record<string, string>;
  /** The place on that page. */
  hash?: string | undefined;
  open: () => void;
}

/** Returns nothing of what is not there any more, or leads nowhere. */
type MakeLine = (id: string) => Omit<Line, 'id' | 'snippet' | 'worded' | 'withTypos'> | undefined;

/** Returns the beginning of a text as it stands in one line. */
const inOneLine = (text: string): string => cut(text.replace(/\s+/g, ' ').trim(), 120);

/** Returns a function that makes the line of a record: the noun's own, else that of what it lies in, by its words. */
export function useLineOf(
  workspace: string,
  { archived }: Pick<Lookups, 'archived'>,
): (noun: EntityName, id: string) => ReturnType<MakeLine> {
  const t = useMessages(searchMessages);
  const task = useMessages(taskMessages);
  const month = useMessages(monthMessages);
  const navigate = useNavigate();
  const { open } = usePanel();
  const actor = useActor();
  const managesPeople = actor !== undefined && can(actor, 'personnel.update');
  const page = (path: string, query: Record<string, string> = {}, hash?: string) => ({
    path,
    query,
    hash,
    open: () => void navigate({ to: path as string, search: query as object, ...(hash && { hash }) }),
  });
  const over = (panel: string, item: string, hash?: string) => ({
    query: { panel, item },
    hash,
    open: () => open(panel, item, hash),
  });
  const { records, userId } = currentWorkspace();
  const { collections } = records;
  const people = usePeople();
  const colleagues = useColleagues();
  const customerName = (id: string | undefined) => (id ? collections.customer.get(id)?.name : undefined);
  const isPutAway = (scopeId: string, customerId?: string) =>
    archived.has(tagOf('scopeId', scopeId)) || archived.has(tagOf('scopeId', customerId ?? ''));
  const placeOf = (scopeId: string, customerId?: string) => {
    const project = collections.project.get(scopeId);
    const customer = customerName(customerId ?? project?.customerId ?? scopeId);
    return joined(project?.name, customer, isPutAway(scopeId, customerId) ? t('archived') : undefined);
  };
  const joined = (...parts: (string | undefined)[]) => parts.filter(Boolean).join(' · ');
  const documentPage = (document: Document, hash?: string) => {
    const { path, search } = addressOf(document);
    return page(`/${workspace}/${path}`, { ...search }, hash);
  };
  const customerPage = (id: string) =>
    page(`/${workspace}/customers/${id}${managesCustomers(actor) ? '' : '/documents'}`);
  const writeTo = useWriteTo(workspace);
  const customerLine: MakeLine = (id) => {
    const customer = collections.customer.get(id);
    return customer && leadsTo(collections, actor, id)
      ? {
          label: customer.name,
          place: customer.archivedAt ? t('archived') : '',
          icon: <Icon of={IconAddressBook} />,
          ...customerPage(id),
        }
      : undefined;
  };
  const memberLine: MakeLine = (id) => {
    const member = collections.member.get(id);
    const isFound = managesPeople || (colleagues.has(id) && id !== userId);
    return member && isFound
      ? {
          label: personName(member),
          place: member.email,
          icon: <Icon of={IconUser} />,
          // Those who do not manage people write to them.
          ...(managesPeople
            ? over('member', id)
            : { ...page(`/${workspace}/chat`), open: () => void writeTo(id) }),
        }
      : undefined;
  };
  const putAway = (id: string) => (isPutAway(id) ? t('archived') : undefined);
  const inRoom = (room: Room) => ({
    label: roomName(room, people, userId),
    icon: <Icon of={IconMessages} />,
    ...page(`/${workspace}/chat/${room.id}`),
  });
  const whoseHours = (scopeId: string) => {
    const person = collections.workingTime.get(scopeId)?.userId;
    return person === userId ? undefined : people.get(person ?? '')?.name;
  };
  const own: Record<OwnLined, MakeLine> = {
    customer: customerLine,
    customerFile: customerLine,
    member: memberLine,
    personnel: memberLine,
    project: (id) => {
      const project = collections.project.get(id);
      return (
        project && {
          label: project.name,
          place: joined(customerName(project.customerId), isPutAway(id) ? t('archived') : undefined),
          icon: <Icon of={IconChecklist} />,
          ...page(`/${workspace}/projects/${id}`),
        }
      );
    },
    task: (id) => {
      const found = collections.task.get(id);
      return (
        found && {
          label: found.title || task('untitled'),
          place: placeOf(found.scopeId),
          icon: <StatusIcon status={found.status} />,
          ...over('task', id),
        }
      );
    },
    document: (id) => {
      const document = collections.document.get(id);
      return (
        document && {
          label: shownName(document.name),
          place: placeOf(document.scopeId, document.customerId),
          icon: <FileIcon type={typeOf(document)} />,
          ...documentPage(document),
        }
      );
    },
    signing: (id) => {
      const request = collections.signing.get(id);
      return (
        request && {
          label: shownName(request.name),
          place: joined(t('signing'), placeOf(request.scopeId)),
          icon: <Icon of={IconSignature} />,
          ...page(`/${workspace}/signatures/${id}`),
        }
      );
    },
    comment: (id) => {
      const comment = collections.comment.get(id);
      const task = collections.task.get(comment?.taskId ?? '');
      const document = collections.document.get(comment?.documentId ?? '');
      if (!comment || !(task || document)) return undefined;
      const author = people.get(comment.userId)?.name;
      return {
        label: inOneLine(plainText(comment.content)),
        place: joined(
          ...[author, task?.title ?? shownName(document!.name), formatDateTime(comment.createdAt)],
          isPutAway(comment.scopeId, document?.customerId) ? t('archived') : undefined,
        ),
        icon: <Icon of={IconMessage} />,
        ...(task ? over('task', task.id, commentAnchor(id)) : documentPage(document!, commentAnchor(id))),
      };
    },
    absence: (id) => {
      const absence = collections.absence.get(id);
      return (
        absence && {
          label: month(absence.kind),
          place: joined(whoseHours(absence.scopeId), formatDate(absence.from)),
          icon: <Icon of={IconBeach} />,
          ...over('absence', id),
        }
      );
    },
    timeEntry: (id) => {
      const entry = collections.timeEntry.get(id);
      return (
        entry && {
          label: titleOf(entry),
          place: joined(
            ...[whoseHours(entry.scopeId), entry.projectName, formatDate(beginOf(entry))],
            isPutAway(entry.projectId) ? t('archived') : undefined,
          ),
          icon: <Icon of={IconClock} />,
          ...over('timeEntry', id),
        }
      );
    },
    room: (id) => {
      const room = collections.room.get(id);
      return room && { place: joined(room.topic, putAway(id)), ...inRoom(room) };
    },
    message: (id) => {
      const message = collections.message.get(id);
      const room = collections.room.get(message?.scopeId ?? '');
      if (!message || !room) return undefined;
      const label = inOneLine(messageText(message));
      // That somebody came or went says nothing to find.
      if (label === '') return undefined;
      const query = { message: id, ...(message.createdRevision && { at: String(message.createdRevision) }) };
      const { label: name, icon, path } = inRoom(room);
      return {
        label,
        place: joined(
          ...[people.get(message.userId)?.name, name, formatDateTime(message.createdAt), putAway(room.id)],
        ),
        icon,
        ...page(path, query),
      };
    },
    customerUser: (id) => {
      const guest = collections.customerUser.get(id);
      // Their record stays when they leave, or come to another customer.
      const isThere = guest && records.log.get()?.members.get(guest.userId)?.customerId === guest.scopeId;
      if (!isThere) return undefined;
      const customer = collections.customer.get(guest.scopeId);
      if (!managesPeople && !(customer && leadsTo(collections, actor, customer.id))) return undefined;
      return {
        label: personName(guest) || guest.email,
        place: joined(guest.email, customer?.name),
        icon: <Icon of={IconUser} />,
        // Those who do not manage people see them at their customer.
        ...(managesPeople ? over('member', guest.userId) : customerPage(guest.scopeId)),
      };
    },
  };
  const lineOf = (noun: EntityName, id: string, passed: readonly string[] = []): ReturnType<MakeLine> => {
    if (isOwnLined(noun)) return own[noun](id);
    const record = collections[noun].get(id) as Row | undefined;
    if (!record || passed.includes(id)) return undefined;
    const line = around(noun)
      .map((each) => lineOf(each.noun, String(record[each.key] ?? ''), [...passed, id]))
      .find((each) => each !== undefined);
    const { title, body } = searchedDocument(noun, record);
    const label = inOneLine(title || body);
    if (!line || label === '') return undefined;
    const { owner = '' } = entityOf(noun);
    const whose = people.get(String(record[owner] ?? ''))?.name;
    return { ...line, label, place: joined(whose, line.label, line.place) };
  };
  return lineOf;
}
