import { Kbd } from '@mantine/core';
import { offeredShortcut, type Shortcut } from '../../platform/shortcuts.ts';

/** Shows the keys of a shortcut; nothing where it is not offered, as of when it comes into view. */
export function Keys({ of, size }: { of: Shortcut; size?: 'xs' }) {
  const keys = offeredShortcut(of);
  return keys && <Kbd {...(size && { size })}>{keys}</Kbd>;
}
