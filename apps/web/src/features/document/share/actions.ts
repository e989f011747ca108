/** Sharing with a customer. Who will see what is said before it happens. */
import { revokeDocuments as revoke, shareDocuments as share } from '@kontor/client/nouns/share';
import type { Document } from '@kontor/contract/nouns/document';
import { failureText } from '../../../platform/failures/failures.ts';
import { shownName } from '../../../platform/text/shownName.ts';
import { toast } from '../../../platform/toasts.tsx';
import { currentWorkspace } from '../../../platform/workspace/workspace.ts';
import { confirm } from '../../../ui/overlay/confirm.tsx';
import { shareMessages } from './messages.ts';

const { t } = shareMessages;

export interface SharedWith {
  id: string;
  name: string;
  /** Names of the customer's users, empty for those who gave none. */
  users: readonly string[];
}

/** Returns a list of people in words: those with a name, and how many others. */
function peopleOf({ name: customer, users }: SharedWith): string {
  const named = users.filter(Boolean);
  const others = users.length - named.length;
  return [...named, ...(others > 0 ? [t('unnamed', { count: others, customer })] : [])].join(', ');
}

/** Names the folders that a document lies in, outermost first. */
function foldersOf(document: Document | undefined): string {
  const { collections } = currentWorkspace().records;
  const names: string[] = [];
  const seen = new Set<string>();
  for (let id = document?.parentId; id && !seen.has(id); id = collections.document.get(id)?.parentId) {
    seen.add(id);
    names.unshift(collections.document.get(id)?.name ?? '');
  }
  return names.filter(Boolean).join(' / ');
}

function tryToShare(act: () => void, done: string): void {
  try {
    act();
    toast.success(done);
  } catch (error) {
    toast.error(failureText(error, t('failed')));
    reportError(error);
  }
}

/** Asks, then shares; folders with what lies in them. */
export async function shareDocuments(documents: readonly Document[], customer: SharedWith): Promise<void> {
  const [first] = documents;
  if (!first) return;
  const { name } = customer;
  const folders = shownName(foldersOf(first));
  const agreed = await confirm({
    title:
      documents.length === 1
        ? t('shareTitle', { name: shownName(first.name), customer: name })
        : t('shareMany', { count: documents.length, customer: name }),
    body: [
      customer.users.length > 0
        ? t('readers', { people: peopleOf(customer) })
        : t('noReaders', { customer: name }),
      ...(documents.some(({ kind }) => kind === 'folder') ? [t('covers')] : []),
      ...(folders ? [t('folders', { folders })] : []),
    ].join(' '),
    action: t('share'),
  });
  if (!agreed) return;
  const ids = documents.map(({ id }) => id);
  tryToShare(() => share(currentWorkspace().records, ids, customer.id), t('shared', { customer: name }));
}

/** Asks, then takes documents out of the customer's sight. */
export async function revokeDocuments(
  documents: readonly Document[],
  { id, name }: SharedWith,
): Promise<void> {
  const [first] = documents;
  if (!first) return;
  const agreed = await confirm({
    title:
      documents.length === 1
        ? t('revokeTitle', { name: shownName(first.name), customer: name })
        : t('revokeMany', { count: documents.length, customer: name }),
    body: [
      t('revokeBody', { customer: name }),
      ...(documents.some(({ kind }) => kind === 'folder') ? [t('revokeFolder')] : []),
    ].join(' '),
    action: t('revoke'),
    danger: true,
  });
  if (!agreed) return;
  const ids = documents.map((document) => document.id);
  tryToShare(() => revoke(currentWorkspace().records, ids, id), t('revoked', { customer: name }));
}
