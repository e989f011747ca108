import type { ProjectCard } from '@kontor/contract/nouns/projectCard';
import { useMemo } from 'react';
import { useLanguage } from '../../platform/text/locale.ts';
import { useAll } from '../../platform/workspace/workspace.ts';

/** Returns one card per project, those that run first, each by name. */
export function useProjectCards(): readonly ProjectCard[] {
  const cards = useAll('projectCard');
  const language = useLanguage();
  return useMemo(
    () =>
      [...new Map(cards.map((card) => [card.projectId, card])).values()].sort(
        (a, b) =>
          Number(Boolean(a.archivedAt)) - Number(Boolean(b.archivedAt)) ||
          a.name.localeCompare(b.name, language, { numeric: true }),
      ),
    [cards, language],
  );
}
