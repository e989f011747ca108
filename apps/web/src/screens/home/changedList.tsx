import type { RecordBase } from '@kontor/contract/entity/entity';
import { dayMs } from '@kontor/contract/time/day';
import { Group } from '@mantine/core';
import { IconChecklist } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, useMemo } from 'react';
import { commentAnchor } from '../../features/comment/anchor.ts';
import { addressOf } from '../../features/document/address.ts';
import { FileIcon, typeOf } from '../../features/document/fileIcon.tsx';
import { usePeople } from '../../features/member/queries.ts';
import { taskMessages } from '../../features/task/messages.ts';
import { StatusIcon } from '../../features/task/statusIcon.tsx';
import { lastActivity } from '../../platform/activity.ts';
import { formatAgo, formatDateTime } from '../../platform/text/format.ts';
import { useMessages } from '../../platform/text/messages.ts';
import { shownName } from '../../platform/text/shownName.ts';
import { useIsLoaded } from '../../platform/workspace/loaded.ts';
import { serverNow } from '../../platform/workspace/serverNow.ts';
import { useCollection, useView, useWindow } from '../../platform/workspace/views.ts';
import { useWorkspace } from '../../platform/workspace/workspace.ts';
import { Icon } from '../../ui/icon.tsx';
import { SkeletonRows } from '../../ui/loading.tsx';
import { QueryLink } from '../../ui/nav/queryLink.tsx';
import { usePanel } from '../../ui/overlay/panel.ts';
import { type Change, changesOf, type ToldNoun } from './changes.ts';
import css from './home.module.css';
import { homeMessages } from './messages.ts';

/** Number of things that are shown. */
const shownCount = 8;
/** Number of records of a noun that are looked at: several may be about one thing. */
const looked = 4 * shownCount;
const weekMs = 7 * dayMs;

/** Returns the newest records of a noun that others changed since a moment, and whether there may be more of them. */
function useChanged<N extends ToldNoun>(noun: N, since: number, userId: string) {
  const spec = useMemo(
    () => ({
      filter: ({ updatedAt, authorId }: RecordBase) =>
        updatedAt > since && authorId !== undefined && authorId !== userId,
      compare: (a: RecordBase, b: RecordBase) => b.updatedAt - a.updatedAt,
    }),
    [since, userId],
  );
  const found = useWindow(useView(useCollection(noun), spec as never), 0, looked);
  return { told: (found as never[]).map((record) => ({ noun, record })), isPart: found.length === looked };
}

/** Lists the changes of others since the person was last in this workspace on this device, or in the last week. */
export function ChangedList({ workspace }: { workspace: string }) {
  const t = useMessages(homeMessages);
  const { userId, records } = useWorkspace();
  const last = lastActivity(records.id, serverNow(records));
  // Whole days, so that what is listed does not depend on the second.
  const since = useMemo(() => last || Math.floor((Date.now() - weekMs) / dayMs) * dayMs, [last]);
  const tasks = useChanged('task', since, userId);
  const comments = useChanged('comment', since, userId);
  const documents = useChanged('document', since, userId);
  const projects = useChanged('project', since, userId);
  const changes = changesOf([...tasks.told, ...comments.told, ...documents.told, ...projects.told]);
  const isPart = [tasks, comments, documents, projects].some((changed) => changed.isPart);
  const hasAll = useIsLoaded();
  return (
    <section aria-labelledby="changed">
      <Group className={css.head!}>
        <h2 id="changed">{last ? t('changedSince', { at: formatDateTime(last) }) : t('changedLately')}</h2>
      </Group>
      {!hasAll && <SkeletonRows rows={3} />}
      {hasAll && changes.length === 0 && <p className={css.quiet}>{t('nothingChanged')}</p>}
      <ul className={css.changes}>
        {changes.slice(0, hasAll ? shownCount : 0).map((change) => (
          <ChangeRow key={change.id} change={change} workspace={workspace} />
        ))}
      </ul>
      {hasAll && changes.length > shownCount && (
        <p className={css.quiet}>{t(isPart ? 'moreThan' : 'more', { count: changes.length - shownCount })}</p>
      )}
    </section>
  );
}

interface Shown {
  label: string;
  icon: ReactNode;
  path?: string;
  query: Record<string, string>;
}

function ChangeRow({ change, workspace }: { change: Change; workspace: string }) {
  const t = useMessages(homeMessages);
  const people = usePeople();
  const { open } = usePanel();
  const navigate = useNavigate();
  const shown = useShown(change, workspace);
  if (!shown) return null;
  const { label, icon, path, query } = shown;
  const hash = change.commentId && commentAnchor(change.commentId);
  const follow = () =>
    path
      ? void navigate({ to: path as string, search: query as object, ...(hash && { hash }) })
      : open('task', change.id, hash);
  return (
    <li>
      {icon}
      <QueryLink path={path} query={query} hash={hash} onFollow={follow} className={css.what}>
        {label}
      </QueryLink>
      <span className={css.quietly}>
        {t(change.kind, { name: people.get(change.authorId)?.name ?? '?' })} · {formatAgo(change.at)}
      </span>
    </li>
  );
}

function useShown({ noun, id }: Change, workspace: string): Shown | undefined {
  const { collections } = useWorkspace().records;
  const t = useMessages(taskMessages);
  if (noun === 'task') {
    const task = collections.task.get(id);
    if (!task) return undefined;
    const icon = <StatusIcon status={task.status} />;
    return { label: task.title || t('untitled'), icon, query: { panel: 'task', item: id } };
  }
  if (noun === 'project') {
    const project = collections.project.get(id);
    const icon = <Icon of={IconChecklist} size={16} />;
    return project && { label: project.name, icon, path: `/${workspace}/projects/${id}`, query: {} };
  }
  const document = collections.document.get(id);
  if (!document) return undefined;
  const { path, search } = addressOf(document);
  return {
    label: shownName(document.name),
    icon: <FileIcon type={typeOf(document)} />,
    path: `/${workspace}/${path}`,
    query: { ...search } as Record<string, string>,
  };
}
