import type { WorkspaceSummary } from '@kontor/contract/wire/workspace';
import { Button, Text } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { OwnerField } from '../../features/team/ownerField.tsx';
import { DeleteWorkspace } from '../../features/workspace/deleteWorkspace.tsx';
import { endMessages } from '../../features/workspace/endMessages.ts';
import { useMessages } from '../../platform/text/messages.ts';
import { useCan } from '../../platform/workspace/actor.ts';
import { Row } from '../../ui/list/row.tsx';
import { settingsMessages } from './messages.ts';
import css from './settings.module.css';

/** Shows whose the workspace is; its owner passes it on or deletes it. */
export function WorkspaceEnd({ summary }: { summary: Pick<WorkspaceSummary, 'id' | 'name'> }) {
  const t = useMessages(settingsMessages);
  const e = useMessages(endMessages);
  const navigate = useNavigate();
  const mayDelete = useCan('workspace.delete');
  const [isOpen, setIsOpen] = useState(false);
  return (
    <section aria-label={t('owner')} className={css.end}>
      <Row label={t('owner')}>
        <OwnerField />
      </Row>
      <Row label={e('deleteWorkspace')}>
        <Text>{e(mayDelete ? 'deleteHint' : 'notOwner')}</Text>
        {mayDelete && (
          <Button variant="default" c="var(--danger)" onClick={() => setIsOpen(true)}>
            {e('deleteWorkspace')}
          </Button>
        )}
      </Row>
      {isOpen && (
        <DeleteWorkspace
          workspace={summary}
          onClose={() => setIsOpen(false)}
          onDeleted={() => void navigate({ to: '/' })}
        />
      )}
    </section>
  );
}
