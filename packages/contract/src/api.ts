/**
 * The calls with JSON bodies, contract-first: the server implements this router, the client's calls are typed by it,
 * OpenAPI is generated from it. Sign-in forms, blobs, `POST /api/sync` and the socket are plain HTTP beside it.
 */
import { oc } from '@orpc/contract';
import { z } from 'zod';
import {
  accountSchema,
  kitSchema,
  languages,
  passwordChangeSchema,
  passwordParametersSchema,
  pinSchema,
  registerSchema,
  sessionSchema,
  storedKitSchema,
  verifySchema,
} from './account.ts';
import { blobDeleteSchema, downloadSchema, presignedSchema, presignQuerySchema } from './blob.ts';
import { batchResultSchema, batchSchema } from './change.ts';
import { errors } from './errors.ts';
import { memberHintSchema } from './memberHint.ts';
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
  workspace: {
    list: base.route({ method: 'GET', path: '/workspaces' }).output(z.array(workspaceSummarySchema)),
  },
  member: {
    /** Of the workspace that the header names. */
    list: base.route({ method: 'GET', path: '/members' }).output(z.array(memberHintSchema)),
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
