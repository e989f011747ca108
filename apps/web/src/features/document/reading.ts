/** Reads files anew for their words and small pictures: one at a time, or many one after the other. */
import type { FileContents } from '@kontor/client/files/fileContents';
import type { Document } from '@kontor/contract/nouns/document';
import { readContents } from '../../contents/readContents.ts';
import { shownName } from '../../platform/text/shownName.ts';
import { toast } from '../../platform/toasts.tsx';
import { currentSession } from '../../platform/workspace/session.ts';
import { currentWorkspace, openWorkspaceId, subscribeOpen } from '../../platform/workspace/workspace.ts';
import { documentMessages } from './messages.ts';
import { openingFailureText } from './opening.ts';
import { reading } from './readingState.ts';

const { t } = documentMessages;

/** Reads a file, and keeps beside it what was found. @throws what opening and storing throw */
async function readAnew(document: Document, signal?: AbortSignal): Promise<FileContents> {
  const { openFile, describe } = currentWorkspace();
  const contents = await readContents(await openFile(document, signal), document.name);
  await describe(document, contents);
  return contents;
}

/** Says why a file that was read is not found by its words; undefined where it is. */
function wordsProblem({ words, searchable }: FileContents, name: string): string | undefined {
  if (!searchable) return t('notRead', { name });
  if (searchable !== 'never') return undefined;
  return t(words === '' ? 'wordless' : 'notSearchable', { name });
}

/** Reads the words of a file, and draws its small picture, anew; says what has become of what was `missing`. */
export async function readAgain(document: Document, missing: 'words' | 'picture'): Promise<void> {
  const name = shownName(document.name);
  toast.info(t('reading', { name }));
  try {
    const contents = await readAnew(document);
    if (missing === 'picture') {
      if (contents.thumbnail) toast.success(t('drawnNow', { name }));
      else toast.error(t('notDrawn', { name }));
      return;
    }
    const problem = wordsProblem(contents, name);
    if (problem) toast.error(problem);
    else toast.success(t(contents.searchable === 'part' ? 'searchableInPart' : 'searchableNow', { name }));
  } catch (error) {
    toast.error(openingFailureText(error));
  }
}

/** The file that is being read, and those that are read after it. */
let waiting: Document[] = [];

/**
 * Reads the words of files one after the other, behind those that are being read already; `reading` says how far it is, and of
 * which files it led nowhere. It stops where another workspace opens, and when the person is not signed in any more.
 */
export async function readAll(documents: readonly Document[]): Promise<void> {
  const under = reading.get();
  if (under?.current === undefined) {
    under?.stop();
    waiting = [...documents];
    return await readWaiting();
  }
  const asked = new Set(waiting.map(({ id }) => id));
  const more = documents.filter(({ id }) => !asked.has(id));
  waiting.push(...more);
  reading.set({ ...under, total: under.total + more.length });
}

/** Calls back when another workspace opens, or somebody signs out or in. Returns what ends that. */
function onLeaving(leave: () => void): () => void {
  const session = currentSession();
  const [workspaceId, userId] = [openWorkspaceId(), session.user?.id];
  const look = () => {
    if (openWorkspaceId() !== workspaceId || session.user?.id !== userId) leave();
  };
  const ends = [subscribeOpen(look), session.subscribe(look)];
  return () => {
    for (const end of ends) end();
  };
}

async function readWaiting(): Promise<void> {
  const stopping = new AbortController();
  const stop = () => {
    endLooking();
    stopping.abort();
    waiting = [];
    reading.set(undefined);
  };
  const endLooking = onLeaving(stop);
  const failures: { id: string; name: string; problem: string }[] = [];
  let done = 0;
  for (let next = waiting[0]; next; waiting.shift(), next = waiting[0]) {
    const { id } = next;
    const name = shownName(next.name);
    reading.set({ done, total: done + waiting.length, current: name, failures: [...failures], stop });
    const problem = await readAnew(next, stopping.signal).then(
      (contents) => wordsProblem(contents, name),
      (error: unknown) => openingFailureText(error),
    );
    if (stopping.signal.aborted) return;
    done++;
    if (problem) failures.push({ id, name, problem });
  }
  if (done > failures.length) toast.success(t('searchableMany', { count: done - failures.length }));
  if (failures.length > 0) reading.set({ done, total: done, current: undefined, failures, stop });
  else stop();
}
