import { Button, Text } from '@mantine/core';
import { useState } from 'react';
import { toastFailure } from '../../platform/failures/failures.ts';
import { useMessages } from '../../platform/text/messages.ts';
import { calls, useMutation, useQuery } from '../../platform/workspace/calls.ts';
import { currentSession } from '../../platform/workspace/session.ts';
import { LoadFailed } from '../../ui/list/loadFailed.tsx';
import { Row } from '../../ui/list/row.tsx';
import { NoPush, pushAbility, subscribe, unsubscribe } from './device.ts';
import { settingMessages } from './settingMessages.ts';

const pushKey = ['account', 'push'];

const reasons = {
  insecure: 'pushInsecure',
  unsupported: 'pushUnsupported',
  denied: 'pushDenied',
  noService: 'pushNoService',
} as const;

/** Switches pushes to this device on and off; where that cannot be, it says why. */
export function PushSwitch() {
  const t = useMessages(settingMessages);
  const [refusal, setRefusal] = useState<NoPush['why']>();
  const state = useQuery({ queryKey: pushKey, queryFn: () => currentSession().account.push() });
  const isOn = state.data?.isOn === true;
  const change = useMutation({
    mutationFn: async () => {
      const { account } = currentSession();
      if (isOn) await Promise.all([unsubscribe(), account.setPush(undefined)]);
      else await account.setPush(await subscribe(state.data!.publicKey));
    },
    onSuccess: () => {
      setRefusal(undefined);
      return calls.invalidateQueries({ queryKey: pushKey });
    },
    onError: (error) => {
      if (error instanceof NoPush) setRefusal(error.why);
      else toastFailure(error, t('failed'));
    },
  });
  if (state.isError && !state.data)
    return (
      <Row label={t('push')}>
        <LoadFailed text={t('pushLoadFailed')} onRetry={state.refetch} />
      </Row>
    );
  const ability = pushAbility();
  const reason = refusal ?? (ability === 'ready' ? undefined : ability);
  const words = () => {
    if (reason) return t(reasons[reason]);
    return t(isOn ? 'pushOn' : 'pushReady');
  };
  const canChange = isOn || ability === 'ready';
  return (
    <Row label={t('push')}>
      <Text role="status">{words()}</Text>
      {canChange && (
        <Button
          variant="default"
          disabled={!state.data}
          loading={change.isPending}
          onClick={() => change.mutate()}
        >
          {t(isOn ? 'switchOff' : 'switchOn')}
        </Button>
      )}
    </Row>
  );
}
