/** The person's own profile, as the session shows it. */
import { isCallError } from '../../http/callError.ts';
import type { EntryCode } from '../../replica/entry.ts';
import type { Replica } from '../../replica/replica.ts';
import type { OwnProfile } from '../view/sessionView.ts';
import type { AccountDeps } from './accountDeps.ts';

/** Of somebody who first signed in elsewhere than they registered. */
const noProfile: OwnProfile = { firstName: '', lastName: '' };

/** Shows the profile now and whenever it changes; undefined until it is known. */
export function followProfile(personal: Replica, show: (profile: OwnProfile | undefined) => void): void {
  const look = () => {
    const isKnown = personal.status.get().connection === 'current';
    const written = personal.collections.profile.get(personal.scopeOf('personal'));
    show(written ?? (isKnown ? noProfile : undefined));
  };
  personal.collections.profile.subscribe(look);
  personal.status.subscribe(look);
  look();
}

interface OwnRecords {
  email: string;
  personal: Replica;
  /** Resolves with the open one, whose directory follows. */
  workspace(): Promise<Replica | undefined>;
  isConnected(): boolean;
  /** Calls back whenever the connection may be there, or gone. Returns the way to stop that. */
  subscribe(listener: () => void): () => void;
}

/** See `Session.updateProfile`. */
export async function writeOwnProfile(
  changes: Partial<OwnProfile>,
  { email, personal, workspace, isConnected, subscribe }: OwnRecords,
): Promise<'done' | 'waiting' | EntryCode> {
  const [{ writeProfile }, { copyToMember }] = await Promise.all([
    import('../../nouns/profile.ts'),
    import('../../workspace/ownMember.ts'),
  ]);
  const act = writeProfile(personal, changes);
  const open = await workspace();
  if (open) copyToMember(personal, open, email);
  await personal.outbox.stored();
  if (!isConnected()) return 'waiting';
  if (!act) return 'done';
  const gone = Promise.withResolvers<'waiting'>();
  const stop = subscribe(() => {
    if (!isConnected()) gone.resolve('waiting');
  });
  return Promise.race([personal.outbox.outcome(act), gone.promise]).finally(stop);
}

/** Writes the names that registration left on this device, if it did. */
export async function tryWriteLeftNames(deps: AccountDeps): Promise<void> {
  // Without the code, or an answer, they stay on the device, for the next time.
  const profile = await import('./profile.ts').catch(() => undefined);
  try {
    await profile?.writeLeftNames(deps);
  } catch (error) {
    if (!isCallError(error)) throw error;
  }
}
