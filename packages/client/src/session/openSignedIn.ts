/** Opens everything that belongs to one sign-in, once its account is open. */
import { takeKeptPins } from '../vault/keepPin.ts';
import type { SealedSignIn } from './account/deviceAccount.ts';
import { keepOwn } from './account/keptOwn.ts';
import type { Own } from './account/signIn.ts';
import { KeptDrafts } from './keptDrafts.ts';
import { writeLeftNames } from './profile/ownProfile.ts';
import type { SessionParts } from './sessionParts.ts';
import type { SignedIn } from './signedIn.ts';

/**
 * Opens drafts, personal records and the channel of the person whom calls name from here on. Returns the workspaces whose pins are
 * `damaged`, too.
 */
export async function openSignedIn(
  { http: line, vault, bearer, openRealtime, openPersonal }: SessionParts,
  own: Own,
  { device, sealed }: SealedSignIn,
): Promise<{ held: SignedIn; damaged: string[] }> {
  const { account } = own;
  line.callAs(account.id);
  const http = line.forWorkspace('');
  const damaged = await vault.takePins(account.pins, 'server');
  await takeKeptPins(vault, device);
  if (bearer) {
    await keepOwn(vault, device, own);
    await bearer.keep(account);
  }
  const { id, email, language, hasKit, keepsKit, former } = account;
  const [realtime, drafts] = await Promise.all([
    openRealtime(http, account.realtimeKey),
    KeptDrafts.open({ vault, device }),
    writeLeftNames({ http, vault, device, userId: id }),
  ]);
  const personal = openPersonal({ userId: id, http, vault, device, realtime });
  const user = { id, email, language, hasKit, keepsKit, former };
  return { held: { user, http, device, drafts, sealed, realtime, personal, chosen: new Map() }, damaged };
}
