import { type CSSProperties, useState } from 'react';
import css from './avatar.module.css';

/** Returns at most two letters that stand for a name, or for an e-mail address up to its @. */
export function initials(name: string): string {
  const words = name
    .split('@')[0]!
    .split(/[\s._-]+/)
    .filter(Boolean);
  const letters = [words[0], words.length > 1 ? words.at(-1) : undefined];
  return letters
    .map((word) => (word ? [...word][0]! : ''))
    .join('')
    .toUpperCase();
}

interface AvatarProps {
  name: string;
  /** A picture as an object URL or data URL; letters stand in for it. */
  image?: string | undefined;
  size?: number;
  /** Squares are for workspaces, circles for people. */
  square?: boolean;
}

/**
 * Shows a person's or a workspace's picture. Decoration: the name stands beside it or in the label of what holds it. A plain
 * element, since lists hold hundreds of them.
 */
export function Avatar({ name, image, size = 24, square = false }: AvatarProps) {
  const [broken, setBroken] = useState<string>();
  return (
    <span
      className={css.avatar}
      style={{ '--size': `${size}px` } as CSSProperties}
      data-square={square || undefined}
      aria-hidden
    >
      {image && image !== broken ? (
        <img className={css.image} src={image} alt="" onError={() => setBroken(image)} />
      ) : (
        initials(name)
      )}
    </span>
  );
}
