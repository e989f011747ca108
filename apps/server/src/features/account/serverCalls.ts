/** The server's part of the contract: on what terms it takes people. */
import { calls } from '../../http/calls.ts';
import type { Services } from '../../services.ts';
import { registrationNow } from './mayRegister.ts';

export const serverCalls = (services: Services) => ({
  get: calls.server.get.handler(async () => ({
    registration: await registrationNow(services),
    billing: services.env.BILLING,
    termsUrl: services.env.TERMS_URL ?? null,
    privacyUrl: services.env.PRIVACY_URL ?? null,
  })),
});
