/**
 * The calls with JSON bodies, contract-first: the server implements this router, the client's calls are typed by it,
 * OpenAPI is generated from it. Sign-in forms, blobs, `POST /api/sync` and the socket are plain HTTP beside it.
 */
import { oc } from '@orpc/contract';
import * as z from 'zod/mini';
import {
  accountSchema,
  kitSchema,
  languages,
  oneTimePasswordSchema,
  passwordChangeSchema,
  passwordParametersSchema,
  pinSchema,
  registerSchema,
  sessionSchema,
  setUpSchema,
  storedKitSchema,
  verifySchema,
} from './account.ts';
import { blobDeleteSchema, downloadSchema, presignedSchema, presignQuerySchema } from './blob.ts';
import { batchResultSchema, batchSchema } from './change.ts';
import { errors } from './errors.ts';
import { invitationSchema, sentInvitationSchema, shownInvitationSchema } from './invitation.ts';
import { memberHintSchema } from './memberHint.ts';
import {
  formerDeviceSchema,
  formerKeysSchema,
  kitRenewalSchema,
  lockedMemberSchema,
  lockSchema,
  passwordResetSchema,
  phraseProofSchema,
  recoveryCodeSchema,
  recoverySchema,
  recoveryStateSchema,
} from './recovery.ts';
import { email, uuid } from './wire.ts';
import { workspaceSummarySchema } from './workspace.ts';

const base = oc.errors(errors);
const nothing = z.object({});

export const api = {
  account: {
    register: base.route({ method: 'POST', path: '/users/register' }).input(registerSchema).output(nothing),
    verify: base.route({ method: 'POST', path: '/users/verify' }).input(verifySchema).output(nothing),
    resendCode: base
      .route({ method: 'POST', path: '/users/resend' })
      .input(z.object({ email }))
      .output(nothing),
    /** Opens the set-up page of somebody who was invited: whether the mailed one-time password is right. */
    checkOneTimePassword: base
      .route({ method: 'POST', path: '/users/setup/check' })
      .input(oneTimePasswordSchema)
      .output(nothing),
    setUp: base.route({ method: 'POST', path: '/users/setup' }).input(setUpSchema).output(nothing),
    passwordParameters: base
      .route({ method: 'GET', path: '/users/password-parameters' })
      .input(z.object({ email }))
      .output(passwordParametersSchema),
    get: base.route({ method: 'GET', path: '/account' }).output(accountSchema),
    update: base
      .route({ method: 'PATCH', path: '/account' })
      .input(z.object({ language: z.enum(languages) }))
      .output(nothing),
    changePassword: base
      .route({ method: 'PUT', path: '/account/password' })
      .input(passwordChangeSchema)
      .output(nothing),
    kit: base.route({ method: 'GET', path: '/account/kit' }).output(storedKitSchema),
    storeKit: base.route({ method: 'PUT', path: '/account/kit' }).input(kitSchema).output(nothing),
    storePin: base.route({ method: 'PUT', path: '/account/pins' }).input(pinSchema).output(nothing),
    sessions: base.route({ method: 'GET', path: '/account/sessions' }).output(z.array(sessionSchema)),
    revokeSession: base
      .route({ method: 'DELETE', path: '/account/sessions/{id}' })
      .input(z.object({ id: uuid }))
      .output(nothing),
    revokeOtherSessions: base.route({ method: 'DELETE', path: '/account/sessions/others' }).output(nothing),
  },
  recovery: {
    /** Answers alike whether the address has an account or not. */
    request: base
      .route({ method: 'POST', path: '/users/recovery' })
      .input(z.object({ email }))
      .output(recoveryStateSchema),
    check: base
      .route({ method: 'POST', path: '/users/recovery/check' })
      .input(recoveryCodeSchema)
      .output(recoverySchema),
    reset: base
      .route({ method: 'PATCH', path: '/users/recovery' })
      .input(passwordResetSchema)
      .output(nothing),
    formerKeys: base
      .route({ method: 'PATCH', path: '/users/unlock' })
      .input(phraseProofSchema)
      .output(formerKeysSchema),
    renewKit: base
      .route({ method: 'PUT', path: '/users/unlock/kit' })
      .input(kitRenewalSchema)
      .output(nothing),
    /** For devices that were signed in before a reset, and for those alone. */
    formerDevice: base.route({ method: 'GET', path: '/users/former' }).output(formerDeviceSchema),
    answer: base.route({ method: 'POST', path: '/users/former' }).input(batchSchema).output(nothing),
    /** For whoever is LOCKED there. */
    lock: base
      .route({ method: 'GET', path: '/workspaces/{id}/lock' })
      .input(z.object({ id: uuid }))
      .output(lockSchema),
    /** Those who wait for an admin. */
    locked: base
      .route({ method: 'GET', path: '/workspaces/{id}/locked' })
      .input(z.object({ id: uuid }))
      .output(z.array(lockedMemberSchema)),
  },
  workspace: {
    list: base.route({ method: 'GET', path: '/workspaces' }).output(z.array(workspaceSummarySchema)),
  },
  member: {
    /** Of the workspace that the header names. */
    list: base.route({ method: 'GET', path: '/members' }).output(z.array(memberHintSchema)),
  },
  invitation: {
    /** Those that wait for the caller's address. */
    mine: base.route({ method: 'GET', path: '/invitations' }).output(z.array(invitationSchema)),
    get: base
      .route({ method: 'GET', path: '/invitations/{id}' })
      .input(z.object({ id: uuid }))
      .output(shownInvitationSchema),
    /** Joins without the link's secret: from now on the caller waits for an admin. */
    ask: base
      .route({ method: 'POST', path: '/invitations/{id}/ask' })
      .input(z.object({ id: uuid }))
      .output(nothing),
    /** Of a workspace, for its admins. */
    list: base
      .route({ method: 'GET', path: '/workspaces/{workspaceId}/invitations' })
      .input(z.object({ workspaceId: uuid }))
      .output(z.array(sentInvitationSchema)),
    /** Mails once more that somebody is invited; the mail carries no secret. */
    resend: base
      .route({ method: 'POST', path: '/workspaces/{workspaceId}/invitations/{id}/mail' })
      .input(z.object({ workspaceId: uuid, id: uuid }))
      .output(nothing),
  },
  change: {
    apply: base.route({ method: 'POST', path: '/changes' }).input(batchSchema).output(batchResultSchema),
  },
  blob: {
    presign: base
      .route({ method: 'GET', path: '/s3/pre-signed-url' })
      .input(presignQuerySchema)
      .output(presignedSchema),
    download: base
      .route({ method: 'POST', path: '/s3/download-urls' })
      .input(downloadSchema)
      .output(presignedSchema),
    delete: base.route({ method: 'POST', path: '/s3/delete' }).input(blobDeleteSchema).output(nothing),
  },
} as const;
