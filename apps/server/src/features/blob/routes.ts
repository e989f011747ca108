/** Serves the disk store's URLs. With S3 there are none: browsers talk to it directly. */
import type { FastifyPluginAsync } from 'fastify';
import { isDiskStore } from '../../adapters/blobStore/diskStore.ts';
import { desktopHeaders } from '../../http/desktop.ts';
import type { Services } from '../../services.ts';

export const blobRoutes =
  ({ blobs, log }: Pick<Services, 'blobs' | 'log'>): FastifyPluginAsync =>
  async (app) => {
    if (!isDiskStore(blobs)) return;
    // The store reads the body itself, as it comes: nothing is parsed or gathered here.
    app.removeAllContentTypeParsers();
    app.addContentTypeParser('*', (_request, _body, done) => done(null));
    app.route({
      method: ['GET', 'PUT', 'DELETE'],
      url: `${blobs.basePath}/*`,
      exposeHeadRoute: true,
      handler: async (request, reply) => {
        reply.hijack();
        for (const [name, value] of Object.entries(desktopHeaders(request))) reply.raw.setHeader(name, value);
        await blobs.handle(request.raw, reply.raw).catch((error: unknown) => {
          log.error({ err: error }, 'the blob store failed');
        });
      },
    });
  };
