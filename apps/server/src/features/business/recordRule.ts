import { fail } from '../../http/errors.ts';
import type { RecordRule } from '../../sync/changes/context.ts';

/** One record per workspace, under the workspace's id. */
export const businessRule: RecordRule = {
  check: ({ workspaceId }, _verb, records) => {
    if (records.some(({ id }) => id !== workspaceId))
      throw fail('BAD_INPUT', { message: "id: not the workspace's" });
  },
};
