import { AllLinks } from '../../features/document/link/allLinks.tsx';
import { nameOf, useMembers } from '../../features/team/queries.ts';
import { usePage } from '../../platform/page.tsx';
import { useMessages } from '../../platform/text/messages.ts';
import { settingsMessages } from './messages.ts';

/** Shows admins all links for people without an account. */
export function SettingsLinks() {
  const t = useMessages(settingsMessages);
  usePage(t('links'), [{ label: t('settings') }]);
  const members = useMembers();
  const nameById = (userId: string) => {
    const member = members.find((each) => each.userId === userId);
    return member ? nameOf(member) : t('formerMember');
  };
  return <AllLinks nameOf={nameById} />;
}
