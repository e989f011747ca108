/** Opens everything that belongs to one sign-in, once its account is open, and tells what its personal records say. */
import { backoff } from '../http/backoff.ts';
import { openOnce } from '../openOnce.ts';
import { takeServerPins } from '../vault/keepPin.ts';
import { isBlank } from './account/blankDevice.ts';
import type { SealedSignIn } from './account/deviceAccount.ts';
import { keepOwn } from './account/keptOwn.ts';
import type { Own } from './account/signIn.ts';
import { SignInStore } from './account/signInStore.ts';
import { KeptDrafts } from './keptDrafts.ts';
import { followProfile, tryWriteLeftNames } from './profile/ownProfile.ts';
import type { SessionParts } from './sessionParts.ts';
import type { SignedIn } from './signedIn.ts';
import type { MemoryFaults, OwnProfile } from './view/sessionView.ts';

/** Opens drafts, personal records and the channel of the person whom calls name from here on. */
export async function openSignedIn(
  { http: shared, vault, bearer, openRealtime, openPersonal }: SessionParts,
  own: Own,
  { device: store, sealed }: SealedSignIn,
): Promise<{ held: SignedIn; faults: Omit<MemoryFaults, 'isOld'> }> {
  const { account } = own;
  const device = new SignInStore(store, sealed);
  shared.callAs(account.id);
  const http = shared.forWorkspace('');
  if (bearer) {
    await keepOwn(vault, device, own);
    await bearer.keep(account);
  }
  const { id, email, language, hasKit, keepsKit, former } = account;
  const opening = openRealtime(http, account.realtime);
  const [realtime, drafts, damaged, blank] = await Promise.all([
    opening,
    KeptDrafts.open({ vault, device }),
    takeServerPins(vault, device, account.pins),
    isBlank(device),
    tryWriteLeftNames({ http, vault, device, userId: id }),
  ]).catch((error: unknown) => {
    // Nobody would be there to close it.
    opening.then(
      (opened) => opened.close(),
      () => {},
    );
    throw error;
  });
  const personal = openOnce(() => openPersonal({ userId: id, http, vault, device, realtime }));
  const user = { id, email, language, hasKit, keepsKit, former };
  const held = { user, http, device, drafts, sealed, realtime, personal, chosen: new Map() };
  return { held, faults: { damaged, isBlank: blank } };
}

interface Following {
  /** Returns false once somebody else is signed in here, or nobody. */
  isHeld(): boolean;
  /** Takes note that the server has others than the records that are here: workspaces, rights. */
  onInvalidation(): void;
  onProfile(profile: OwnProfile | undefined): void;
}

/** Opens the personal records, and tells what they say as long as the sign-in is held. Tries again where they cannot be opened. */
export async function followPersonal(
  { personal }: Pick<SignedIn, 'personal'>,
  { isHeld, onInvalidation, onProfile }: Following,
): Promise<void> {
  for (let failures = 0; isHeld(); ) {
    const replica = await personal.open().catch(() => undefined);
    if (replica) {
      replica.invalidations.subscribe(() => {
        if (isHeld()) onInvalidation();
      });
      followProfile(replica, (profile) => {
        if (isHeld()) onProfile(profile);
      });
      return;
    }
    const delay = backoff(++failures);
    await new Promise((resolve) => setTimeout(resolve, delay));
  }
}
