/** Structured logs. Bodies, headers, query strings and addresses of people never reach them. */
import type { FastifyBaseLogger, FastifyReply, FastifyRequest } from 'fastify';
import { type DestinationStream, pino, stdTimeFunctions } from 'pino';
import type { Env } from './env.ts';

/** Without its query: pre-signed urls and searches stay out of the log. */
export const pathOf = (url: string) => url.split('?', 1)[0]!;

const redacted = ['cookie', 'authorization', '["set-cookie"]', 'password', 'token'];

export function createLog(env: Pick<Env, 'LOG_LEVEL'>, destination?: DestinationStream): FastifyBaseLogger {
  const options = {
    level: env.LOG_LEVEL,
    timestamp: stdTimeFunctions.isoTime,
    serializers: {
      req: ({ method, url }: FastifyRequest) => ({ method, path: pathOf(url) }),
      res: ({ statusCode }: FastifyReply) => ({ statusCode }),
      err: ({ name, message, stack, code }: Error & { code?: string }) => ({ name, message, stack, code }),
    },
    redact: redacted.flatMap((name) => (name.startsWith('[') ? [name, `*${name}`] : [name, `*.${name}`])),
  };
  return destination ? pino(options, destination) : pino(options);
}
