/** The HTTP server: limits, headers, sessions and errors around the features. */
import { fastifyCookie } from '@fastify/cookie';
import { limits } from '@kontor/contract/wire/protocol';
import type { AnyContractRouter } from '@orpc/contract';
import { OpenAPIGenerator } from '@orpc/openapi';
import { OpenAPIHandler } from '@orpc/openapi/fastify';
import type { Router } from '@orpc/server';
import { ZodToJsonSchemaConverter } from '@orpc/zod/zod4';
import Fastify, {
  type FastifyInstance,
  type FastifyPluginAsync,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify';
import { boundBatch } from './features/change/batchSize.ts';
import { composeFeatures } from './features.ts';
import { callerAddress, trustedProxies } from './http/callerAddress.ts';
import type { CallContext } from './http/calls.ts';
import { answerDesktop, isFromDesktop } from './http/desktop.ts';
import { errorBody, fail, logFailure, sendFailure, toFailure } from './http/errors.ts';
import { addSecurityHeaders, commonHeaders } from './http/headers.ts';
import { isOwnOrigin, maxHeaderBytes, takeJsonOnly } from './http/limits.ts';
import { sessionLookup } from './http/session.ts';
import { serveWeb } from './http/web.ts';
import { logAnswers } from './log.ts';
import type { Services } from './services.ts';

/** The calls and routes of a server; by default everything in `features.ts`. */
export interface Features {
  calls: Router<AnyContractRouter, CallContext>;
  routes: FastifyPluginAsync[];
}

/** Time in which requests that are under way may end once the server stops, in ms: `docs/self-hosting.md`, "Stopping". */
const stopsWithin = 20_000;

/**
 * Time for which an idle connection waits for the next request, in ms: longer than proxies keep theirs (Caddy two minutes, nginx
 * one), or one of these would send a request to a connection that closes.
 */
const keepAliveTimeout = 150_000;

/**
 * Builds the server; `webRoot` is the built web app's folder. The caller listens and closes, which takes `stopsWithinMs` at
 * most.
 */
export async function createApp(
  services: Services,
  webRoot: string,
  features: Features = composeFeatures(services),
  stopsWithinMs = stopsWithin,
): Promise<FastifyInstance> {
  const { env, log } = services;
  const app = Fastify({
    loggerInstance: log,
    // One line per answer is ours to write (log.ts).
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: trustedProxies(env),
    bodyLimit: limits.jsonBytes,
    // Time to send one request whole: a part of a file over a slow connection fits, a connection held open for nothing does not.
    requestTimeout: 300_000,
    keepAliveTimeout,
    http: { maxHeaderSize: maxHeaderBytes },
    forceCloseConnections: 'idle',
    // Errors before a route is found, such as an address that cannot be decoded.
    frameworkErrors: (error, request, reply) =>
      sendFailure(error, request, reply.headers(commonHeaders(env))),
  });
  app.setErrorHandler(sendFailure);
  logAnswers(app);
  addSecurityHeaders(app, env);
  takeJsonOnly(app);
  await app.register(fastifyCookie);
  answerDesktop(app);

  app.decorateRequest('signedIn', undefined);
  app.decorateRequest('former', undefined);
  const lookUp = sessionLookup(services);
  app.addHook('onRequest', async (request) => {
    // The route that was matched, not the url: `/%61pi/...` leads here too.
    if (!request.routeOptions.url?.startsWith('/api/')) return;
    if (!isOwnOrigin(env, request) && !isFromDesktop(request)) throw fail('BAD_ORIGIN');
    const { signedIn, former } = await lookUp(request);
    request.signedIn = signedIn;
    request.former = former;
  });

  for (const routes of features.routes) await app.register(routes);
  app.get('/healthz', async (_request, reply) => {
    try {
      await services.pool.query('SELECT 1');
      return { status: 'ok' };
    } catch (error) {
      services.log.error({ err: error }, 'the database does not answer');
      return reply.status(503).send({ status: 'unavailable' });
    }
  });
  addCalls(app, services, features.calls);
  services.realtime.serve(app.server, {
    isOwnPage: (request) => isOwnOrigin(env, request) || isFromDesktop(request),
    addressOf: callerAddress(env),
  });
  // Before the server waits for its connections to end, which sockets would not.
  app.addHook('preClose', async () => services.realtime.closeSockets());
  // What requests under way tell is sent after them.
  app.addHook('onClose', () => services.realtime.close());
  endConnectionsOnClose(app, stopsWithinMs);
  await serveWeb(app, env, webRoot);
  return app;
}

/**
 * Marks answers as the last of their connection once the server closes. Idle connections end by themselves then; one
 * that is being answered would be kept for the next request, and the server with it, until it times out. Whoever sends on and
 * on is cut off: a server that closes does not look at the time that requests take any more.
 */
function endConnectionsOnClose(app: FastifyInstance, withinMs: number): void {
  let isClosing = false;
  app.addHook('preClose', async () => {
    isClosing = true;
    setTimeout(() => app.server.closeAllConnections(), withinMs).unref();
  });
  app.addHook('onSend', async (_request, reply) => {
    if (isClosing) reply.header('connection', 'close');
  });
}

/** Serves the contract's calls under /api, and their description. */
function addCalls(app: FastifyInstance, services: Services, router: Features['calls']): void {
  const handler = new OpenAPIHandler(router, {
    clientInterceptors: [
      async ({ next, context }) => {
        try {
          return await next();
        } catch (error) {
          const failure = toFailure(error);
          logFailure(context.request, error, failure);
          throw failure;
        }
      },
    ],
    customErrorResponseBodyEncoder: (error) => errorBody(toFailure(error)),
  });
  const answer = async (request: FastifyRequest, reply: FastifyReply) => {
    if (!isPlainPath(request.url)) throw fail('NOT_FOUND');
    const context = { request, reply, signedIn: request.signedIn, former: request.former };
    const { matched } = await handler.handle(request, reply, { prefix: '/api', context });
    if (!matched) throw fail('NOT_FOUND');
  };
  app.all('/api/*', answer);
  const onRequest = (request: FastifyRequest) => boundBatch(services, request);
  app.post('/api/changes', { bodyLimit: limits.logBatchBytes, onRequest }, answer);

  const describe = () =>
    new OpenAPIGenerator({ schemaConverters: [new ZodToJsonSchemaConverter()] }).generate(router, {
      info: { title: 'Kontor', version: '1' },
      servers: [{ url: '/api' }],
    });
  let description: ReturnType<typeof describe> | undefined;
  app.get('/api/openapi.json', () => (description ??= describe()));
}

/**
 * Tests that a path is written in the one way that clients write it. The contract's calls are found by a URL's reading of it, which
 * resolves `.` and `..`, and by a router that drops a slash at the end: each would lead past the hooks and limits of the route that
 * stands here for a call.
 */
function isPlainPath(url: string): boolean {
  const path = url.split('?', 1)[0]!;
  return !path.endsWith('/') && URL.parse(`http://localhost${path}`)?.pathname === path;
}
