/**
 * The calls with JSON bodies, contract-first: the server implements this router, the client's calls are typed by it,
 * OpenAPI is generated from it. Sign-in forms, blobs, `POST /api/sync`, `POST /api/history` and the socket are plain HTTP
 * beside it.
 */
import { oc } from '@orpc/contract';
import * as z from 'zod/mini';
import { languages } from '../text/language.ts';
import {
  accountDeletionSchema,
  accountKeysSchema,
  accountSchema,
  emailChangeSchema,
  emailRequestSchema,
  kitSchema,
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
import { billingRecordChangeSchema, billingRecordSchema } from './billingRecord.ts';
import { blobDeleteSchema, downloadSchema, presignedSchema, presignQuerySchema } from './blob.ts';
import { cancellationRequestSchema, cancellationSchema, cancellationTokenSchema } from './cancellation.ts';
import { batchResultSchema, batchSchema } from './change.ts';
import { errors } from './errors.ts';
import { invitationSchema, sentInvitationSchema, shownInvitationSchema } from './invitation.ts';
import { invoiceFileQuerySchema, invoiceFileSchema, invoiceSummarySchema } from './invoice.ts';
import {
  linkOpenedSchema,
  linkProofSchema,
  linkTicketSchema,
  linkUrlsSchema,
  linkUseSchema,
} from './link.ts';
import { memberHintSchema } from './memberHint.ts';
import {
  inboxSchema,
  muteSchema,
  notificationMarkSchema,
  notificationSettingChangeSchema,
  notificationSettingSchema,
  pushStateSchema,
  pushSubscriptionSchema,
} from './notification.ts';
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
import { agreementFileSchema, serverSchema } from './server.ts';
import { email, uuid } from './shapes.ts';
import {
  contactsSchema,
  gatewayVisitSchema,
  methodVisitSchema,
  planChoiceSchema,
  subscriptionSchema,
} from './subscription.ts';
import { workspaceSummarySchema } from './workspace.ts';

type Path = `/${string}`;

const base = oc.errors(errors);
const get = (path: Path) => base.route({ method: 'GET', path });
const post = (path: Path) => base.route({ method: 'POST', path });
const put = (path: Path) => base.route({ method: 'PUT', path });
const patch = (path: Path) => base.route({ method: 'PATCH', path });
const remove = (path: Path) => base.route({ method: 'DELETE', path });

const nothing = z.object({});
const byEmail = z.object({ email });
const byId = z.object({ id: uuid });
const inWorkspace = z.object({ workspaceId: uuid });

export const api = {
  server: {
    get: get('/server').output(serverSchema),
    agreement: get('/server/agreement').output(agreementFileSchema),
  },
  account: {
    register: post('/users/register').input(registerSchema).output(nothing),
    verify: post('/users/verify').input(verifySchema).output(nothing),
    resendCode: post('/users/resend').input(byEmail).output(nothing),
    /** Opens the set-up page of somebody who was invited: whether the mailed one-time password is right. */
    checkOneTimePassword: post('/users/setup/check').input(oneTimePasswordSchema).output(nothing),
    setUp: post('/users/setup').input(setUpSchema).output(nothing),
    passwordParameters: get('/users/password-parameters').input(byEmail).output(passwordParametersSchema),
    get: get('/account').output(accountSchema),
    update: patch('/account')
      .input(z.object({ language: z.enum(languages) }))
      .output(nothing),
    changePassword: put('/account/password').input(passwordChangeSchema).output(nothing),
    /** Mails a code to an address that the account shall have. */
    requestEmail: post('/account/email/code').input(emailRequestSchema).output(nothing),
    changeEmail: put('/account/email').input(emailChangeSchema).output(nothing),
    storeKeys: put('/account/keys').input(accountKeysSchema).output(nothing),
    kit: get('/account/kit').output(storedKitSchema),
    storeKit: put('/account/kit').input(kitSchema).output(nothing),
    storePin: put('/account/pins').input(pinSchema).output(nothing),
    /** For good. Refused with STILL_MEMBER while the account has a place in any workspace. */
    remove: post('/account/deletion').input(accountDeletionSchema).output(nothing),
    sessions: get('/account/sessions').output(z.array(sessionSchema)),
    revokeSession: remove('/account/sessions/{id}').input(byId).output(nothing),
    revokeOtherSessions: remove('/account/sessions/others').output(nothing),
  },
  recovery: {
    /** Answers alike whether the address has an account or not. */
    request: post('/users/recovery').input(byEmail).output(recoveryStateSchema),
    check: post('/users/recovery/check').input(recoveryCodeSchema).output(recoverySchema),
    reset: patch('/users/recovery').input(passwordResetSchema).output(nothing),
    formerKeys: patch('/users/unlock').input(phraseProofSchema).output(formerKeysSchema),
    renewKit: put('/users/unlock/kit').input(kitRenewalSchema).output(nothing),
    /** For devices that were signed in before a reset, and for those alone. */
    formerDevice: get('/users/former').output(formerDeviceSchema),
    answer: post('/users/former').input(batchSchema).output(nothing),
    /** For whoever is LOCKED there. */
    lock: get('/workspaces/{id}/lock').input(byId).output(lockSchema),
    /** Those who wait for an admin. */
    locked: get('/workspaces/{id}/locked').input(byId).output(z.array(lockedMemberSchema)),
  },
  workspace: {
    list: get('/workspaces').output(z.array(workspaceSummarySchema)),
  },
  subscription: {
    get: get('/workspaces/{workspaceId}/subscription').input(inWorkspace).output(subscriptionSchema),
    /** For everybody who works there: whom to ask. */
    contacts: get('/workspaces/{workspaceId}/subscription/contacts')
      .input(inWorkspace)
      .output(contactsSchema),
    /** Asks the gateway for its newest state: after coming back from there. */
    refresh: post('/workspaces/{workspaceId}/subscription/refresh')
      .input(inWorkspace)
      .output(subscriptionSchema),
    /** Leads to where a payment method is added. */
    addMethod: post('/workspaces/{workspaceId}/subscription/method')
      .input(methodVisitSchema)
      .output(gatewayVisitSchema),
    /** Leads to the gateway's own pages on methods and past payments. */
    portal: post('/workspaces/{workspaceId}/subscription/portal')
      .input(inWorkspace)
      .output(gatewayVisitSchema),
    choose: put('/workspaces/{workspaceId}/subscription/plan')
      .input(planChoiceSchema)
      .output(gatewayVisitSchema),
    cancel: post('/workspaces/{workspaceId}/subscription/cancel')
      .input(inWorkspace)
      .output(subscriptionSchema),
    resume: post('/workspaces/{workspaceId}/subscription/resume')
      .input(inWorkspace)
      .output(subscriptionSchema),
  },
  member: {
    /** Of the workspace that the header names. */
    list: get('/members').output(z.array(memberHintSchema)),
  },
  invitation: {
    /** Those that wait for the caller's address. */
    mine: get('/invitations').output(z.array(invitationSchema)),
    get: get('/invitations/{id}').input(byId).output(shownInvitationSchema),
    /** Joins without the link's secret: from now on the caller waits for an admin. */
    ask: post('/invitations/{id}/ask').input(byId).output(nothing),
    /** Of a workspace, for its admins. */
    list: get('/workspaces/{workspaceId}/invitations')
      .input(inWorkspace)
      .output(z.array(sentInvitationSchema)),
    /** Mails once more that somebody is invited; the mail carries no secret. */
    resend: post('/workspaces/{workspaceId}/invitations/{id}/mail')
      .input(z.object({ workspaceId: uuid, id: uuid }))
      .output(nothing),
  },
  billingRecord: {
    /** Null until somebody filled it in. */
    get: get('/workspaces/{workspaceId}/billing-record')
      .input(inWorkspace)
      .output(z.nullable(billingRecordSchema)),
    /** Asks the register about a VAT id that it has not confirmed yet. */
    store: put('/workspaces/{workspaceId}/billing-record')
      .input(billingRecordChangeSchema)
      .output(billingRecordSchema),
  },
  invoice: {
    /** Newest first. */
    list: get('/workspaces/{workspaceId}/invoices').input(inWorkspace).output(z.array(invoiceSummarySchema)),
    file: get('/workspaces/{workspaceId}/invoices/{id}/{form}')
      .input(invoiceFileQuerySchema)
      .output(invoiceFileSchema),
  },
  cancellation: {
    /** Mails a link for each workspace of the address. Answers alike whether there is one. */
    request: post('/cancellations').input(cancellationRequestSchema).output(nothing),
    check: post('/cancellations/check').input(cancellationTokenSchema).output(cancellationSchema),
    confirm: post('/cancellations/confirm').input(cancellationTokenSchema).output(cancellationSchema),
  },
  change: {
    apply: post('/changes').input(batchSchema).output(batchResultSchema),
  },
  notification: {
    list: get('/workspaces/{workspaceId}/notifications').input(inWorkspace).output(inboxSchema),
    mark: patch('/workspaces/{workspaceId}/notifications').input(notificationMarkSchema).output(nothing),
    mute: put('/workspaces/{workspaceId}/mutes').input(muteSchema).output(nothing),
    setting: get('/account/notifications').output(notificationSettingSchema),
    updateSetting: put('/account/notifications').input(notificationSettingChangeSchema).output(nothing),
    push: get('/account/push').output(pushStateSchema),
    subscribe: put('/account/push').input(pushSubscriptionSchema).output(nothing),
    unsubscribe: remove('/account/push').output(nothing),
  },
  blob: {
    presign: get('/s3/pre-signed-url').input(presignQuerySchema).output(presignedSchema),
    download: post('/s3/download-urls').input(downloadSchema).output(presignedSchema),
    delete: post('/s3/delete').input(blobDeleteSchema).output(nothing),
  },
  link: {
    /** For people without an account, as all of it but `uses`: answers nothing, or LINK_ENDED. */
    check: get('/links/{id}').input(byId).output(nothing),
    /** Refused with WRONG_LINK where the proof is not that of the address and its password. */
    open: post('/links/{id}/open').input(linkProofSchema).output(linkOpenedSchema),
    /** Begins to fetch, which counts. */
    fetch: post('/links/{id}/fetches').input(linkProofSchema).output(linkTicketSchema),
    urls: post('/links/{id}/urls').input(linkUrlsSchema).output(presignedSchema),
    /** Of the workspace that the header names: links that the caller can read, as far as they were fetched. */
    uses: get('/link-uses').output(z.array(linkUseSchema)),
  },
} as const;
