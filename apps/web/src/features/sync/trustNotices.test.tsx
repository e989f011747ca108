// @vitest-environment happy-dom
/** The notices of a lie about members or memory: what happened, what is safe, what to do and whom to call. */
import { CallError } from '@kontor/client/http/callError';
import type { Fault } from '@kontor/client/replica/fault';
import type { Session } from '@kontor/client/session/session';
import type { MemoryFaults } from '@kontor/client/session/view/sessionView';
import type { Language } from '@kontor/contract/text/language';
import { MantineProvider } from '@mantine/core';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { afterEach, expect, it, vi } from 'vitest';
import { failureMessages } from '../../platform/failures/messages.ts';
import { speak } from '../../platform/text/locale.ts';
import { provideSession } from '../../platform/workspace/session.ts';
import { type OpenWorkspace, provideWorkspace } from '../../platform/workspace/workspace.ts';
import { MemoryNotice } from './logWords.tsx';
import { syncMessages } from './messages.ts';
import { SyncNotices } from './notices.tsx';

const told = vi.hoisted(() => vi.fn<(text: string) => void>());
vi.mock('../../platform/toasts.tsx', () => ({ toast: { info: told, error: told, success: told } }));

const always = <T,>(value: T) => ({ get: () => value, subscribe: () => () => {} });

interface State {
  faults?: readonly Fault[];
  /** Why the last answer of the server was refused. */
  reason?: string;
  memory?: MemoryFaults;
  unconfirmed?: { words: () => Promise<unknown>; confirm: (head: string) => Promise<void> };
}

const nothing = always([]);
const sound: MemoryFaults = { damaged: [], isOld: false, isBlank: false };
const confirmBlank = vi.fn(async () => {});
let end = () => {};
afterEach(() => end());

/** Renders what stands above a page of a workspace; returns the alerts. */
function alertsOf({ faults = [], reason, memory = sound, unconfirmed }: State): Element[] {
  const session = { memoryFaults: memory, confirmBlank, workspaces: { list: [] }, subscribe: () => () => {} };
  provideSession(session as unknown as Session);
  const records = {
    id: 'w1',
    faults: always(faults),
    setBack: always(undefined),
    confirmed: always(unconfirmed === undefined),
    ...unconfirmed,
    collections: {},
    status: always({ connection: reason ? 'refused' : 'current', reason }),
    log: always({ head: 'h' }),
    outbox: { failed: nothing, status: always({ waiting: 0 }) },
  };
  provideWorkspace({ records } as unknown as OpenWorkspace);
  const place = document.body.appendChild(document.createElement('div'));
  const root = createRoot(place);
  end = () => {
    root.unmount();
    place.remove();
  };
  flushSync(() =>
    root.render(
      <MantineProvider>
        <MemoryNotice />
        <SyncNotices />
      </MantineProvider>,
    ),
  );
  return [...place.querySelectorAll('[role=alert], [role=status]')];
}

const forked: Fault = {
  kind: 'forked-log',
  entity: 'task',
  id: 't1',
  scopeId: 'p1',
  version: 1,
  revision: 1,
};

type Part = 'happened' | 'safe' | 'todo' | 'call';
type Key = 'damagedMemory' | 'oldMemory' | 'forked' | 'aheadOfClock';

/** When each shows, and its words for each part in each language. */
const notices: Record<Key, { state: State; words: Record<Language, Record<Part, string>> }> = {
  damagedMemory: {
    state: { memory: { ...sound, damaged: ['w1'] } },
    words: {
      en: {
        happened: 'was damaged',
        safe: 'Nothing of yours is lost.',
        todo: 'If this page also asks you to compare six words, do that',
        call: 'tell an admin and whoever runs the server',
      },
      de: {
        happened: 'wurde beschädigt',
        safe: 'Verloren ist nichts.',
        todo: 'Bittet diese Seite auch darum, sechs Wörter zu vergleichen, tun Sie das',
        call: 'sagen Sie es einem Admin und dem Betreiber des Servers',
      },
    },
  },
  oldMemory: {
    state: { memory: { ...sound, isOld: true } },
    words: {
      en: {
        happened: 'handed out an older copy of your keys',
        safe: 'what this device remembers still counts',
        todo: 'That is so after a backup was restored; otherwise tell',
        call: 'tell an admin and whoever runs the server',
      },
      de: {
        happened: 'gab eine ältere Kopie Ihrer Schlüssel heraus',
        safe: 'was dieses Gerät weiß, gilt weiter',
        todo: 'So ist es, nachdem eine Sicherung eingespielt wurde; sonst sagen Sie es',
        call: 'sagen Sie es einem Admin und dem Betreiber des Servers',
      },
    },
  },
  forked: {
    state: { faults: [forked] },
    words: {
      en: {
        happened: 'shows you and your colleagues different members',
        safe: 'what you see besides was verified',
        todo: 'Let nobody in and share nothing new.',
        call: 'tell an admin and whoever runs the server',
      },
      de: {
        happened: 'zeigt Ihnen und Ihren Kollegen verschiedene Mitglieder',
        safe: 'Was Sie sonst sehen, wurde überprüft.',
        todo: 'Nehmen Sie niemanden auf und geben Sie nichts Neues frei.',
        call: 'sagen Sie es einem Admin und dem Betreiber des Servers',
      },
    },
  },
  aheadOfClock: {
    state: { reason: 'ahead-of-clock' },
    words: {
      en: {
        happened: 'from later than now, by the clock of this device',
        safe: 'Nothing of it was taken.',
        todo: 'set it and reload this page',
        call: 'tell an admin and whoever runs the server',
      },
      de: {
        happened: 'das nach der Uhr dieses Geräts erst noch kommt',
        safe: 'Nichts davon wurde übernommen.',
        todo: 'stellen Sie sie und laden Sie die Seite neu',
        call: 'Sagen Sie es einem Admin und dem Betreiber des Servers',
      },
    },
  },
};

const cases = (Object.keys(notices) as Key[]).flatMap((key) =>
  (['en', 'de'] as const).map((language) => [key, language] as const),
);

it.each(cases)('%s says in %s what happened, what is safe, what to do and whom to call', (key, as) => {
  speak(as);
  const alerts = alertsOf(notices[key].state);
  const texts = syncMessages[as];
  expect(alerts.map(({ textContent }) => textContent)).toEqual([texts[key] + texts[`${key}Hint`]]);
  const { happened, ...rest } = notices[key].words[as];
  expect(texts[key], 'the title').toContain(happened);
  for (const [part, words] of Object.entries(rest)) expect(texts[`${key}Hint`], part).toContain(words);
});

const blankWords: Record<Language, Record<Part | 'calm', string>> = {
  en: {
    happened: 'does not know your account',
    calm: 'All is well if you sign in here for the first time',
    safe: 'Your keys and everything that had been sent are not affected.',
    todo: 'Look for what you changed last',
    call: 'call an admin and whoever runs the server',
  },
  de: {
    happened: 'kennt Ihr Konto nicht',
    calm: 'Das ist in Ordnung, wenn Sie sich hier zum ersten Mal',
    safe: 'Ihre Schlüssel und alles, was schon gesendet war, sind davon nicht betroffen.',
    todo: 'Sehen Sie nach, ob da ist, was Sie zuletzt geändert haben',
    call: 'rufen Sie einen Admin und den Betreiber des Servers an',
  },
};

it.each(['en', 'de'] as const)(
  'tells calmly in %s that a browser remembers nothing, and takes "read"',
  (as) => {
    speak(as);
    const [notice, ...others] = alertsOf({ memory: { ...sound, isBlank: true } });
    expect(others).toEqual([]);
    // It interrupts nobody who is new here.
    expect(notice!.getAttribute('role')).toBe('status');
    for (const [part, words] of Object.entries(blankWords[as]))
      expect(notice!.textContent, part).toContain(words);
    const [read, known] = notice!.querySelectorAll('button');
    const more = notice!.querySelector<HTMLElement>(`[id="${known!.getAttribute('aria-controls')}"]`)!;
    expect([more.hidden, known!.getAttribute('aria-expanded')]).toEqual([true, 'false']);
    expect(more.textContent).toContain(blankWords[as].todo);
    flushSync(() => known!.click());
    expect([more.hidden, known!.getAttribute('aria-expanded')]).toEqual([false, 'true']);
    read!.click();
    expect(confirmBlank).toHaveBeenCalledTimes(1);
    confirmBlank.mockClear();
  },
);

it.each([
  ['en', 'It could not be verified', 'They could not be verified'],
  ['de', 'Er ließ sich nicht überprüfen', 'Sie ließen sich nicht überprüfen'],
] as const)('says in %s of one entry and of several why the server withdrew them', (as, one, other) => {
  speak(as);
  const withdrawn: Fault = { ...forked, kind: 'withdrawn' };
  expect(alertsOf({ faults: [withdrawn] })[0]!.textContent).toContain(one);
  end();
  expect(alertsOf({ faults: [withdrawn, { ...withdrawn, id: 't2' }] })[0]!.textContent).toContain(other);
});

it('shows the gravest of several notices, and the others once somebody asks for them', () => {
  speak('en');
  const kinds = [
    'cycle',
    'withdrawn',
    'held-back',
    'rolled-back',
    'unconfirmed-keys',
    'withheld-log',
    'forked-log',
  ];
  const faults = kinds.map((kind, i) => ({ ...forked, kind, id: `t${i}` }) as Fault);
  const titles = () =>
    [...document.querySelectorAll('[role=alert]')].map(
      (alert) => alert.querySelector('.mantine-Alert-title')?.textContent,
    );
  expect(alertsOf({ faults })).toHaveLength(1);
  expect(titles()).toEqual(['The server shows you and your colleagues different members']);
  const more = [...document.querySelectorAll('button')].find(
    ({ textContent }) => textContent === 'Show 6 more notices',
  )!;
  expect(more.getAttribute('aria-expanded')).toBe('false');
  flushSync(() => more.click());
  expect(more.getAttribute('aria-expanded')).toBe('true');
  expect(titles()).toEqual(
    [...['forked', 'withheld', 'keysRefused', 'oldState', 'incomplete', 'withdrawn_one', 'loop']].map(
      (key) => syncMessages.en[key as 'forked'],
    ),
  );
  flushSync(() => more.click());
  expect(titles()).toHaveLength(1);
});

it('shows besides what this device could not keep: that is lost without a word', () => {
  speak('en');
  const full = { kind: 'not-kept', id: '' } as unknown as Fault;
  expect(alertsOf({ faults: [forked, full] })).toHaveLength(2);
});

const toasted: Record<'keysRefused' | 'unsafePassword' | 'membersRefused', Record<Language, string[]>> = {
  keysRefused: {
    en: [
      'Nothing of yours was opened',
      'Do not type your password here again',
      'call an admin and whoever runs',
    ],
    de: [
      'Nichts von Ihnen wurde damit geöffnet',
      'Geben Sie Ihr Passwort hier nicht noch einmal ein',
      'rufen Sie einen Admin und den Betreiber des Servers an',
    ],
  },
  unsafePassword: {
    en: [
      'Nothing of your password was sent',
      'Do not type it here again',
      'call an admin and whoever runs the server',
    ],
    de: [
      'Von Ihrem Passwort wurde nichts gesendet',
      'Geben Sie es hier nicht noch einmal ein',
      'rufen Sie einen Admin und den Betreiber des Servers an',
    ],
  },
  membersRefused: {
    en: [
      'Nothing was changed',
      'Reload this page and try again',
      'tell an admin and whoever runs the server',
    ],
    de: [
      'Nichts wurde geändert',
      'Laden Sie die Seite neu',
      'sagen Sie es einem Admin und dem Betreiber des Servers',
    ],
  },
};

it.each(['keysRefused', 'unsafePassword', 'membersRefused'] as const)(
  'a toast says what is safe, what to do and whom to call (%s)',
  (key) => {
    for (const as of ['en', 'de'] as const)
      for (const words of toasted[key][as]) expect(failureMessages[as][key]).toContain(words);
  },
);

it('says nothing where nothing is wrong', () => {
  expect(alertsOf({})).toEqual([]);
});

it('says that the words of a log did not come, and tries again; and that they moved only where they did', async () => {
  speak('en');
  let fault: object = { fault: 'wrong-words' };
  const made = { head: 'h', words: ['abandon', 'ability'] };
  const words = vi.fn(async (): Promise<unknown> => made).mockRejectedValueOnce(new TypeError('no code'));
  const [alert] = alertsOf({ unconfirmed: { words, confirm: () => Promise.reject(fault) } });
  const press = (name: string) =>
    [...alert!.querySelectorAll('button')].find(({ textContent }) => textContent === name)!.click();
  await vi.waitFor(() => expect(alert!.textContent).toContain('The words could not be loaded'));
  flushSync(() => press('Try again'));
  await vi.waitFor(() => expect(alert!.textContent).toContain('abandon ability'));
  const says = async (text: string) => {
    flushSync(() => press('They are the same'));
    await vi.waitFor(() => expect(told.mock.lastCall?.[0]).toContain(text));
  };
  await says('The workspace has changed meanwhile');
  fault = new CallError('OFFLINE', 0, 'No answer');
  await says('server');
  expect(told.mock.lastCall?.[0]).not.toContain('changed meanwhile');
});
