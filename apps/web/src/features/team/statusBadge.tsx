import type { JoinProof } from '@kontor/client/team/team';
import type { PlaceStatus } from '@kontor/contract/entity/role';
import { Badge, Tooltip } from '@mantine/core';
import { useMessages } from '../../platform/text/messages.ts';
import { useRowStop } from '../../ui/list/inRow.ts';
import { teamMessages } from './messages.ts';

const colors = { ACTIVE: 'green', INACTIVE: 'gray', LOCKED: 'orange', LEFT: 'gray' } as const;

export function StatusBadge({ status }: { status: PlaceStatus }) {
  const t = useMessages(teamMessages);
  return (
    <Badge color={colors[status]} variant="light" tt="none">
      {t(status)}
    </Badge>
  );
}

/** Shows how it was proven that this is really the person; more, to whoever points at it or gives it the focus. */
export function ProofBadge({ proof }: { proof: JoinProof }) {
  const t = useMessages(teamMessages);
  const stop = useRowStop();
  return (
    <Tooltip label={t(`${proof}Hint`)} events={{ hover: true, focus: true, touch: true }}>
      <Badge component="button" type="button" color="gray" variant="outline" tt="none" {...stop}>
        {t(proof)}
      </Badge>
    </Tooltip>
  );
}
