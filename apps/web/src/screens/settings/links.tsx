import { AllLinks } from '../../features/document/link/allLinks.tsx';
import { usePeople } from '../../features/member/queries.ts';
import { usePage } from '../../platform/page.tsx';
import { useMessages } from '../../platform/text/messages.ts';
import { settingsMessages } from './messages.ts';

/** Shows admins all links for people without an account. */
export function SettingsLinks() {
  const t = useMessages(settingsMessages);
  usePage(t('links'), [{ label: t('settings') }]);
  const people = usePeople();
  return <AllLinks nameOf={(userId) => people.get(userId)?.name ?? t('formerMember')} />;
}
