import type { TabMessage, Tabs } from '../tabs.ts';

/** Returns tabs as the browser would have them: whoever asks first leads, the next one when it closes. */
export function tabHub(): () => Tabs {
  const listeners = new Set<{ tab: object; hear: (message: TabMessage) => void }>();
  const waiting: { tab: object; resolve: () => void }[] = [];
  let leader: object | undefined;
  const next = () => {
    const first = waiting.shift();
    leader = first?.tab;
    first?.resolve();
  };
  return () => {
    const tab = {};
    return {
      lead: () =>
        new Promise((resolve) => {
          waiting.push({ tab, resolve });
          if (!leader) next();
        }),
      post: (message) => {
        for (const { tab: other, hear } of listeners)
          if (other !== tab) setTimeout(() => hear(structuredClone(message)), 0);
      },
      onMessage: (hear) => {
        const listener = { tab, hear };
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
      close: () => {
        for (const listener of listeners) if (listener.tab === tab) listeners.delete(listener);
        const at = waiting.findIndex((each) => each.tab === tab);
        if (at >= 0) waiting.splice(at, 1);
        if (leader === tab) next();
      },
    };
  };
}
