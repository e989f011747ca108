import { customerMessages } from '../../features/customer/messages.ts';
import { useShares } from '../../features/document/share/queries.ts';
import { sharedPath } from '../../features/document/tree.ts';
import { useMessages } from '../../platform/text/messages.ts';
import { TextLink } from '../../ui/nav/link.tsx';
import type { FolderAddress } from '../dashboard/sharedProject.ts';
import css from './customers.module.css';

/** Returns the address of what is shared with a customer, or of a folder in it. */
export const sharedLink = (
  workspace: string,
  customer: string,
  folders: readonly string[] = [],
): FolderAddress => ({
  to: '/$workspace/customers/$customer/documents/$',
  params: { workspace, customer, _splat: [sharedPath, ...folders].join('/') },
});

interface SharedCountProps {
  workspace: string;
  customerId: string;
}

/** Says how many files a customer sees, as the way to them. */
export function SharedCount({ workspace, customerId }: SharedCountProps) {
  const t = useMessages(customerMessages);
  const files = useShares(customerId).filter(({ kind }) => kind === 'file');
  // Two who share at the same moment make two records of one document.
  const count = new Set(files.map(({ documentId }) => documentId)).size;
  if (count === 0) return <p className={css.quiet}>{t('nothingShared')}</p>;
  return <TextLink {...sharedLink(workspace, customerId)}>{t('sharedCount', { count })}</TextLink>;
}
