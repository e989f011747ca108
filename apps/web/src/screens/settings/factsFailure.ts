/** The words for details of a workspace that the server did not take. */
import { failureText } from '../../platform/failures/failures.ts';
import { settingsMessages } from './messages.ts';

/** The details of a workspace that the server reads. */
export const facts = ['name', 'color', 'logo'] as const;
const isFact = (name: string) => (facts as readonly string[]).includes(name);

/** Says that changed facts were not taken, and that the changes beside them were stored, where there are any. */
export function factsFailure(
  failure: unknown,
  changes: { readonly [name: string]: string | undefined },
): string {
  const { t } = settingsMessages;
  const changed = Object.keys(changes).filter(isFact);
  const logoFailed = changes.logo ? 'logoFailed' : 'logoDeleteFailed';
  const why = failureText(failure, t(changed.join() === 'logo' ? logoFailed : 'nameFailed'));
  return Object.keys(changes).every(isFact) ? why : `${t('detailsSaved')} ${why}`;
}
