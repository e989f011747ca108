/** Times a change on its way from one device of this process to another one's open collection. */
import type { Workspace } from '@kontor/client/workspace/workspace';

/** Makes a task at A; resolves when B's collection has it: ms. */
export function seenBy(
  a: Workspace,
  b: Workspace,
  projectId: string,
  fields: Record<string, unknown>,
): Promise<number> {
  return new Promise((resolve) => {
    const start = performance.now();
    const { id } = a.create('task', projectId, {
      title: String(fields.title),
      description: fields.description as never,
    });
    const stop = b.collections.task.subscribe(() => {
      if (!b.collections.task.get(id)) return;
      stop();
      resolve(performance.now() - start);
    });
  });
}
