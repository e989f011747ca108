import { DamagedFileError } from '@kontor/client/files/transfer';
import { failureText } from '../../platform/failures/failures.ts';
import { documentMessages } from './messages.ts';

/** Says why a file could not be opened. */
export const openingProblem = (error: unknown): string =>
  error instanceof DamagedFileError
    ? documentMessages.t('damaged')
    : failureText(error, documentMessages.t('downloadFailed'));
