import type { OwnProfile } from '@kontor/client/session/view/sessionView';
import { useSession } from '../../platform/workspace/session.ts';
import { logoUrl } from '../../ui/logo.ts';

/** Returns a person's name; undefined for one who gave none. */
const ownName = (profile: OwnProfile | undefined): string | undefined =>
  `${profile?.firstName ?? ''} ${profile?.lastName ?? ''}`.trim() || undefined;

/** Returns who is signed in, as menus show them. */
export function useOwn(): { name: string; email: string; image: string | undefined } {
  const email = useSession((session) => session.user?.email ?? '');
  const profile = useSession((session) => session.profile);
  return { name: ownName(profile) ?? email, email, image: logoUrl(profile?.avatar) };
}
