import { Text } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useMessages } from '../../platform/text/messages.ts';
import { useWorkspace } from '../../platform/workspace/workspace.ts';
import type { People } from '../../ui/person/people.tsx';
import { namesOf } from '../../ui/person/peopleInput.tsx';
import { projectMessages } from './messages.ts';

/** Names who let this person into a private project: nobody else says that the key is the right one. */
export function AdmittedBy({ projectId, people }: { projectId: string; people: People }) {
  const t = useMessages(projectMessages);
  const { records, userId } = useWorkspace();
  const [id, setId] = useState<string>();
  useEffect(() => {
    let isLeft = false;
    void records.admittedBy(projectId).then((found) => isLeft || setId(found));
    return () => {
      isLeft = true;
    };
  }, [records, projectId]);
  if (!id || id === userId) return null;
  return (
    <Text size="sm" c="dimmed">
      {t('admittedBy', { name: namesOf([id], people) || id })}
    </Text>
  );
}
