/**
 * Observes the traffic between a page and the server, in order: hints of the channel, and the pulls that follow them.
 */
import { revisionEvent } from '@kontor/contract/wire/channel';
import type { Page, WebSocketRoute } from '@playwright/test';

export interface Traffic {
  /**
   * `hint`: the server said that a scope moved on. `pull`: the page asked for what is new. `load`: the page was loaded.
   */
  readonly events: ('hint' | 'pull' | 'load')[];
  /** Forgets all events so far. */
  clear(): void;
}

const isHint = (frame: string | Buffer) =>
  (JSON.parse(frame.toString()) as { event?: string }).event === revisionEvent;

/** Watches a page's connection; call it before the channel opens. */
export function watchTraffic(page: Page): Traffic {
  const events: Traffic['events'] = [];
  page.on('websocket', (socket) =>
    socket.on('framereceived', ({ payload }) => isHint(payload) && events.push('hint')),
  );
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === '/api/sync') events.push('pull');
  });
  page.on('domcontentloaded', () => void events.push('load'));
  return { events, clear: () => void events.splice(0) };
}

/** Keeps the channel up but drops its hints; `lost` counts them. */
export async function loseHints(page: Page): Promise<{ lost: number }> {
  const count = { lost: 0 };
  await page.routeWebSocket(/\/app\//, (socket: WebSocketRoute) => {
    const server = socket.connectToServer();
    server.onMessage((frame) => {
      if (isHint(frame)) count.lost++;
      else socket.send(frame);
    });
  });
  return count;
}
