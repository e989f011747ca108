/** Puts a failed call into the person's language. */
import type { SignInError } from '@kontor/contract/wire/account';
import type { ErrorCode } from '@kontor/contract/wire/errors';
import { toast } from '../toasts.tsx';
import { failureMessages } from './messages.ts';

/** Why keys that a server handed out at sign-in were refused. */
type KeyRefusal = 'key-mismatch' | 'not-verified' | 'malformed' | 'unknown-version';
type Distrust = 'unconfirmed-log' | 'ahead-of-clock';
/** A `ReadOnlyError`'s. */
type Unpaid = 'read-only';
type Known =
  | ErrorCode
  | SignInError
  | 'OFFLINE'
  | 'unknown-suite'
  | 'wrong-password'
  | KeyRefusal
  | Distrust
  | Unpaid;
type Key = Exclude<Parameters<typeof failureMessages.t>[0], 'throttledMinutes' | 'throttledHours'>;

const texts: Record<Known, Key> = {
  BAD_INPUT: 'somethingWrong',
  BAD_ORIGIN: 'permissionDenied',
  // Of a sign-out: a sign-in says `Csrf`.
  CSRF: 'signOutFailed',
  NOT_SIGNED_IN: 'notAuthorized',
  PERMISSION_DENIED: 'permissionDenied',
  NOT_OWNER: 'notOwner',
  OWNER_STAYS: 'ownerStays',
  STILL_MEMBER: 'stillMember',
  NOT_FOUND: 'notFound',
  INVALID_WORKSPACE: 'invalidWorkspace',
  WRONG_PASSWORD: 'wrongPassword',
  ACCOUNT_CHANGED: 'changed',
  EMAIL_TAKEN: 'emailTaken',
  REGISTRATION_CLOSED: 'registrationClosed',
  INVALID_CODE: 'invalidCode',
  INVALID_PHRASE: 'invalidPhrase',
  THROTTLED: 'throttled',
  TOO_LARGE: 'tooLarge',
  OVER_QUOTA: 'overQuota',
  OVER_PERSONAL_QUOTA: 'overPersonalQuota',
  TOO_MANY_SCOPES: 'tooManyScopes',
  TOO_MANY_SCOPES_TODAY: 'tooManyScopesToday',
  TOO_MANY_KEYS_TODAY: 'tooManyKeysToday',
  NO_SEAT: 'noSeat',
  OVER_PLAN: 'overPlan',
  NO_PAYMENT_METHOD: 'noPaymentMethod',
  NO_SUBSCRIPTION: 'noSubscription',
  PAYMENT_DECLINED: 'paymentDeclined',
  SUBSCRIPTION_EXPIRED: 'subscriptionExpired',
  'read-only': 'readOnly',
  NOT_IN_PLAN: 'notInPlan',
  GATEWAY_FAILED: 'gatewayFailed',
  TOO_MANY_WORKSPACES: 'tooManyWorkspaces',
  FOUNDED_TOO_MANY: 'foundedTooMany',
  STALE_VERSION: 'changed',
  NAME_TAKEN: 'nameTaken',
  TIMER_RUNNING: 'timerRunning',
  OUTDATED_KEY: 'changed',
  LOG_MOVED: 'changed',
  SCOPES_MOVED: 'changed',
  WRONG_TIME: 'wrongTime',
  LOG_REFUSED: 'membersRefused',
  ALREADY_INVITED: 'alreadyInvited',
  HAS_LEFT: 'hasLeft',
  INVITATION_EXPIRED: 'invitationExpired',
  LINK_ENDED: 'linkEnded',
  WRONG_LINK: 'wrongLinkPassword',
  LINKS_OFF: 'linksOff',
  IN_USE: 'inUse',
  BLOB_MISSING: 'somethingWrong',
  CONFLICT: 'conflict',
  INTERNAL: 'somethingWrong',
  CredentialsSignin: 'invalidCredentials',
  NotVerified: 'notVerified',
  CheckMail: 'checkMail',
  Throttled: 'signInThrottled',
  Csrf: 'somethingWrong',
  OFFLINE: 'offline',
  'wrong-password': 'wrongPassword',
  'unknown-suite': 'unsafePassword',
  'key-mismatch': 'keysRefused',
  'not-verified': 'keysRefused',
  malformed: 'keysRefused',
  'unknown-version': 'keysRefused',
  'unconfirmed-log': 'unconfirmedLog',
  'ahead-of-clock': 'aheadOfClock',
};

/** Returns the code that a failure carries, if it is one that we know. */
export function failureCode(failure: unknown): Known | undefined {
  const { code = undefined, fault = code } = (failure ?? {}) as { code?: unknown; fault?: unknown };
  return typeof fault === 'string' && Object.hasOwn(texts, fault) ? (fault as Known) : undefined;
}

/** Returns the text for a failure; `otherwise`, which says what failed, when its code says nothing of use. */
export function failureText(failure: unknown, otherwise?: string): string {
  const { t } = failureMessages;
  const code = failureCode(failure);
  const key = code && texts[code];
  if (key === 'throttled') return throttledText(failure);
  if (!key || key === 'somethingWrong') return otherwise ?? t('somethingWrong');
  // It tells the cause alone: by whom, but not whether a method, a plan or a cancellation was not taken.
  return key === 'gatewayFailed' && otherwise ? `${otherwise}. ${t(key)}` : t(key);
}

/** Says how long to wait, where that is more than a moment. Both counts are at least two. */
function throttledText(failure: unknown): string {
  const { t } = failureMessages;
  const seconds = (failure as { data?: { retryAfter?: unknown } }).data?.retryAfter;
  if (typeof seconds !== 'number' || !(seconds >= 90)) return t('throttled');
  const minutes = Math.ceil(seconds / 60);
  return minutes > 90
    ? t('throttledHours', { count: Math.ceil(minutes / 60) })
    : t('throttledMinutes', { count: minutes });
}

/** Says what failed; what has no words of its own is reported, too. */
export function reportFailure(error: unknown, otherwise: string): void {
  toast.error(failureText(error, otherwise));
  if (failureCode(error) === undefined) reportError(error);
}

/** Shows a failure as a toast. */
export const toastFailure = (failure: unknown, otherwise?: string): void =>
  toast.error(failureText(failure, otherwise));
