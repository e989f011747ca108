/** Measures the JavaScript heaps of a page and its workers after a garbage collection. */
import type { CDPSession, Page } from '@playwright/test';

interface HeapUsage {
  usedSize: number;
  /** Elements, and whatever else the browser keeps for a page. */
  embedderHeapUsedSize: number;
  /** Buffers. */
  backingStorageSize: number;
}

interface Answer {
  id?: number;
  result?: unknown;
  error?: { message: string };
}

type Send = <T>(method: string) => Promise<T>;

/** Returns a way to talk to each of the page's workers; Playwright's session reaches only the page. */
async function workersOf(session: CDPSession): Promise<Send[]> {
  const sessionIds: string[] = [];
  const waiting = new Map<number, (answer: Answer) => void>();
  let count = 0;
  session.on('Target.attachedToTarget', ({ sessionId }) => sessionIds.push(sessionId));
  session.on('Target.receivedMessageFromTarget', ({ message }) => {
    const answer = JSON.parse(message) as Answer;
    waiting.get(answer.id!)?.(answer);
  });
  // Not flat: Playwright would not know a flat session.
  await session.send('Target.setAutoAttach', {
    autoAttach: true,
    waitForDebuggerOnStart: false,
    flatten: false,
  });
  return sessionIds.map(
    (sessionId): Send =>
      async <T>(method: string) => {
        const id = ++count;
        const answered = new Promise<Answer>((resolve) => waiting.set(id, resolve));
        await session.send('Target.sendMessageToTarget', {
          sessionId,
          message: JSON.stringify({ id, method }),
        });
        const { result, error } = await answered;
        if (error) throw new Error(`${method}: ${error.message}`);
        return result as T;
      },
  );
}

async function usedBy(send: Send): Promise<number> {
  // What one collection frees lets the next one free more.
  for (let i = 0; i < 3; i++) await send('HeapProfiler.collectGarbage');
  const { usedSize, embedderHeapUsedSize, backingStorageSize } =
    await send<HeapUsage>('Runtime.getHeapUsage');
  return usedSize + embedderHeapUsedSize + backingStorageSize;
}

/** Returns the bytes that the page and its dedicated workers hold. */
export async function heapOf(page: Page): Promise<{ bytes: number; workers: number }> {
  const session = await page.context().newCDPSession(page);
  const workers = await workersOf(session);
  const sends: Send[] = [<T>(method: string) => session.send(method as never) as Promise<T>, ...workers];
  let bytes = 0;
  for (const send of sends) bytes += await usedBy(send);
  await session.detach();
  return { bytes, workers: workers.length };
}
