/** Starts following what other programs save; loaded in the desktop app alone. */
import type { Checkout, DesktopFiles } from '@kontor/client/desktop/bridge';
import { conflictName } from '@kontor/client/desktop/conflictName';
import { type KeptLeases, keepLeases } from '@kontor/client/desktop/leases';
import { OpenDocuments } from '@kontor/client/desktop/openDocuments';
import type { SaveEvent } from '@kontor/client/desktop/openDocumentsParts';
import { systemClock } from '@kontor/client/replica/clock';
import type { BearerSession } from '@kontor/client/session/account/bearerSession';
import { readContents } from '../../../contents/readContents.ts';
import { serverOrigin } from '../../../platform/desktop/servers.ts';
import { keepNow } from '../../../platform/draft/drafts.ts';
import { shownName } from '../../../platform/text/shownName.ts';
import { toast } from '../../../platform/toasts.tsx';
import { serverNow } from '../../../platform/workspace/serverNow.ts';
import { currentSession, leavesOnPurpose } from '../../../platform/workspace/session.ts';
import type { OpenWorkspace } from '../../../platform/workspace/workspace.ts';
import { confirm } from '../../../ui/overlay/confirm.tsx';
import { typed } from '../upload/actions.ts';
import { discardedFiles } from './discardedFiles.ts';
import { nativeMessages } from './messages.ts';
import { isHere, namesOf, othersNote } from './named.ts';
import { filesInDoubt, provideNativeFiles } from './nativeFiles.ts';

const { t } = nativeMessages;

function tell({ kind, name }: SaveEvent): void {
  const shown = { name: shownName(name) };
  if (kind === 'saved') toast.success(t('savedToast', shown));
  else if (kind === 'conflict') toast.info(t('conflictToast', shown));
  else if (kind === 'deleted') toast.info(t('deletedToast', shown));
  else if (kind === 'newer') toast.info(t('newerToast', shown));
  else toast.error(t('failedToast', shown));
}

/**
 * Calls back when somebody is signed in, and when they are not any more, however that came: by themselves, from elsewhere, for
 * somebody else.
 */
function onPerson(greet: (userId: string) => void, forget: (userId: string) => void): void {
  const session = currentSession();
  let userId: string | undefined;
  const look = () => {
    const before = userId;
    userId = session.user?.id;
    if (before === userId) return;
    if (before !== undefined) forget(before);
    if (userId !== undefined) greet(userId);
  };
  session.subscribe(look);
  look();
}

/** Tells whether a browser would ask before it leaves this page: something that was typed or chosen is not kept, or is uploaded. */
const asksBeforeLeaving = (): boolean =>
  !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));

/** Keeps what is being typed into a field that keeps it when it is left. Resolves once this device has it. */
async function leaveField(workspace: OpenWorkspace | undefined): Promise<void> {
  if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
  await workspace?.records.outbox.stored().catch(reportError);
}

/** Says that what an earlier run left could not be read, where the computer refuses its folder. */
function tellUnread(error: unknown): void {
  const { code } = (error ?? {}) as { code?: unknown };
  if (code === 'disk') toast.error(t('folderRefused'), { stays: true });
  reportError(error);
}

/** Says that not every file could be wiped. */
function tellUnwiped(error: unknown): void {
  toast.error(t('notWiped'));
  reportError(error);
}

/** Says what was wiped without a question and was not uploaded, to whoever comes back to it, too. */
function tellWiped(unsent: readonly Checkout[]): void {
  if (unsent.length > 0)
    toast.error(t('wipedUnsent', { count: unsent.length, names: namesOf(unsent) }), { stays: true });
}

/**
 * Wipes what an earlier run left of a person whose session the server does not know any more, unless some of it is not uploaded:
 * a server that was set back, or a session that ran out, is no word of theirs. It is offered once they sign in.
 */
async function wipeSent(open: OpenDocuments, userId: string): Promise<void> {
  const unsent = (await open.unsent()).filter(isHere);
  if (!unsent.some((each) => each.userId === userId)) await open.wipe({ userId });
}

/**
 * Starts following the files of a desktop app; `bearer` tells of a session that ended while the app was closed. Returns what
 * asks before it quits with something unsent, open in a program, typed or under way.
 */
export function startOpenDocuments(
  files: DesktopFiles,
  bearer?: Pick<BearerSession, 'onEnded'>,
): () => Promise<boolean> {
  const open = new OpenDocuments({
    files,
    server: serverOrigin(),
    copyName: (name) =>
      conflictName(name, {
        word: t('conflictWord'),
        person: currentSession().profile?.firstName ?? '',
        at: new Date(),
      }),
    typed,
    read: readContents,
    discarded: discardedFiles,
    onSaveEvent: tell,
    log: (message, error) => {
      // biome-ignore lint/suspicious/noConsole: concerns nobody but whoever looks for a fault
      console.info(message, error ?? '');
    },
  });
  let leases: KeptLeases | undefined;
  let attached: OpenWorkspace | undefined;
  const attach = (workspace: OpenWorkspace | undefined) => {
    leases?.stop();
    leases = undefined;
    open.attach(workspace);
    attached = workspace;
    if (!workspace) return;
    const { records, userId } = workspace;
    const isConnected = () => currentSession().connection.state === 'connected';
    const clock = { ...systemClock, now: () => serverNow(records) };
    leases = keepLeases({ records, userId, files: open.files, clock, isConnected });
  };
  // Those that could not be given back end by themselves.
  const giveBackLeases = async () => void (await leases?.giveBack().catch(reportError));
  provideNativeFiles({ documents: open, attach, giveBackLeases });
  const take = (userId: string) => void open.takeLeft(userId).catch(tellUnread);
  onPerson(take, (userId) => {
    attach(undefined);
    // Who signs out has said that what was saved may go, whosever it is; where the server ended the session, nobody has.
    open.wipe(leavesOnPurpose() ? { discards: true } : { userId }).then(tellWiped, tellUnwiped);
  });
  bearer?.onEnded((userId) => void wipeSent(open, userId).catch(tellUnwiped));
  const mayQuit = async () => {
    await leaveField(attached);
    const { unsent, held, isUnknown } = await filesInDoubt();
    const isKept = await keepNow();
    const isBusy = asksBeforeLeaving();
    if (unsent.length === 0 && held.length === 0 && !isBusy && !isUnknown) return true;
    const otherTitle = isBusy ? t('quitBusyTitle') : t('quitUnknownTitle');
    const heldTitle = held.length > 0 ? t('quitHeldTitle', { count: held.length }) : otherTitle;
    const title = unsent.length > 0 ? t('quitTitle', { count: unsent.length }) : heldTitle;
    const body = [
      unsent.length > 0 && t('quitBody'),
      othersNote(unsent),
      isUnknown && t('unknownBody'),
      held.length > 0 && t('quitHeldBody', { names: namesOf(held) }),
      isBusy && t('quitBusyBody'),
      !isKept && t('quitUnkeptBody'),
    ]
      .filter(Boolean)
      .join(' ');
    return confirm({ title, body, action: t('quit') });
  };
  return async () => {
    const quits = await mayQuit();
    if (quits) await giveBackLeases();
    return quits;
  };
}
