import { hoursOfReturned } from '@kontor/client/team/hoursReaders';
import { Alert, Button } from '@mantine/core';
import '@mantine/core/styles/Alert.layer.css';
import { useMessages } from '../../platform/text/messages.ts';
import { tryAct } from '../../platform/tryAct.ts';
import { useAll, useObservable, useWorkspace } from '../../platform/workspace/workspace.ts';
import { teamMessages } from './messages.ts';

/** Asks about those who came back with other keys: nothing shows that they are who left, until an admin says so. */
export function ReturnedNotice({ nameOf }: { nameOf: (userId: string) => string }) {
  const t = useMessages(teamMessages);
  const { records } = useWorkspace();
  useObservable(records.log);
  useAll('workingTime');
  return hoursOfReturned(records).map(({ id, userId }) => (
    <Alert
      key={id}
      color="orange"
      variant="light"
      role="alert"
      mb="md"
      title={t('returned', { name: nameOf(userId) })}
    >
      {t('returnedHint')}
      <Button
        size="compact-xs"
        variant="default"
        mt={8}
        display="block"
        onClick={() =>
          tryAct(() => records.update('workingTime', id, { readerIds: [userId] }), t('saveFailed'))
        }
      >
        {t('openHours')}
      </Button>
    </Alert>
  ));
}
