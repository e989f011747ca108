import type { LogWords } from '@kontor/client/vault/vault';
import { useEffect, useState } from 'react';
import { useObservable, useWorkspace } from '../../platform/workspace/workspace.ts';

/** The words of the workspace's member log as it is now; undefined until they are made. */
interface ShownWords {
  words: LogWords | undefined;
  /** Their code did not come. */
  hasFailed: boolean;
  retry: () => void;
}

/** Makes the words of the workspace's member log, and makes them anew with each log. */
export function useLogWords(): ShownWords {
  const { records } = useWorkspace();
  const head = useObservable(records.log)?.head;
  const [words, setWords] = useState<LogWords>();
  const [failed, setFailed] = useState<string>();
  const [tries, setTries] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each try makes them anew
  useEffect(() => {
    let isLeft = false;
    if (head)
      records.words().then(
        (made) => isLeft || setWords(made),
        () => isLeft || setFailed(head),
      );
    return () => {
      isLeft = true;
    };
  }, [records, head, tries]);
  return {
    words: words?.head === head ? words : undefined,
    hasFailed: failed === head && failed !== undefined,
    retry: () => {
      setFailed(undefined);
      setTries(tries + 1);
    },
  };
}
