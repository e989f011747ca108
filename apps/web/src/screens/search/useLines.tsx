/** Makes lines that show and open records of the hits of a search. */
import { beginOf } from '@kontor/client/nouns/timeEntry';
import { searchedDocument } from '@kontor/client/searching/searchedDocument';
import { can } from '@kontor/contract/capability';
import type { Document } from '@kontor/contract/nouns/document';
import type { EntityName } from '@kontor/contract/nouns/entities';
import { levels } from '@kontor/search/evaluate';
import { snippetOf } from '@kontor/search/marks';
import type { Group, Hit, Result } from '@kontor/search/query';
import {
  IconAddressBook,
  IconChecklist,
  IconClock,
  IconMessage,
  IconMessages,
  IconUser,
} from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { addressOf } from '../../features/document/address.ts';
import { FileIcon, typeOf } from '../../features/document/fileIcon.tsx';
import { useColleagues, usePeople } from '../../features/member/queries.ts';
import { openDirectRoom } from '../../features/room/actions.ts';
import { messageText } from '../../features/room/messageText.ts';
import { roomName } from '../../features/room/queries.ts';
import { taskMessages } from '../../features/task/messages.ts';
import { StatusIcon } from '../../features/task/statusIcon.tsx';
import { formatDate, formatDateTime } from '../../platform/text/format.ts';
import { useMessages } from '../../platform/text/messages.ts';
import { personName } from '../../platform/text/personName.ts';
import { shownName } from '../../platform/text/shownName.ts';
import { useActor } from '../../platform/workspace/actor.ts';
import { useMay } from '../../platform/workspace/entitlement.ts';
import { currentWorkspace } from '../../platform/workspace/workspace.ts';
import { Icon } from '../../ui/icon.tsx';
import { usePanel } from '../../ui/overlay/panel.ts';
import { plainText } from '../../ui/richText/plain.ts';
import { searchMessages } from './messages.ts';
import { type Kind, kinds } from './typedQuery.ts';

export interface Line {
  id: string;
  label: string;
  /** The project or customer that it lies in, and whether it is put away. */
  place: string;
  /** The part of its text that was found, where its name does not show why. */
  snippet?: string | undefined;
  icon: ReactNode;
  /** Its address: a page, or the one in view where it opens over that; and the query. */
  path?: string | undefined;
  query: Record<string, string>;
  open: () => void;
}

export interface LineGroup {
  kind: Kind;
  /** Hits, those that are not shown included. */
  count: number;
  lines: Line[];
}

const all = Object.keys(kinds) as readonly Kind[];
const none: readonly Kind[] = [];

/** The kinds that are searched; none where the plan has no search, which leaves the commands. */
export function useKinds(): readonly Kind[] {
  return useMay('search') ? all : none;
}

type MakeLine = (id: string) => Omit<Line, 'id' | 'snippet'> | undefined;

/** Returns a function that makes groups of lines of a result, the best first; what is not there any more is left out. */
export function useLines(workspace: string): (result: Result, text: string, limit: number) => LineGroup[] {
  const makers = useMakers(workspace);
  const shown = useKinds();
  return (result, text, limit) => {
    const groupOf = (noun: string) => result.groups.find(({ tag }) => tag === `noun:${noun}`);
    return shown.flatMap((kind) => {
      const found = kinds[kind].map((noun) => ({ noun, group: groupOf(noun) }));
      const lines = new Map<string, Line>();
      for (const { noun, hit } of inOrder(found)) {
        const id = shownId(noun, hit.key);
        const line = id !== undefined && !lines.has(id) && makers[kind](id);
        if (line) lines.set(id, { ...line, id, snippet: snippetIn(noun, hit, text, line.label) });
      }
      const shown = [...lines.values()];
      const count = found.reduce((sum, { group }) => sum + (group?.count ?? 0), 0);
      return shown.length > 0
        ? [{ kind, count: Math.max(count, shown.length), lines: shown.slice(0, limit) }]
        : [];
    });
  };
}

/** Returns the hits of several nouns, by level, then the newest. */
const inOrder = (found: readonly { noun: EntityName; group: Group | undefined }[]) =>
  found
    .flatMap(({ noun, group }) => (group?.hits ?? []).map((hit) => ({ noun, hit })))
    .sort((a, b) => (found.length > 1 ? a.hit.level - b.hit.level || b.hit.time - a.hit.time : 0));

/** Returns the id of what is shown for a record: files stand for whom they are about. */
function shownId(noun: EntityName, id: string): string | undefined {
  const { collections } = currentWorkspace().records;
  if (noun === 'customerFile') return collections.customerFile.get(id)?.customerId;
  if (noun === 'personnel') return collections.personnel.get(id)?.userId;
  if (noun === 'member') return collections.member.get(id)?.userId;
  return id;
}

function snippetIn(noun: EntityName, { key, level }: Hit, text: string, label: string): string | undefined {
  const record = currentWorkspace().records.collections[noun].get(key);
  const isInName = noun !== 'customerFile' && levels[level]?.startsWith('title');
  if (!record || text === '' || isInName || noun === 'member') return undefined;
  const { title, body } = searchedDocument(noun, record as never);
  const snippet = snippetOf(body, text) ?? (noun === 'customerFile' ? snippetOf(title, text) : undefined);
  return snippet === label ? undefined : snippet;
}

function useMakers(workspace: string): Record<Kind, MakeLine> {
  const t = useMessages(searchMessages);
  const task = useMessages(taskMessages);
  const navigate = useNavigate();
  const { open } = usePanel();
  const actor = useActor();
  const isAdmin = actor !== undefined && can(actor, 'customerFile.update');
  const managesPeople = actor !== undefined && can(actor, 'personnel.update');
  const page = (path: string, query: Record<string, string> = {}) => ({
    path,
    query,
    open: () => void navigate({ to: path as string, search: query as object }),
  });
  const over = (panel: string, item: string) => ({ query: { panel, item }, open: () => open(panel, item) });
  const { records, userId } = currentWorkspace();
  const { collections } = records;
  const people = usePeople();
  const colleagues = useColleagues();
  const customerName = (id: string | undefined) => (id ? collections.customer.get(id)?.name : undefined);
  const placeOf = (scopeId: string, customerId?: string) => {
    const project = collections.project.get(scopeId);
    return joined(project?.name, customerName(customerId ?? project?.customerId));
  };
  const joined = (...parts: (string | undefined)[]) => parts.filter(Boolean).join(' · ');
  const documentPage = (document: Document) => {
    const { path, search } = addressOf(document);
    return page(`/${workspace}/${path}`, { ...search });
  };
  const talkTo = async (person: string) => {
    const room = await openDirectRoom([person]);
    if (room) page(`/${workspace}/chat/${room}`).open();
  };
  return {
    projects: (id) => {
      const project = collections.project.get(id);
      return (
        project && {
          label: project.name,
          place: joined(customerName(project.customerId), project.archivedAt ? t('archived') : undefined),
          icon: <Icon of={IconChecklist} />,
          ...page(`/${workspace}/projects/${id}`),
        }
      );
    },
    customers: (id) => {
      const customer = collections.customer.get(id);
      // Those who do not manage customers find the ones whose documents they read.
      const leads = isAdmin || collections.document.where('customerId', id).length > 0;
      return customer && leads
        ? {
            label: customer.name,
            place: customer.archivedAt ? t('archived') : '',
            icon: <Icon of={IconAddressBook} />,
            ...page(`/${workspace}/customers/${id}${isAdmin ? '' : '/documents'}`),
          }
        : undefined;
    },
    tasks: (id) => {
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
    documents: (id) => {
      const document = collections.document.get(id);
      if (!document) return undefined;
      return {
        label: shownName(document.name),
        place: placeOf(document.scopeId, document.customerId),
        icon: <FileIcon type={typeOf(document)} />,
        ...documentPage(document),
      };
    },
    comments: (id) => {
      const comment = collections.comment.get(id);
      const task = collections.task.get(comment?.taskId ?? '');
      const document = collections.document.get(comment?.documentId ?? '');
      if (!comment || !(task || document)) return undefined;
      const author = people.get(comment.userId)?.name;
      return {
        label: plainText(comment.content).replace(/\s+/g, ' ').trim().slice(0, 120),
        place: joined(author, task?.title ?? shownName(document!.name), formatDateTime(comment.createdAt)),
        icon: <Icon of={IconMessage} />,
        ...(task ? over('task', task.id) : documentPage(document!)),
      };
    },
    entries: (id) => {
      const entry = collections.timeEntry.get(id);
      if (!entry) return undefined;
      const person = collections.workingTime.get(entry.scopeId)?.userId;
      return {
        label: entry.taskTitle || task('untitled'),
        place: joined(
          ...[person !== userId ? people.get(person ?? '')?.name : undefined, entry.projectName],
          formatDate(beginOf(entry)),
        ),
        icon: <Icon of={IconClock} />,
        ...over('timeEntry', id),
      };
    },
    chat: (id) => {
      const message = collections.message.get(id);
      const room = collections.room.get(message?.scopeId ?? id);
      if (!room) return undefined;
      const name = roomName(room, people, userId);
      const path = `/${workspace}/chat/${room.id}`;
      const icon = <Icon of={IconMessages} />;
      if (!message) return { label: name, place: room.topic ?? '', icon, ...page(path) };
      const label = messageText(message).replace(/\s+/g, ' ').slice(0, 120);
      // That somebody came or went says nothing to find.
      if (label === '') return undefined;
      const query = { message: id, ...(message.createdRevision && { at: String(message.createdRevision) }) };
      return {
        label,
        place: joined(people.get(message.userId)?.name, name, formatDateTime(message.createdAt)),
        icon,
        ...page(path, query),
      };
    },
    users: (id) => {
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
              : { ...page(`/${workspace}/chat`), open: () => void talkTo(id) }),
          }
        : undefined;
    },
  };
}
