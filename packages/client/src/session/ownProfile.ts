/** What the person says of themselves, as the session shows it. */
import type { Workspace } from '../replica/workspace.ts';
import type { OwnProfile } from './sessionView.ts';

/** Of somebody who first signed in elsewhere than they registered. */
const noProfile: OwnProfile = { firstName: '', lastName: '' };

/** Shows the profile now and whenever it changes; undefined until it is known. */
export function followProfile(personal: Workspace, show: (profile: OwnProfile | undefined) => void): void {
  const look = () => {
    const isKnown = personal.status.get().connection === 'current';
    const written = personal.collections.profile.get(personal.scopeOf('personal'));
    show(written ?? (isKnown ? noProfile : undefined));
  };
  personal.collections.profile.subscribe(look);
  personal.status.subscribe(look);
  look();
}
