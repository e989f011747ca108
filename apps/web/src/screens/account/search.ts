/** The part of the account that is in view stands in the address; the personal information needs no word there. */
export interface AccountSearch {
  tab?: 'security';
}

export const accountSearch = (search: Record<string, unknown>): AccountSearch =>
  search.tab === 'security' ? { tab: 'security' } : {};
