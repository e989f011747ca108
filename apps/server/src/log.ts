/** Structured logs. Bodies, headers, query strings and addresses of people never reach them. */
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import { type DestinationStream, pino, stdTimeFunctions } from 'pino';
import type { Env } from './env.ts';

const redacted = ['cookie', 'authorization', '["set-cookie"]', 'password', 'token'];

export function createLog(env: Pick<Env, 'LOG_LEVEL'>, destination?: DestinationStream): FastifyBaseLogger {
  const options = {
    level: env.LOG_LEVEL,
    timestamp: stdTimeFunctions.isoTime,
    serializers: {
      err: ({ name, message, stack, code }: Error & { code?: string }) => ({ name, message, stack, code }),
    },
    redact: redacted.flatMap((name) => (name.startsWith('[') ? [name, `*${name}`] : [name, `*.${name}`])),
  };
  return destination ? pino(options, destination) : pino(options);
}

/** Logs one line per answer: the path (without its query: pre-signed urls stay out) and the outcome. */
export function logAnswers(app: FastifyInstance): void {
  app.addHook('onResponse', async ({ log, method, url }, reply) => {
    const line = {
      method,
      path: url.split('?', 1)[0],
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime),
    };
    if (url.startsWith('/assets/')) log.debug(line);
    else log.info(line);
  });
}
