import type { WorkspaceSummary } from '@kontor/contract/wire/workspace';
import { Badge, Text } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useMessages } from '../../platform/text/messages.ts';
import { toast } from '../../platform/toasts.tsx';
import { Icon } from '../../ui/icon.tsx';
import { moveInList } from '../../ui/list/arrowList.ts';
import { logoUrl } from '../../ui/logo.ts';
import { Avatar } from '../../ui/person/avatar.tsx';
import { inactiveReason } from './closedReason.ts';
import { workspaceMessages } from './messages.ts';
import { standingText } from './standing.ts';
import css from './workspaceRows.module.css';

function Facts({ workspace }: { workspace: WorkspaceSummary }) {
  const t = useMessages(workspaceMessages);
  const { isOwner, role, memberCount, subscription } = workspace;
  const standing = standingText(subscription, Date.now());
  const facts = [
    t(isOwner ? 'owner' : role),
    ...(memberCount > 0 ? [t('members', { count: memberCount })] : []),
    ...(standing ? [standing] : []),
  ];
  return (
    <Text size="xs" c="dimmed" component="span">
      {facts.map((fact, i) => (
        <span key={fact}>
          {i > 0 && ' · '}
          <span className={css.fact}>{fact}</span>
        </span>
      ))}
    </Text>
  );
}

/** Shows a person's workspaces. One that is closed to them says why instead of opening. */
export function WorkspaceRows({ workspaces }: { workspaces: readonly WorkspaceSummary[] }) {
  const t = useMessages(workspaceMessages);
  return (
    <ul className={css.root} onKeyDown={moveInList}>
      {workspaces.map((workspace) => {
        const { id, name, color, logo, status, invitationId } = workspace;
        const content = (
          <>
            <span className={css.bar} style={{ background: color }} />
            <Avatar name={name} image={logoUrl(logo)} size={36} square />
            <span className={css.text}>
              <span className={css.name}>{name}</span>
              <Facts workspace={workspace} />
            </span>
            {status !== 'ACTIVE' && (
              <Badge
                color={status === 'LOCKED' ? 'orange' : 'gray'}
                variant="light"
                tt="none"
                leftSection={status === 'LOCKED' && <Icon of={IconLock} size={12} />}
              >
                {t(status)}
              </Badge>
            )}
          </>
        );
        return (
          <li key={id}>
            {status === 'ACTIVE' || (status === 'LOCKED' && workspace.access === 'closed') ? (
              <Link to="/$workspace" params={{ workspace: id }} className={css.row} data-list-item>
                {content}
              </Link>
            ) : invitationId !== null ? (
              <Link to="/join" search={{ invitation: invitationId }} className={css.row} data-list-item>
                {content}
              </Link>
            ) : status === 'LOCKED' ? (
              <Link to="/unlock" search={{ workspace: id }} className={css.row} data-list-item>
                {content}
              </Link>
            ) : (
              <button
                type="button"
                className={css.row}
                data-list-item
                onClick={() => toast.info(inactiveReason(workspace))}
              >
                {content}
              </button>
            )}
          </li>
        );
      })}
    </ul>
  );
}
