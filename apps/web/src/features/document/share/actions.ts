/** Sharing with a customer. Says beforehand who will see what. */
import { revokeDocuments, shareDocuments } from '@kontor/client/nouns/share';
import type { Document } from '@kontor/contract/nouns/document';
import { shownName } from '../../../platform/text/shownName.ts';
import { toast } from '../../../platform/toasts.tsx';
import { tryAct } from '../../../platform/tryAct.ts';
import { currentWorkspace, isOffline } from '../../../platform/workspace/workspace.ts';
import { confirm } from '../../../ui/overlay/confirm.tsx';
import { shareMessages } from './messages.ts';
import { customerUsers } from './queries.ts';

const { t } = shareMessages;

interface SharedWith {
  id: string;
  name: string;
}

/** Returns a list of people in words: those with a name, and how many others. */
function peopleOf(users: readonly string[], customer: string): string {
  const named = users.filter(Boolean);
  const others = users.length - named.length;
  return [...named, ...(others > 0 ? [t('unnamed', { count: others, customer })] : [])].join(', ');
}

/** Names the folders that a document lies in, outermost first. */
function foldersOf(document: Document): string {
  const { collections } = currentWorkspace().records;
  const names: string[] = [];
  const seen = new Set<string>();
  for (let id = document.parentId; id && !seen.has(id); id = collections.document.get(id)?.parentId) {
    seen.add(id);
    names.unshift(collections.document.get(id)?.name ?? '');
  }
  return names.filter(Boolean).join(' / ');
}

/** Returns what to ask before documents are shared: who sees them then, and what else. */
function shareQuestion(documents: readonly Document[], { id, name }: SharedWith) {
  const users = customerUsers(currentWorkspace().records, id);
  const folders = [...new Set(documents.map(foldersOf))].filter(Boolean).map(shownName).join(', ');
  return {
    title:
      documents.length === 1
        ? t('shareTitle', { name: shownName(documents[0]!.name), customer: name })
        : t('shareMany', { count: documents.length, customer: name }),
    body: [
      users.length > 0 ? t('readers', { people: peopleOf(users, name) }) : t('noReaders', { customer: name }),
      ...(documents.some(({ kind }) => kind === 'folder') ? [t('covers')] : []),
      ...(folders ? [t('folders', { folders })] : []),
    ].join(' '),
  };
}

/** Tells whether a document is a customer's, or of a project for them. */
const isOf = ({ scopeId, customerId }: Document, id: string): boolean =>
  id === (customerId ?? currentWorkspace().records.collections.project.get(scopeId)?.customerId);

/** Asks for confirmation until what it said is so, then shares documents, folders with their contents. */
export async function confirmShare(documents: readonly Document[], customer: SharedWith): Promise<void> {
  if (documents.length === 0) return;
  const { records } = currentWorkspace();
  for (let agreed = ''; ; ) {
    // Somebody else may have acted while the question stood.
    const there = documents
      .flatMap(({ id }) => records.collections.document.get(id) ?? [])
      .filter((document) => isOf(document, customer.id));
    if (there.length === 0) {
      toast.error(t('failed'));
      return;
    }
    const question = shareQuestion(there, customer);
    const said = `${question.title} ${question.body}`;
    if (said === agreed) {
      const ids = there.map(({ id }) => id);
      if (tryAct(() => shareDocuments(records, ids, customer.id), t('failed')))
        toast.success(t(isOffline() ? 'sharedLater' : 'shared', { customer: customer.name }));
      return;
    }
    if (!(await confirm({ ...question, action: t('share') }))) return;
    agreed = said;
  }
}

/** Asks for confirmation, then stops sharing documents with the customer. */
export async function confirmRevoke(documents: readonly Document[], { id, name }: SharedWith): Promise<void> {
  const [first] = documents;
  if (!first) return;
  const agreed = await confirm({
    title:
      documents.length === 1
        ? t('revokeTitle', { name: shownName(first.name), customer: name })
        : t('revokeMany', { count: documents.length, customer: name }),
    body: [
      t(isOffline() ? 'revokeOffline' : 'revokeBody', { customer: name }),
      ...(documents.some(({ kind }) => kind === 'folder') ? [t('revokeFolder')] : []),
    ].join(' '),
    action: t('revoke'),
    danger: true,
  });
  if (!agreed) return;
  const ids = documents.map((document) => document.id);
  if (tryAct(() => revokeDocuments(currentWorkspace().records, ids, id), t('failed')))
    toast.success(t(isOffline() ? 'revokedLater' : 'revoked', { customer: name }));
}
