import { DamagedFileError } from '@kontor/client/files/transfer';
import { failureText } from '../../platform/failures/failures.ts';
import { documentMessages } from './messages.ts';

/** Says why a file could not be opened; `otherwise` where nothing more is known. */
export const openingFailureText = (
  error: unknown,
  otherwise = documentMessages.t('downloadFailed'),
): string =>
  error instanceof DamagedFileError ? documentMessages.t('damaged') : failureText(error, otherwise);
