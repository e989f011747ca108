/**
 * The one way in which this app edits things, in a slide-over, on a page or in place. Mantine's form holds the values
 * and their validation errors; `versions.ts` holds what it does not know: what the person saw before they typed, and
 * what somebody else stored meanwhile.
 */
import { sameValue } from '@kontor/client/replica/sameValue';
import { useForm as useMantineForm } from '@mantine/form';
import {
  type RefObject,
  type SyntheticEvent,
  useEffect,
  useLayoutEffect,
  useReducer,
  useRef,
  useState,
} from 'react';
import { type DraftPlace, keepDraft, keptDraft, placeNow, showDraft } from '../../platform/draft/drafts.ts';
import { holdDraft } from '../../platform/draft/holdDraft.ts';
import { onHidden } from '../../platform/draft/keeping.ts';
import { useLanguage } from '../../platform/text/locale.ts';
import { focusFirstError } from './focusFirstError.ts';
import type { Errors } from './rules.ts';
import {
  begin,
  changesOf,
  concede,
  conflictsOf,
  decide,
  follow,
  isChanged,
  type Name,
  restore,
  settle,
  theirsIn,
  type Unsaved,
  unsaved,
} from './versions.ts';

export interface FormOptions<V extends object> {
  /** The stored values, as the fields show them; for a new thing, the values that the form begins with. */
  stored: V;
  /** True for a thing that is made by saving: once something is typed, nothing else in the form moves. */
  isNew?: boolean;
  /** Returns the validation errors, in words. */
  errors?: (values: V, isChanged: (name: Name<V>) => boolean) => Errors<V>;
  /** Names the form and the thing it is about: under this name, what was typed outlives the form's closing. */
  draft?: string;
  /** Where the draft belongs that is not about the open workspace. */
  draftPlace?: DraftPlace;
  /** Stores fields as they are left, for editing in place. Returns false when that failed. */
  saveOnLeave?: (changes: Partial<V>) => boolean;
}

type Change = { currentTarget: { value: string } };

/** The props of an input; spread them. */
export interface FieldProps<T> {
  name: string;
  value: T;
  error: string | undefined;
  /** Mantine's password field shows only by colour that it is invalid. */
  'aria-invalid': true | undefined;
  onChange: (next: T | string | Change) => void;
  onBlur: () => void;
}

export interface FormState<V extends object> {
  values: V;
  /** Returns the props of an input of text, days, people or formatted text. */
  field: <N extends Name<V>>(name: N) => FieldProps<V[N]>;
  /** Returns the props of a list of choices that may be empty. */
  choice: (name: Name<V>) => Omit<FieldProps<string>, 'value' | 'onChange'> & {
    value: string | null;
    onChange: (next: string | null) => void;
  };
  checkbox: (name: Name<V>) => {
    name: string;
    checked: boolean;
    onChange: (event: { currentTarget: { checked: boolean } }) => void;
  };
  set: (part: Partial<V>) => void;
  /**
   * Stores, in place, what was changed in these fields, or in all when none is named; elsewhere says what is wrong with
   * these. Returns true when nothing is left to save here: what is typed in another tab is that one's to save.
   */
  leave: (...names: Name<V>[]) => boolean;
  /** Stores, in place, all that was changed, as the person asks for it: what is typed in another tab, too. */
  save: () => void;
  /** Changes and stores at once what is chosen rather than typed. */
  choose: (part: Partial<V>) => void;
  /**
   * Returns a submit handler that calls `save` when nothing is invalid and no conflict is undecided; `save` returns
   * false if it has already said why it failed. The changes are what differs from `base`, which the person saw. `ask`
   * resolves to false where the person thinks better of it. What is stored while its question stands is looked at before
   * anything is saved: `save` is not to wait for the person.
   */
  submit: (
    save: (values: V, changes: Partial<V>, base: V) => unknown,
    on?: {
      ask?: (values: V, changes: Partial<V>) => Promise<boolean>;
      /** Something is invalid, or in conflict. */
      invalid?: () => void;
    },
  ) => (event?: SyntheticEvent) => void;
  /** Sets an error that only the server knew. It stays until the field changes, or the form is sent again. */
  refuse: (name: Name<V>, message: string) => void;
  isSaving: boolean;
  /** The fields of which something would be lost. */
  changed: Name<V>[];
  /** True when there are any. */
  dirty: boolean;
  /** True when the form opened with what had been typed before, or shows what is typed in another tab. */
  restored: boolean;
  /** Drops what was typed. */
  clear: () => void;
  /** Increases when what was typed is saved or dropped: a key for inputs that keep state of their own. */
  round: number;
  /** True for a moment after a field was stored in place. */
  justSaved: boolean;
  /** Fields that somebody else changed too and the person has to decide. */
  conflicts: Name<V>[];
  /** Returns what such a field becomes when the other's value is chosen. */
  theirs: <N extends Name<V>>(name: N) => V[N];
  decide: (name: Name<V>, choice: 'mine' | 'theirs') => void;
  /** The element around the fields. */
  ref: RefObject<HTMLFormElement | null>;
}

/** The part of a form that a group of inputs uses; the form may have more fields. */
export type FormPart<V extends object> = Pick<
  FormState<V>,
  'values' | 'field' | 'choice' | 'checkbox' | 'set' | 'choose'
>;

/** ms for which "saved" is shown. */
const savedFor = 2500;

/**
 * Runs after the current mouse press, if there is one: an error that shows during it would push the button from under
 * the pointer.
 */
function afterPress(run: () => void): void {
  if (document.querySelector(':active')) addEventListener('mouseup', () => setTimeout(run), { once: true });
  else run();
}

const valueIn = (next: unknown): unknown =>
  typeof next === 'object' && next !== null && 'currentTarget' in next
    ? (next as Change).currentTarget.value
    : next;

export function useForm<V extends object>({
  stored,
  isNew = false,
  errors,
  draft,
  draftPlace,
  saveOnLeave,
}: FormOptions<V>): FormState<V> {
  // A form that still stands while the next workspace opens keeps what is typed for its own.
  const [place] = useState(() => draftPlace ?? placeNow());
  const [opened] = useState(() => {
    const kept = draft === undefined ? undefined : keptDraft<Unsaved<V>>(draft, place);
    return { ...(kept ? restore(stored, kept, isNew) : begin(stored)), kept, restored: kept !== undefined };
  });
  /** The base and what others wrote; the current values are in Mantine's form. */
  const sides = useRef({ base: opened.base, theirs: opened.theirs });
  const followed = useRef(stored);
  const refused = useRef<Errors<V>>({});
  const ref = useRef<HTMLFormElement>(null);
  const [, redraw] = useReducer((count: number) => count + 1, 0);
  const [isAsking, setAsking] = useState(false);
  const [round, setRound] = useState(0);
  const [savedAt, setSavedAt] = useState(0);

  const versions = () => ({ ...sides.current, values: mantine.getValues() });
  const errorsIn = (values: V): Errors<V> =>
    errors?.(values, (name) => isChanged({ ...sides.current, values }, name)) ?? {};
  const mantine = useMantineForm<V>({
    initialValues: opened.values,
    // An error goes away when it is corrected, not with the next key.
    clearInputErrorOnChange: false,
    validate: errorsIn as never,
  });

  const changedNames = (of = versions()) => Object.keys(changesOf(of)) as Name<V>[];
  /**
   * The fields that show what was typed in another tab, which keeps and stores it. What a form in place opens with may be
   * of a tab that still stands.
   */
  const others = useRef<readonly Name<V>[]>(saveOnLeave && opened.restored ? changedNames(opened) : []);
  const isOthers = () => others.current.length > 0 && isClean();
  /** Takes what stands in fields as typed here; of a form that is saved as one, all of it. */
  const claim = (names: readonly Name<V>[]) => {
    others.current = saveOnLeave ? others.current.filter((name) => !names.includes(name)) : [];
  };
  /** Increases when all that is left here was typed in another tab. */
  const [turn, giveTurn] = useReducer((count: number) => count + 1, 0);
  /** The draft of what stands here: another one, of which a form in place shows nothing, is not to be forgotten. */
  const own = useRef(opened.kept);
  const put = (next: ReturnType<typeof versions>) => {
    const wereOthers = isOthers();
    sides.current = { base: next.base, theirs: next.theirs };
    // Not `setFieldValue`, which copies every value for each key press.
    if (next.values !== mantine.getValues()) mantine.setValues(next.values);
    others.current = others.current.filter((name) => isChanged(next, name));
    if (isOthers() && !wereOthers) giveTurn();
    redraw();
  };
  const take = (next: ReturnType<typeof versions>) => {
    put(next);
    const kept = unsaved(next, isNew);
    if (draft !== undefined && (kept || own.current === keptDraft(draft, place)))
      keepDraft(draft, kept, place);
    own.current = kept;
  };

  useLayoutEffect(() => {
    const before = versions();
    const stands = isNew && unsaved(before) !== undefined;
    const next = stands ? before : follow(before, followed.current, stored);
    followed.current = stored;
    if (next === before) return;
    if (!isOthers()) return take(next);
    put(next);
    // What another tab stored is that one's to forget.
    if (others.current.length === 0) own.current = undefined;
  });

  /** Validates again the fields that show an error. */
  const review = () =>
    mantine.setErrors((before) => {
      const names = Object.keys(before) as Name<V>[];
      if (names.length === 0) return before;
      const found = errorsIn(mantine.getValues());
      return Object.fromEntries(names.map((name) => [name, refused.current[name] ?? found[name]]));
    });
  const language = useLanguage();
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is said is said in the language in force
  useEffect(review, [language]);

  useEffect(() => {
    if (savedAt === 0) return;
    const timer = setTimeout(() => setSavedAt(0), savedFor);
    return () => clearTimeout(timer);
  }, [savedAt]);

  const set = (part: Partial<V>) => {
    refused.current = { ...refused.current };
    for (const name of Object.keys(part) as Name<V>[]) delete refused.current[name];
    // One draft holds all fields: what another tab typed into others stays in it.
    const lying = saveOnLeave && draft && changedNames().length === 0 && keptDraft<Unsaved<V>>(draft, place);
    if (lying) show(lying);
    claim(Object.keys(part) as Name<V>[]);
    take({ ...versions(), values: { ...mantine.getValues(), ...part } });
    review();
  };

  const store = (changes: Partial<V>): boolean => {
    if (!saveOnLeave?.(changes)) return false;
    take(settle(versions(), changes));
    setSavedAt(Date.now());
    return true;
  };

  const isClean = () => changedNames().every((name) => others.current.includes(name));
  const leave = (...names: Name<V>[]): boolean => {
    if (!saveOnLeave) {
      // An empty field that was only passed through shows no error yet.
      for (const name of names.filter((each) => mantine.getValues()[each]))
        afterPress(
          () => !refused.current[name] && mantine.setFieldError(name, errorsIn(mantine.getValues())[name]),
        );
      return isClean();
    }
    if (isOthers()) return true;
    const now = concede(versions());
    take(now);
    const found = errorsIn(now.values);
    const contested = conflictsOf(now);
    const changed = changedNames(now).filter(
      (name) => !others.current.includes(name) && (names.length === 0 || names.includes(name)),
    );
    const ready = changed.filter((name) => !found[name] && !contested.includes(name));
    if (ready.length > 0)
      store(Object.fromEntries(ready.map((name) => [name, now.values[name]])) as Partial<V>);
    const wrong = changed.filter((name) => found[name]);
    if (wrong.length > 0)
      mantine.setErrors((before) => ({
        ...before,
        ...Object.fromEntries(wrong.map((name) => [name, found[name]])),
      }));
    return isClean();
  };

  // A page in the background may end without a word.
  useEffect(() => (saveOnLeave ? onHidden(() => void leave()) : undefined));

  const clear = () => {
    refused.current = {};
    mantine.clearErrors();
    setAsking(false);
    setRound((count) => count + 1);
    others.current = [];
    take(begin(followed.current));
  };

  const changed = changedNames();
  const dirty = changed.length > 0;
  const show = (kept: Unsaved<V> | undefined) => {
    if (!kept) return clear();
    own.current = kept;
    const [before, next] = [mantine.getValues(), restore(followed.current, kept, isNew)];
    // In place, what was typed here and stands there as it was is still this form's to store.
    others.current = changedNames(next).filter(
      (name) => !saveOnLeave || others.current.includes(name) || !sameValue(next.values[name], before[name]),
    );
    put(next);
    if (isOthers()) giveTurn();
  };
  // A form in place into which nothing is typed stays as it is stored.
  const isShown = dirty || !saveOnLeave;
  useEffect(() => (draft !== undefined && isShown ? showDraft(draft, show, place) : undefined));
  // Where the tab that typed it is gone, this form stores it.
  const isHeld = dirty && saveOnLeave !== undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new turn lets go, and waits behind the other tab
  useEffect(() => {
    const hold = () => {
      others.current = [];
    };
    return draft !== undefined && isHeld ? holdDraft(draft, hold, place) : undefined;
  }, [draft, place, isHeld, turn]);

  const seek = () => ref.current && focusFirstError(ref.current);
  const errorProps = (name: Name<V>) => {
    const error = mantine.errors[name] as string | undefined;
    return { name, error, 'aria-invalid': error === undefined ? undefined : (true as const) };
  };
  const now = versions();
  const contested = conflictsOf(now);

  return {
    values: mantine.values,
    field: (name) => ({
      ...errorProps(name),
      value: mantine.values[name],
      onChange: (next) => set({ [name]: valueIn(next) } as Partial<V>),
      onBlur: () => leave(name),
    }),
    choice: (name) => ({
      ...errorProps(name),
      value: (mantine.values[name] as string) || null,
      onChange: (next) => set({ [name]: next ?? '' } as Partial<V>),
      onBlur: () => leave(name),
    }),
    checkbox: (name) => ({
      name,
      checked: Boolean(mantine.values[name]),
      onChange: ({ currentTarget }) => set({ [name]: currentTarget.checked } as Partial<V>),
    }),
    set,
    leave,
    save: () => {
      others.current = [];
      leave();
    },
    choose: (part) => {
      set(part);
      if (!store(part))
        set(
          Object.fromEntries(
            Object.keys(part).map((name) => [name, sides.current.base[name as Name<V>]]),
          ) as Partial<V>,
        );
    },
    submit:
      (save, { ask, invalid } = {}) =>
      (event) => {
        event?.preventDefault();
        if (mantine.submitting) return;
        refused.current = {};
        setAsking(true);
        const stop = () => {
          seek();
          invalid?.();
        };
        const ready = () => {
          const now = concede(versions());
          if (conflictsOf(now).length > 0) return stop();
          others.current = [];
          take(now);
          return now;
        };
        const send = async () => {
          const asked = ready();
          if (!asked || (ask && !(await ask(asked.values, changesOf(asked))))) return;
          const now = ready();
          if (!now) return;
          const changes = changesOf(now);
          if ((await save(now.values, changes, now.base)) === false) return;
          setAsking(false);
          setRound((count) => count + 1);
          take(settle(versions(), changes));
        };
        mantine.onSubmit(send, stop)();
      },
    refuse: (name, message) => {
      refused.current = { ...refused.current, [name]: message };
      mantine.setFieldError(name, message);
      seek();
    },
    isSaving: mantine.submitting,
    changed,
    dirty,
    restored: opened.restored || others.current.length > 0,
    clear,
    round,
    justSaved: savedAt > 0,
    conflicts: isAsking || saveOnLeave ? contested : [],
    theirs: (name) => theirsIn(now, name) as V[typeof name],
    decide: (name, choice) => {
      claim([name]);
      take(decide(versions(), name, choice));
      review();
      if (saveOnLeave) leave(name);
    },
    ref,
  };
}
