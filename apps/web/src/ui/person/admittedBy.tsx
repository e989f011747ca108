import { Text } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useMessages } from '../../platform/text/messages.ts';
import { useWorkspace } from '../../platform/workspace/workspace.ts';
import { uiMessages } from '../messages.ts';
import type { People } from './people.tsx';
import { namesOf } from './peopleInput.tsx';

/** Names who let this person into a private project or room: nobody else says that the key is the right one. */
export function AdmittedBy({ scopeId, people }: { scopeId: string; people: People }) {
  const t = useMessages(uiMessages);
  const { records, userId } = useWorkspace();
  const [id, setId] = useState<string>();
  useEffect(() => {
    let isLeft = false;
    void records.admittedBy(scopeId).then((found) => isLeft || setId(found));
    return () => {
      isLeft = true;
    };
  }, [records, scopeId]);
  if (!id || id === userId) return null;
  return (
    <Text size="sm" c="dimmed">
      {t('admittedBy', { name: namesOf([id], people) || id })}
    </Text>
  );
}
