/** Serves the pages of a floor. */
import { createServer, type RequestListener } from 'node:http';
import { atEnd } from '../cleanUp.ts';

export interface PageServer {
  /** Origin; a secure context, since browsers trust localhost. */
  url: string;
  stop(): Promise<void>;
}

export async function servePages(answer: RequestListener): Promise<PageServer> {
  const server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  const stop = atEnd(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  return { url: `http://localhost:${port}`, stop };
}
