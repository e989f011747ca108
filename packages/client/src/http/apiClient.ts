/** The contract's calls, typed by it. */
import { api } from '@kontor/contract/wire/api';
import { createORPCClient, ORPCError } from '@orpc/client';
import type { ContractRouterClient } from '@orpc/contract';
import { OpenAPILink } from '@orpc/openapi-client/fetch';
import { callErrorOf } from './callError.ts';
import type { CallOptions, Send } from './callOptions.ts';

export type ApiClient = ContractRouterClient<typeof api>;

/** Returns a client over HTTP; failures are `CallError`s. */
export function createApiClient(origin: string, send: Send): ApiClient {
  const link = new OpenAPILink(api, {
    url: `${origin}/api`,
    fetch: async (request) => {
      const { pathname, search } = new URL(request.url);
      const type = request.headers.get('content-type');
      // Not `request.body`, which Firefox does not have.
      const body = await request.text();
      return send(pathname + search, {
        method: request.method as NonNullable<CallOptions['method']>,
        ...(body && { body }),
        ...(type ? { headers: { 'content-type': type } } : {}),
        signal: request.signal,
      });
    },
    // Our bodies are plainer than the library's own: without this it would make up a code from the status.
    customErrorResponseBodyDecoder: (body, { status }) => {
      const { code, message, data } = callErrorOf(status, body);
      return new ORPCError(code, { status, message, data });
    },
    interceptors: [
      async ({ next }) => {
        try {
          return await next();
        } catch (error) {
          if (error instanceof ORPCError)
            throw callErrorOf(error.status, {
              code: error.code,
              message: error.message,
              data: error.data,
            });
          throw error;
        }
      },
    ],
  });
  return createORPCClient<ApiClient>(link);
}
