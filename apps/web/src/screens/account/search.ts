const tabs = ['security', 'notifications', 'computer'] as const;

/** The part of the account that is in view stands in the address; the personal information needs no word there. */
export interface AccountSearch {
  tab?: (typeof tabs)[number];
}

export function accountSearch(search: Record<string, unknown>): AccountSearch {
  const tab = tabs.find((each) => each === search.tab);
  return tab ? { tab } : {};
}
