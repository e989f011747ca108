/** Work that a device does by itself in the workspace that is open. */
import type { Observable } from '../observable.ts';
import type { PersonIn, Replica } from '../replica/replica.ts';
import { keepVisiting } from '../team/adminVisit.ts';
import { leaveSightings } from '../team/sightings.ts';
import { keepTogether } from '../workspace/leftBehind.ts';
import { keepCards } from '../workspace/ownCards.ts';
import { keepHours } from '../workspace/ownHours.ts';
import { keepOwnEntry } from '../workspace/ownMember.ts';
import { keepShares } from '../workspace/ownShares.ts';
import { sendPaid } from '../workspace/sendPaid.ts';
import { keepUnseenOpen } from '../workspace/unseenRooms.ts';
import type { Workspace } from '../workspace/workspace.ts';

/**
 * Follows up: in a workspace that was just opened the directory entry follows profile and address, what
 * follows from the person's own records is put right, unseen messages are counted, what was refused for a missing
 * payment is sent again once it is paid, an admin's device tidies up, and each device leaves its sighting. Returns the
 * function that ends it.
 * @param email the address that the person signs in with; calls back whenever the session shows something else
 */
export function followUp(
  place: PersonIn<Workspace>,
  personal: Replica,
  email: Observable<string>,
): () => void {
  const { workspace } = place;
  const stops = [
    keepOwnEntry(personal, workspace, email),
    keepHours(place),
    keepTogether(place),
    keepCards(place),
    keepShares(place),
    keepUnseenOpen(place),
    sendPaid(workspace, email),
    keepVisiting(place),
    leaveSightings(place),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}
