import type { Shortcut } from '../../platform/shortcuts.ts';
import type { IconShape } from '../../ui/icon.tsx';

/** Something that the palette, a menu or a key does. */
export interface Command {
  id: string;
  group: 'goTo' | 'create' | 'commands';
  label: string;
  icon: IconShape;
  shortcut?: Shortcut;
  run: () => void;
}
