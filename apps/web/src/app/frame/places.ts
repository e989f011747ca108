/** The places of a workspace that the rail and the bottom bar lead to. */
import { IconChecklist, IconHome } from '@tabler/icons-react';

export const places = [
  { key: 'home', icon: IconHome, to: '/$workspace', exact: true },
  { key: 'projects', icon: IconChecklist, to: '/$workspace/projects', exact: false },
] as const;
