import type { OwnAccount } from '@kontor/client/session/account/ownAccount';
import { isQuiet, type QuietHours } from '@kontor/contract/time/quietHours';
import { machineZone } from '@kontor/contract/time/zone';
import type { NotificationSetting } from '@kontor/contract/wire/notification';
import { calls, useMutation, useQuery } from '../../platform/workspace/calls.ts';
import { currentSession } from '../../platform/workspace/session.ts';

const settingKey = ['account', 'notifications'];

/** Returns how the person wants to be told; quiet hours follow the device into its zone, which the server keeps them by. */
export async function settingHere(
  account: Pick<OwnAccount, 'notificationSetting' | 'updateNotificationSetting'>,
): Promise<NotificationSetting> {
  const setting = await account.notificationSetting();
  const [{ quietFrom, quietTo }, zone] = [setting, machineZone()];
  if (quietFrom === null || quietTo === null || !zone || setting.zone === zone) return setting;
  try {
    await account.updateNotificationSetting({ zone });
  } catch {
    // What did not arrive is said with the next answer.
    return setting;
  }
  return { ...setting, zone };
}

/** Returns how the person wants to be told; undefined until the server has answered. */
export function useSetting() {
  const {
    data: setting,
    isError,
    refetch,
  } = useQuery({
    queryKey: settingKey,
    queryFn: () => settingHere(currentSession().account),
  });
  return { setting, isError, refetch };
}

/** Returns the verb that changes part of it, mails event by event; it shows at once, and as it was where the server did not take it. */
export function useChangeSetting(onFailure: (error: unknown) => void) {
  const { mutate } = useMutation({
    mutationFn: (parts: Partial<NotificationSetting>) => {
      const now = calls.getQueryData<NotificationSetting>(settingKey)!;
      const zone = machineZone();
      const changes = { ...parts, ...(zone && { zone }) };
      calls.setQueryData(settingKey, { ...now, ...changes, mail: { ...now.mail, ...parts.mail } });
      return currentSession().account.updateNotificationSetting(changes);
    },
    onError: (error) => {
      onFailure(error);
      return calls.invalidateQueries({ queryKey: settingKey });
    },
  });
  return mutate;
}

/** Tells whether quiet hours go on, by this device's clock. */
export const isQuietNow = (hours: QuietHours, at = new Date()): boolean =>
  isQuiet(hours, at.getHours() * 60 + at.getMinutes());
