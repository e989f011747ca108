import { type PanelSearch, panelSearch } from '../../ui/overlay/panel.ts';

export interface NotificationsSearch extends PanelSearch {
  tab?: 'activity';
}

/** Returns the part of the query that says which notifications show. */
export const notificationsSearch = (search: Record<string, unknown>): NotificationsSearch => ({
  ...panelSearch(search),
  ...(search.tab === 'activity' && { tab: 'activity' }),
});
