/** The places of a workspace that the rail and the bottom bar lead to. */
import { type Capability, can } from '@kontor/contract/capability';
import { IconAddressBook, IconChecklist, IconHome } from '@tabler/icons-react';
import { useActor } from '../../platform/workspace/actor.ts';
import type { IconShape } from '../../ui/icon.tsx';

export interface Place {
  key: 'home' | 'projects' | 'customers';
  icon: IconShape;
  to: '/$workspace' | '/$workspace/projects' | '/$workspace/customers';
  exact: boolean;
  /** Who may not do it has no business there. */
  capability?: Capability;
  /** Has no room of its own at the foot of a phone, and stands under "More". */
  isMore?: true;
}

const places: readonly Place[] = [
  { key: 'home', icon: IconHome, to: '/$workspace', exact: true },
  { key: 'projects', icon: IconChecklist, to: '/$workspace/projects', exact: false },
  {
    key: 'customers',
    icon: IconAddressBook,
    to: '/$workspace/customers',
    exact: false,
    capability: 'customerFile.update',
    isMore: true,
  },
];

/** The places that the signed-in person may go to. */
export function usePlaces(): readonly Place[] {
  const actor = useActor();
  return places.filter(({ capability }) => !capability || (actor && can(actor, capability)));
}
