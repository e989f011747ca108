/** The real server behind the proxy: browsers and actors know it under the proxy's address alone. */
import { type RunningServer, startServer } from '@kontor/testkit/server';
import { type HostileProxy, startProxy } from './proxy.ts';

export interface Site {
  /** The address under which everybody reaches it. */
  url: string;
  proxy: HostileProxy;
  server: RunningServer;
  close(): Promise<void>;
}

/** Starts both, on free ports, with a data folder of their own. */
export async function openSite(env: Record<string, string> = {}): Promise<Site> {
  const proxy = await startProxy();
  const server = await startServer({ env: { BILLING: 'none', ...env, PUBLIC_URL: proxy.url } });
  proxy.target.port = server.port;
  return {
    url: proxy.url,
    proxy,
    server,
    close: async () => {
      await proxy.close();
      await server.stop();
    },
  };
}
