import { useMessages } from '../../platform/text/messages.ts';
import { useObservable, useWorkspace } from '../../platform/workspace/workspace.ts';
import { signingMessages } from './messages.ts';
import css from './signing.module.css';

/** Shows the workspace's fingerprint, which whoever verifies a document from here compares with the one that they find in it. */
export function WorkspaceFingerprint() {
  const t = useMessages(signingMessages);
  const log = useObservable(useWorkspace().records.log);
  if (!log) return null;
  return (
    <p className={css.quiet}>
      {t('ownFingerprint')} <code className={css.fingerprint}>{log.genesis}</code>
    </p>
  );
}
