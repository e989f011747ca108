/** The server's last word on the person, sealed on the device: for a desktop app that starts without a connection. */
import { fromUtf8, utf8 } from '@kontor/contract/wire/bytes';
import type { DeviceStore } from '../../device/deviceStore.ts';
import type { Observable } from '../../observable.ts';
import type { Vault } from '../../vault/vault.ts';
import type { SessionView } from '../view/sessionView.ts';
import { openKeptAccount } from './deviceAccount.ts';
import type { Own } from './signIn.ts';

/** Among the pages, which open for as long as the session lives and go with it. */
const [table, key] = ['page', 'own'] as const;

/** Keeps it under the open account. */
export async function keepOwn(vault: Vault, device: DeviceStore, own: Own): Promise<void> {
  const sealed = await vault.sealLocal(table, key, utf8(JSON.stringify(own)));
  await device.write([{ table, key, value: sealed }]);
}

/** Keeps it anew whenever the list of workspaces or the account is another, for as long as the session shows this person. */
export function keepOwnFresh(
  { vault, device }: { vault: Vault; device: DeviceStore },
  { account }: Own,
  view: Observable<SessionView>,
): void {
  let known = view.get();
  let writes: Promise<unknown> = Promise.resolve();
  const stop = view.subscribe(() => {
    const before = known;
    known = view.get();
    const { user, workspaces } = known;
    if (user?.id !== account.id) return stop();
    if (user === before.user && workspaces === before.workspaces) return;
    const own = { account: { ...account, ...user }, workspaces: [...workspaces] };
    // One that fails leaves the word of before.
    writes = writes.then(() => keepOwn(vault, device, own)).catch(() => undefined);
  });
}

/**
 * Opens the account (`sealed` as it lies there) by this share of its key, and what is kept of it; undefined where the device
 * has not both.
 */
export async function openOwn(
  vault: Vault,
  device: DeviceStore,
  deviceShare: string,
): Promise<{ own: Own; sealed: Uint8Array } | undefined> {
  const sealed = await openKeptAccount(vault, device, { deviceShare });
  const kept = sealed && (await device.get<Uint8Array>(table, key));
  return kept && { own: JSON.parse(fromUtf8(await vault.openLocal(table, key, kept))) as Own, sealed };
}
