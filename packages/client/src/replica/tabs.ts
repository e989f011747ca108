/**
 * Several tabs of one browser share the device's store. One of them leads: it alone sends the outbox and keeps pages.
 * All of them pull for themselves, and tell each other about entries of the outbox.
 */

export type TabMessage =
  /** An entry was added or changed: read it from the store. */
  | { kind: 'changed'; id: string }
  /** The server has it; it leaves when one's own pull has caught up. */
  | { kind: 'acked'; id: string; revisions: Record<string, number> }
  | { kind: 'dropped'; id: string }
  /** A person compared the words of the member log that ends with this entry. */
  | { kind: 'confirmed'; head: string }
  /** A person has read what a restored backup lost: the tab that leads keeps that. */
  | { kind: 'dismissed' };

export interface Tabs {
  /** Resolves once this tab leads; it does so until `close`. Never resolves after that. */
  lead(): Promise<void>;
  post(message: TabMessage): void;
  onMessage(listener: (message: TabMessage) => void): () => void;
  close(): void;
}

/** Returns the only one: leads at once, has nobody to talk to. */
export const aloneTab = (): Tabs => ({
  lead: () => Promise.resolve(),
  post: () => {},
  onMessage: () => () => {},
  close: () => {},
});

/** Returns the tabs of one origin that opened the same thing, by Web Locks and BroadcastChannel. */
export function browserTabs(name: string): Tabs {
  const channel = new BroadcastChannel(name);
  const closing = new AbortController();
  let release = () => {};
  return {
    lead: () =>
      new Promise((resolve, reject) => {
        navigator.locks
          .request(name, { signal: closing.signal }, () => {
            resolve();
            return new Promise<void>((done) => {
              release = done;
            });
          })
          // Closed before it was our turn: there is nobody left to lead.
          .catch((error: Error) => error.name !== 'AbortError' && reject(error));
      }),
    post: (message) => {
      // The last writes of a tab may end behind its close.
      if (!closing.signal.aborted) channel.postMessage(message);
    },
    onMessage: (listener) => {
      const receive = ({ data }: MessageEvent) => listener(data as TabMessage);
      channel.addEventListener('message', receive);
      return () => channel.removeEventListener('message', receive);
    },
    close: () => {
      closing.abort();
      release();
      channel.close();
    },
  };
}
