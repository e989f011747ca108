/** The server's part of the contract: on what terms it takes people. */
import { readAgreement } from '../../agreement.ts';
import { calls, signedInCalls } from '../../http/calls.ts';
import { fail } from '../../http/errors.ts';
import type { Services } from '../../services.ts';
import { registrationNow } from './mayRegister.ts';

export const serverCalls = (services: Services) => {
  const file = readAgreement(services.env);
  return {
    get: calls.server.get.handler(async () => ({
      registration: await registrationNow(services),
      billing: services.env.BILLING,
      termsUrl: services.env.TERMS_URL ?? null,
      privacyUrl: services.env.PRIVACY_URL ?? null,
      supportUrl: services.env.SUPPORT_URL ?? null,
      agreement: file ? { version: file.version, sha256: file.sha256 } : null,
    })),

    agreement: signedInCalls.server.agreement.handler(() => {
      if (!file) throw fail('NOT_FOUND');
      return { pdf: file.pdf.toString('base64url') };
    }),
  };
};
