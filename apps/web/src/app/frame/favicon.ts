/** Draws the icon of the page: with a number for what was not read, and a red dot while the timer runs. */
import { badgeText } from '../../platform/text/badgeText.ts';
import plain from '../favicon.svg?raw';

export interface FaviconState {
  isRunning: boolean;
  unread: number;
}

/** Pixels of the badge for one, two and more letters; the icon is 32 wide. */
const widths = [20, 27, 32];

const dot = '<circle cx="25" cy="7" r="7" fill="#f04438" stroke="#fff" stroke-width="2"/>';

/** Returns the icon as a data URL; undefined where it is the plain one. */
export function faviconOf({ isRunning, unread }: FaviconState): string | undefined {
  if (!isRunning && unread === 0) return undefined;
  const drawn = `${unread > 0 ? badge(unread) : ''}${isRunning ? dot : ''}`;
  return `data:image/svg+xml,${encodeURIComponent(plain.trim().replace('</svg>', `${drawn}</svg>`))}`;
}

function badge(count: number): string {
  const text = badgeText(count);
  const width = widths[text.length - 1]!;
  const left = 32 - width;
  const font = 'font-family="sans-serif" font-weight="700" font-size="17" text-anchor="middle"';
  return `<rect x="${left}" y="13" width="${width}" height="19" rx="6" fill="#fdb022" stroke="#fff"/><text x="${left + width / 2}" y="28.5" ${font} fill="#1d2939">${text}</text>`;
}
