import type { ComboboxItem, ComboboxParsedItem, OptionsFilter } from '@mantine/core';
import { matches } from '../../platform/text/matches.ts';

/** Finds the options of a choice by their own words and by those of their group. */
export const searchGroups: OptionsFilter = ({ options, search }) =>
  options.flatMap((option): ComboboxParsedItem[] => {
    if (!('group' in option)) return matches(option.label, search) ? [option] : [];
    const items = option.items.filter(({ label }: ComboboxItem) =>
      matches(`${option.group} ${label}`, search),
    );
    return items.length > 0 ? [{ ...option, items }] : [];
  });
