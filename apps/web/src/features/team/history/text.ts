import type { HistoryItem } from '@kontor/client/team/history';
import { teamHistoryMessages } from './messages.ts';

/** Tells an entry of the log in a sentence, which may begin with no name: `Ein früheres Mitglied hat …`. */
export function historyText(item: HistoryItem, name: (id: string) => string): string {
  const text = sentence(item, name);
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function sentence(item: HistoryItem, name: (id: string) => string): string {
  const { t } = teamHistoryMessages;
  const by = name(item.authorId);
  const who = item.subjectId === undefined ? '' : name(item.subjectId);
  switch (item.what) {
    case 'genesis':
      return t('genesis', { by });
    case 'invite':
      return t(`invite${item.role!}`, { by, who });
    case 'add':
      return t(`add${item.role!}`, { by, who });
    case 'join':
      return item.authorId === item.subjectId
        ? t(`join${item.role!}`, { who })
        : t(`letIn${item.role!}`, { by, who });
    case 'role':
      return t(`role${item.role!}`, { by, who });
    case 'status':
      return t(item.status!, { by, who });
    case 'rekey':
      return item.authorId === item.subjectId ? t('rekeyOwn', { who }) : t('rekey', { by, who });
    case 'remove':
      return t('remove', { by, who });
    case 'withdraw':
      return t('withdraw', { by, who });
    case 'expire':
      return t('expire', { who });
    case 'owner':
      return t('owner', { by, who });
    case 'customer':
      return t('customer', { by, who });
    case 'rotate':
      return t('rotate', { by });
    case 'restore':
      return t('restore', { by });
  }
}
