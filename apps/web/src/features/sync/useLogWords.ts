import type { LogWords } from '@kontor/client/vault/vault';
import { useEffect, useState } from 'react';
import { useObservable, useWorkspace } from '../../platform/workspace/workspace.ts';

/** Returns the words of the workspace's member log as it is now; undefined until they are made. */
export function useLogWords(): LogWords | undefined {
  const { records } = useWorkspace();
  const head = useObservable(records.log)?.head;
  const [words, setWords] = useState<LogWords>();
  useEffect(() => {
    let isLeft = false;
    if (head) void records.words().then((made) => isLeft || setWords(made));
    return () => {
      isLeft = true;
    };
  }, [records, head]);
  return words?.head === head ? words : undefined;
}
