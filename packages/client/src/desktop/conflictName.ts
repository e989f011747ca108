import { withSuffix } from '../nouns/document.ts';

const two = (n: number): string => String(n).padStart(2, '0');

/**
 * Returns the name of the copy that a save becomes when somebody else was first: `Plan (Konflikt, Anna, 2026-11-22
 * 10.31).docx`, in the time of this computer.
 */
export function conflictName(name: string, { word, person, at }: { word: string; person: string; at: Date }) {
  const day = `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
  const facts = [word, person, `${day} ${two(at.getHours())}.${two(at.getMinutes())}`].filter(Boolean);
  return withSuffix(name, ` (${facts.join(', ')})`);
}
