import { ownZone } from '@kontor/contract/time/zone';
import type { NotificationSetting } from '@kontor/contract/wire/notification';
import { expect, it, vi } from 'vitest';
import { isQuietNow, settingHere } from './setting.ts';

const minute = (hour: number, past = 0) => hour * 60 + past;
it('is quiet by the clock of this device', () => {
  const [quietFrom, quietTo] = [minute(22), minute(6, 30)];
  const isQuiet = (hour: number, past: number) =>
    isQuietNow({ quietFrom, quietTo }, new Date(2026, 10, 26, hour, past));
  expect([isQuiet(6, 29), isQuiet(6, 30), isQuiet(21, 59), isQuiet(22, 0)]).toEqual([
    true,
    false,
    false,
    true,
  ]);
});

const answering = (setting: Partial<NotificationSetting>) => ({
  notificationSetting: async () =>
    ({ mail: {}, sound: true, quietFrom: null, quietTo: null, ...setting }) as never,
  updateNotificationSetting: vi.fn(async (_: Partial<NotificationSetting>) => {}),
});
const quiet = { quietFrom: minute(20), quietTo: minute(7) };

it('takes the quiet hours along to another zone', async () => {
  const account = answering({ ...quiet, zone: 'Pacific/Apia' });
  expect(await settingHere(account)).toMatchObject({ ...quiet, sound: true, zone: ownZone() });
  expect(account.updateNotificationSetting.mock.calls).toEqual([[{ zone: ownZone() }]]);
});

it('leaves the zone where there are no quiet hours, or it is this one', async () => {
  const none = answering({ zone: 'Pacific/Apia' });
  const same = answering({ ...quiet, zone: ownZone() });
  expect([(await settingHere(none)).zone, (await settingHere(same)).zone]).toEqual([
    'Pacific/Apia',
    ownZone(),
  ]);
  for (const { updateNotificationSetting } of [none, same])
    expect(updateNotificationSetting).not.toBeCalled();
});

it('leaves the zone that another device told to one that does not know its own', async () => {
  const account = answering({ ...quiet, zone: 'Europe/Berlin' });
  const unknown = { ...new Intl.DateTimeFormat().resolvedOptions(), timeZone: 'Etc/Unknown' };
  const asked = vi.spyOn(Intl.DateTimeFormat.prototype, 'resolvedOptions').mockReturnValue(unknown);
  expect((await settingHere(account)).zone).toBe('Europe/Berlin');
  expect(account.updateNotificationSetting).not.toBeCalled();
  asked.mockRestore();
});

it('shows the setting also where the zone could not be told', async () => {
  const account = answering({ ...quiet, zone: 'Pacific/Apia' });
  account.updateNotificationSetting.mockRejectedValue(new Error('offline'));
  expect((await settingHere(account)).zone).toBe('Pacific/Apia');
});
