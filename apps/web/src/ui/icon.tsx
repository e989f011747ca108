import type { ComponentType } from 'react';

export type IconShape = ComponentType<{ size?: number; stroke?: number; 'aria-hidden'?: boolean }>;

/**
 * Shows a Tabler icon in the house's measure: 18 px, stroke 1.5. It never speaks: the text beside it or the button's label
 * does.
 */
export function Icon({ of: Shape, size = 18 }: { of: IconShape; size?: number }) {
  return <Shape size={size} stroke={1.5} aria-hidden />;
}
