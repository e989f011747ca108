/** The gateway's events, and the sandbox's page. */
import { randomBytes } from 'node:crypto';
import type { FastifyInstance, FastifyPluginAsync, FastifyRequest } from 'fastify';
import { ForgedEvent } from '../../adapters/payments/payments.ts';
import { type SandboxMethod, sandboxMethods } from '../../adapters/payments/sandbox/model.ts';
import type { Sandbox } from '../../adapters/payments/sandbox/sandbox.ts';
import { fail } from '../../http/errors.ts';
import { isLocalCaller } from '../../http/localCaller.ts';
import type { Services } from '../../services.ts';
import { runRounds, sweepSubscriptions } from './rounds.ts';
import { sandboxPage } from './sandboxPage.ts';
import { type SubscriptionServices, syncSubscription, workspaceOf } from './sync.ts';

const eventPath = '/api/payments/events';

/** Serves what the gateway calls. Answers 400 to an event that it did not sign, 200 to one about nobody. */
export const paymentRoutes =
  (all: Services): FastifyPluginAsync =>
  async (app) => {
    const { payments, sandbox } = all;
    if (!payments) return;
    const services = { ...all, payments };
    await app.register(async (events) => {
      // The signature is over the bytes as they came.
      events.removeAllContentTypeParsers();
      events.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) =>
        done(null, body),
      );
      events.post(eventPath, async (request) => {
        const { body, headers } = request;
        if (!Buffer.isBuffer(body)) throw fail('BAD_INPUT', { message: 'no event' });
        const customer = await payments.parse(body, headers).catch((error) => {
          throw error instanceof ForgedEvent ? fail('BAD_INPUT', { message: error.message }) : error;
        });
        const workspaceId = customer && (await workspaceOf(services, customer));
        if (workspaceId) await syncSubscription(services, workspaceId);
        return {};
      });
    });
    if (sandbox) await app.register(async (pages) => serveSandbox(pages, services, sandbox));
  };

/** Most days that the sandbox's clock is moved at once. */
const maxDays = 400;

function serveSandbox(app: FastifyInstance, services: SubscriptionServices, sandbox: Sandbox): void {
  // Moving it brings the deletion of everybody's data nearer.
  const hasClock = (request: FastifyRequest) => isLocalCaller(services.env, request);
  const find = async ({ params }: { params: unknown }) => {
    const found = await sandbox.customerAt((params as { page: string }).page);
    if (!found) throw fail('NOT_FOUND');
    return found;
  };

  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(body as string))),
  );

  app.get('/sandbox/:page', async (request, reply) => {
    const { customer, now } = await find(request);
    const nonce = randomBytes(16).toString('base64');
    reply.header(
      'content-security-policy',
      `default-src 'none'; style-src 'nonce-${nonce}'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`,
    );
    return reply
      .type('text/html; charset=utf-8')
      .send(sandboxPage({ customer, now, nonce, hasClock: hasClock(request) }));
  });

  app.post('/sandbox/:page', async (request, reply) => {
    const { ref, customer } = await find(request);
    const { method, confirm, days } = (request.body ?? {}) as Record<string, string | undefined>;
    if (days !== undefined && hasClock(request)) {
      await moveClock(services, sandbox, Math.min(Math.max(0, Number.parseInt(days, 10) || 0), maxDays));
      return reply.redirect(`/sandbox/${customer.page}`, 303);
    }
    if (method !== undefined && Object.hasOwn(sandboxMethods, method))
      await sandbox.addMethod(ref, method as SandboxMethod);
    if (confirm !== undefined) await sandbox.confirm(ref, confirm === 'yes');
    const { body, headers } = sandbox.eventAbout(ref);
    await app.inject({ method: 'POST', url: eventPath, payload: body, headers });
    return reply.redirect(customer.returnUrl, 303);
  });
}

/** Lets days pass, one after the other, as the jobs would have seen them. */
export async function moveClock(
  services: SubscriptionServices,
  sandbox: Sandbox,
  days: number,
): Promise<void> {
  for (let day = 0; day < days; day++) {
    await sandbox.advance(1);
    await sweepSubscriptions(services);
    await runRounds(services);
  }
}
