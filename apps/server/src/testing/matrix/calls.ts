/** One example of every call other than a change: the contract's, and the plain routes beside it. */
import { channelOf } from '@kontor/contract/wire/channel';
import { headers as names } from '@kontor/contract/wire/protocol';
import { registration } from '../accounts.ts';
import type { CallOptions } from '../httpClient.ts';
import { random } from '../sealed.ts';
import { newId } from '../workspaces.ts';
import type { Caller, World } from './world.ts';

/** Everything else that exists before the calls are tried. */
export interface Fixtures {
  /** Stored parts that documents name. */
  openFileKey: string;
  privateFileKey: string;
  /** A session of somebody else's. */
  sessionId: string;
  /** Opens a socket that is nobody's yet, which is not left open for long; returns its id. */
  openSocket(): Promise<string>;
}

export interface CallSample {
  /** Method and route, then where or with what: the key of its row. */
  key: string;
  method: string;
  path: string | ((person: Caller) => string);
  /** Codes with which it is answered once it was let through, besides success. */
  passes?: readonly string[];
  options?: CallOptions | ((person: Caller) => CallOptions | Promise<CallOptions>);
}

const passwordChange = () => {
  const password = random(32);
  return {
    currentPassword: random(32),
    password,
    confirmPassword: password,
    accountSalt: random(16),
    suite: 1,
    privateKey: random(200),
    kit: null,
  };
};

/** A recovery that nobody asked for. */
const noCode = { state: random(32), code: '000000' };

export function callSamples(world: World, fixtures: Fixtures): CallSample[] {
  const { team, customerId, otherCustomerId, openProjectId } = world;
  const { id: workspaceId, owner } = team.workspace;
  const email = `${newId()}@example.org`;
  const within = { [names.workspace]: workspaceId };
  const listen = (what: string, channel: string): CallSample => ({
    key: `POST /api/realtime/auth ${what}`,
    method: 'POST',
    path: '/api/realtime/auth',
    options: async () => ({
      form: { socket_id: await fixtures.openSocket(), channel_name: channel },
    }),
  });
  const download = (what: string, ...fileKeys: string[]): CallSample => ({
    key: `POST /api/s3/download-urls ${what}`,
    method: 'POST',
    path: '/api/s3/download-urls',
    options: { json: { fileKeys }, headers: within },
  });
  const billed = `/api/workspaces/${workspaceId}/subscription`;
  const route = '/api/workspaces/{workspaceId}/subscription';
  const subscription = (
    [
      ['GET', ''],
      ['GET', '/contacts'],
      ['POST', '/refresh'],
      ['POST', '/method'],
      ['POST', '/portal'],
      // After the right to it comes what is lacking here: a payment method, a subscription to end.
      ['PUT', '/plan', 'NO_PAYMENT_METHOD', { plan: 'standard', interval: 'month' }],
      ['POST', '/cancel', 'NO_SUBSCRIPTION'],
      ['POST', '/resume', 'NO_SUBSCRIPTION'],
    ] as const
  ).map(
    ([method, what, passes, json = {}]): CallSample => ({
      key: `${method} ${route}${what}`,
      method,
      path: billed + what,
      passes: passes ? [passes] : [],
      options: method === 'GET' ? {} : { json },
    }),
  );
  const noLink = `/api/links/${newId()}`;
  const form = { csrfToken: 'none', callbackUrl: '/', json: 'true', email, password: random(32) };
  return [
    {
      key: 'POST /api/users/register',
      method: 'POST',
      path: '/api/users/register',
      options: () => ({ json: registration() }),
    },
    {
      key: 'POST /api/users/setup/check',
      method: 'POST',
      path: '/api/users/setup/check',
      passes: ['INVALID_CODE'],
      options: { json: { email, oneTimePassword: 'abcd-efgh-jkmn' } },
    },
    {
      key: 'POST /api/users/setup',
      method: 'POST',
      path: '/api/users/setup',
      passes: ['INVALID_CODE'],
      options: () => ({ json: { ...registration(), oneTimePassword: 'abcd-efgh-jkmn' } }),
    },
    {
      key: 'POST /api/users/verify',
      method: 'POST',
      path: '/api/users/verify',
      passes: ['INVALID_CODE'],
      // Of one address each: strangers' tries are counted.
      options: () => ({ json: { email: registration().email, verificationCode: '000000' } }),
    },
    {
      key: 'POST /api/users/resend',
      method: 'POST',
      path: '/api/users/resend',
      options: { json: { email } },
    },
    {
      key: 'GET /api/users/password-parameters',
      method: 'GET',
      path: `/api/users/password-parameters?email=${email}`,
    },
    { key: 'GET /api/account', method: 'GET', path: '/api/account' },
    {
      key: 'PATCH /api/account',
      method: 'PATCH',
      path: '/api/account',
      options: { json: { language: 'en' } },
    },
    {
      key: 'PUT /api/account/password',
      method: 'PUT',
      path: '/api/account/password',
      passes: ['WRONG_PASSWORD'],
      options: () => ({ json: passwordChange() }),
    },
    {
      key: 'POST /api/account/email/code',
      method: 'POST',
      path: '/api/account/email/code',
      passes: ['WRONG_PASSWORD'],
      options: () => ({ json: { currentPassword: random(32), email: `${newId()}@example.org` } }),
    },
    {
      key: 'PUT /api/account/email',
      method: 'PUT',
      path: '/api/account/email',
      passes: ['WRONG_PASSWORD'],
      options: () => ({
        json: { ...passwordChange(), email: `${newId()}@example.org`, verificationCode: '123456' },
      }),
    },
    {
      key: 'PUT /api/account/keys',
      method: 'PUT',
      path: '/api/account/keys',
      passes: ['WRONG_PASSWORD'],
      options: () => ({ json: { currentPassword: random(32), privateKey: random(101) } }),
    },
    { key: 'GET /api/account/kit', method: 'GET', path: '/api/account/kit', passes: ['NOT_FOUND'] },
    {
      key: 'PUT /api/account/kit',
      method: 'PUT',
      path: '/api/account/kit',
      passes: ['WRONG_PASSWORD'],
      options: () => ({
        json: {
          currentPassword: random(32),
          phraseVerification: random(32),
          privateKey: random(200),
          phrase: random(60),
        },
      }),
    },
    {
      key: 'PUT /api/account/pins',
      method: 'PUT',
      path: '/api/account/pins',
      options: { json: { workspaceId, sealed: random(165) } },
    },
    {
      key: 'POST /api/account/deletion',
      method: 'POST',
      path: '/api/account/deletion',
      passes: ['WRONG_PASSWORD'],
      options: () => ({ json: { currentPassword: random(32) } }),
    },
    { key: 'GET /api/account/sessions', method: 'GET', path: '/api/account/sessions' },
    {
      key: "DELETE /api/account/sessions/{id} of the owner's",
      method: 'DELETE',
      path: `/api/account/sessions/${fixtures.sessionId}`,
    },
    {
      key: 'DELETE /api/account/sessions/others',
      method: 'DELETE',
      path: '/api/account/sessions/others',
    },
    {
      key: 'GET /api/links/{id} that never was',
      method: 'GET',
      path: noLink,
    },
    ...(['open', 'fetches'] as const).map((call) => ({
      key: `POST /api/links/{id}/${call} that never was`,
      method: 'POST',
      path: `${noLink}/${call}`,
      options: () => ({ json: { proof: random(32) } }),
    })),
    {
      key: 'POST /api/links/{id}/urls with a made-up ticket',
      method: 'POST',
      path: `${noLink}/urls`,
      options: { json: { ticket: 'none', fileKeys: [fixtures.openFileKey] } },
    },
    { key: 'GET /api/link-uses', method: 'GET', path: '/api/link-uses', options: { headers: within } },
    { key: 'GET /api/members', method: 'GET', path: '/api/members', options: { headers: within } },
    {
      key: 'POST /api/users/recovery',
      method: 'POST',
      path: '/api/users/recovery',
      options: () => ({ json: { email: `${newId()}@example.org` } }),
    },
    {
      key: 'POST /api/users/recovery/check',
      method: 'POST',
      path: '/api/users/recovery/check',
      passes: ['INVALID_CODE'],
      options: { json: noCode },
    },
    {
      key: 'PATCH /api/users/recovery',
      method: 'PATCH',
      path: '/api/users/recovery',
      passes: ['INVALID_CODE'],
      options: () => {
        const { publicKey } = registration();
        return { json: { ...noCode, ...passwordChange(), publicKey } };
      },
    },
    {
      key: 'PATCH /api/users/unlock',
      method: 'PATCH',
      path: '/api/users/unlock',
      passes: ['INVALID_PHRASE'],
      options: { json: { phraseVerification: random(32) } },
    },
    {
      key: 'PUT /api/users/unlock/kit',
      method: 'PUT',
      path: '/api/users/unlock/kit',
      passes: ['INVALID_PHRASE'],
      options: { json: { phraseVerification: random(32), privateKey: random(93) } },
    },
    { key: 'GET /api/users/former', method: 'GET', path: '/api/users/former' },
    {
      key: 'POST /api/users/former',
      method: 'POST',
      path: '/api/users/former',
      options: {
        json: {
          id: newId(),
          workspaceId,
          changes: [{ name: 'workspace.update', args: { id: workspaceId } }],
        },
      },
    },
    {
      key: 'GET /api/workspaces/{id}/lock',
      method: 'GET',
      path: `/api/workspaces/${workspaceId}/lock`,
    },
    {
      key: 'GET /api/workspaces/{id}/locked',
      method: 'GET',
      path: `/api/workspaces/${workspaceId}/locked`,
    },
    { key: 'GET /api/workspaces', method: 'GET', path: '/api/workspaces' },
    { key: 'GET /api/invitations', method: 'GET', path: '/api/invitations' },
    {
      key: 'GET /api/invitations/{id} of somebody else',
      method: 'GET',
      path: `/api/invitations/${newId()}`,
    },
    {
      key: 'POST /api/invitations/{id}/ask of somebody else',
      method: 'POST',
      path: `/api/invitations/${newId()}/ask`,
    },
    {
      key: 'GET /api/workspaces/{workspaceId}/invitations',
      method: 'GET',
      path: `/api/workspaces/${workspaceId}/invitations`,
    },
    {
      key: 'POST /api/workspaces/{workspaceId}/invitations/{id}/mail of none',
      method: 'POST',
      path: `/api/workspaces/${workspaceId}/invitations/${newId()}/mail`,
    },
    ...subscription,
    {
      key: 'GET /api/workspaces/{workspaceId}/billing-record',
      method: 'GET',
      path: `/api/workspaces/${workspaceId}/billing-record`,
    },
    {
      key: 'PUT /api/workspaces/{workspaceId}/billing-record',
      method: 'PUT',
      path: `/api/workspaces/${workspaceId}/billing-record`,
      options: {
        json: {
          company: 'Alder',
          addressLine1: 'Lindengasse 7',
          addressLine2: '',
          postalCode: '1070',
          city: 'Wien',
          country: 'at',
          vatId: '',
          email,
          language: 'en',
          was: null,
        },
      },
    },
    {
      key: 'GET /api/workspaces/{workspaceId}/invoices',
      method: 'GET',
      path: `/api/workspaces/${workspaceId}/invoices`,
    },
    {
      key: 'GET /api/workspaces/{workspaceId}/invoices/{id}/{form} of none',
      method: 'GET',
      path: `/api/workspaces/${workspaceId}/invoices/${newId()}/pdf`,
    },
    {
      key: 'POST /api/cancellations',
      method: 'POST',
      path: '/api/cancellations',
      options: () => ({ json: { email: `${newId()}@example.org`, language: 'en' } }),
    },
    ...(['check', 'confirm'] as const).map((step) => ({
      key: `POST /api/cancellations/${step}`,
      method: 'POST',
      path: `/api/cancellations/${step}`,
      passes: ['INVALID_CODE'],
      options: { json: { token: random(32) } },
    })),
    {
      key: 'GET /api/s3/pre-signed-url',
      method: 'GET',
      path: '/api/s3/pre-signed-url?count=1&sizes=100',
      options: { headers: within },
    },
    download('in an open project', fixtures.openFileKey),
    download('in a private project', fixtures.privateFileKey),
    download('of both', fixtures.openFileKey, fixtures.privateFileKey),
    {
      key: 'POST /api/s3/delete of what a document names',
      method: 'POST',
      path: '/api/s3/delete',
      options: { json: { fileKey: fixtures.openFileKey }, headers: within },
    },
    { key: 'GET /api/auth/csrf', method: 'GET', path: '/api/auth/csrf' },
    { key: 'GET /api/auth/providers', method: 'GET', path: '/api/auth/providers' },
    { key: 'GET /api/auth/session', method: 'GET', path: '/api/auth/session' },
    {
      key: 'POST /api/auth/signin/:provider',
      method: 'POST',
      path: '/api/auth/signin/credentials',
      options: { form },
    },
    {
      key: 'POST /api/auth/callback/:provider',
      method: 'POST',
      path: '/api/auth/callback/credentials',
      options: { form },
    },
    {
      key: 'POST /api/auth/signout',
      method: 'POST',
      path: '/api/auth/signout',
      passes: ['CSRF'],
      options: { form },
    },
    {
      key: 'POST /api/sync',
      method: 'POST',
      path: '/api/sync',
      options: { json: { workspaceId, cursors: {}, logLength: 0 }, headers: within },
    },
    {
      key: 'POST /api/history of what is held whole',
      method: 'POST',
      path: '/api/history',
      options: {
        json: { workspaceId, scopeId: openProjectId, before: 1, limit: 1 },
        headers: within,
      },
    },
    {
      key: 'POST /api/sync of no workspace',
      method: 'POST',
      path: '/api/sync',
      options: { json: { cursors: {}, logLength: 0 } },
    },
    listen("to the admins' channel", channelOf.workspace(workspaceId, 'admins')),
    listen("to the staff's channel", channelOf.workspace(workspaceId, 'staff')),
    listen("to the customer's channel", channelOf.customer(customerId)),
    listen("to the other customer's channel", channelOf.customer(otherCustomerId)),
    listen("to the owner's channel", channelOf.user(owner.userId)),
    listen('to a channel that does not exist', 'private-everything'),
    ...(['GET', 'PUT', 'DELETE'] as const).map((method) => ({
      key: `${method} /api/blob/* unsigned`,
      method,
      path: `/api/blob/${workspaceId}/${fixtures.openFileKey}`,
    })),
    {
      key: 'POST /api/payments/events unsigned',
      method: 'POST',
      path: '/api/payments/events',
      options: { json: { customer: `cus_${workspaceId}` } },
    },
    { key: 'GET /sandbox/:page of none', method: 'GET', path: '/sandbox/0000' },
    { key: 'POST /sandbox/:page of none', method: 'POST', path: '/sandbox/0000', options: { form } },
    {
      key: 'GET /api/workspaces/{workspaceId}/notifications',
      method: 'GET',
      path: `/api/workspaces/${workspaceId}/notifications`,
    },
    {
      key: 'PATCH /api/workspaces/{workspaceId}/notifications of nobody',
      method: 'PATCH',
      path: `/api/workspaces/${workspaceId}/notifications`,
      options: { json: { ids: [newId()], isRead: true } },
    },
    {
      key: 'PUT /api/workspaces/{workspaceId}/mutes',
      method: 'PUT',
      path: `/api/workspaces/${workspaceId}/mutes`,
      options: { json: { id: openProjectId, isMuted: true } },
    },
    { key: 'GET /api/account/notifications', method: 'GET', path: '/api/account/notifications' },
    {
      key: 'PUT /api/account/notifications',
      method: 'PUT',
      path: '/api/account/notifications',
      options: { json: { mail: {}, sound: false, quietFrom: null, quietTo: null, zone: 'Europe/Vienna' } },
    },
    { key: 'GET /api/account/push', method: 'GET', path: '/api/account/push' },
    {
      key: 'PUT /api/account/push',
      method: 'PUT',
      path: '/api/account/push',
      options: () => ({
        json: { endpoint: `https://push.example/${newId()}`, p256dh: random(65), auth: random(16) },
      }),
    },
    { key: 'DELETE /api/account/push', method: 'DELETE', path: '/api/account/push' },
    { key: 'GET /unsubscribe of no account', method: 'GET', path: '/unsubscribe' },
    { key: 'POST /unsubscribe of no account', method: 'POST', path: '/unsubscribe' },
    { key: 'GET /dev/mailbox', method: 'GET', path: '/dev/mailbox' },
    { key: 'GET /dev/mailbox.json', method: 'GET', path: '/dev/mailbox.json' },
    { key: 'GET /dev/mailbox/:id', method: 'GET', path: `/dev/mailbox/${newId()}`, passes: ['NOT_FOUND'] },
    { key: 'GET /api/openapi.json', method: 'GET', path: '/api/openapi.json' },
    { key: 'GET /api/server', method: 'GET', path: '/api/server' },
    {
      key: 'GET /api/server/agreement',
      method: 'GET',
      path: '/api/server/agreement',
      passes: ['NOT_FOUND'],
    },
    { key: 'GET /healthz', method: 'GET', path: '/healthz' },
  ];
}
