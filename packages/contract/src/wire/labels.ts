/**
 * Every use of HKDF, HMAC, a signature, HPKE or a hash over structured input has a label of its own, so that no
 * value made for one use means anything in another. All of them stand here; a test asserts that no two are equal.
 */
export const labels = {
  password: 'kontor/password/v1',
  passwordAuth: 'kontor/password-auth/v1',
  passwordWrap: 'kontor/password-wrap/v1',
  keyCert: 'kontor/key-cert/v1',
  accountSeeds: 'kontor/account-seeds/v1',
  deviceSeeds: 'kontor/device-seeds/v1',
  deviceSeedsOuter: 'kontor/device-seeds-outer/v1',
  devicePage: 'kontor/device-page/v1',
  deviceKeys: 'kontor/device-keys/v1',
  outbox: 'kontor/outbox/v1',
  memory: 'kontor/memory/v1',
  memoryName: 'kontor/memory-name/v1',
  personalScope: 'kontor/personal-scope/v1',
  hoursScope: 'kontor/hours-scope/v1',
  directRoom: 'kontor/direct-room/v1',
  kid: 'kontor/kid/v1',
  record: 'kontor/record/v2',
  recordAuthor: 'kontor/record-author/v2',
  recordResealer: 'kontor/record-resealer/v1',
  tombstone: 'kontor/tombstone/v2',
  tombstoneAuthor: 'kontor/tombstone-author/v2',
  scopeDerive: 'kontor/scope-derive/v1',
  scopeHpke: 'kontor/scope-hpke/v1',
  scopeWrap: 'kontor/scope-wrap/v1',
  scopePrevious: 'kontor/scope-previous/v1',
  grantSeal: 'kontor/grant-seal/v1',
  grantSignature: 'kontor/grant-signature/v1',
  file: 'kontor/file/v1',
  name: 'kontor/name/v1',
  phraseSeal: 'kontor/phrase-seal/v1',
  phraseKeep: 'kontor/phrase-keep/v1',
  phraseVerification: 'kontor/phrase-verification/v1',
  invitation: 'kontor/invitation/v1',
  sixWords: 'kontor/six-words/v1',
  logWords: 'kontor/log-words/v1',
  log: 'kontor/log/v1',
  logPin: 'kontor/log-pin/v1',
  logPinSignature: 'kontor/log-pin-signature/v1',
  /** The server's own, under its pepper. */
  mailQueue: 'kontor/mail-queue/v1',
} as const;

export type Label = (typeof labels)[keyof typeof labels];
