/** Something that is opened when it is first wanted. */
export interface OpenedOnce<T> {
  /** Opens it with the first call, and again after one that failed. */
  open(): Promise<T>;
  /** Resolves with what was opened, or is being opened; undefined where nobody asked, or that failed. */
  opened(): Promise<T | undefined>;
  /** Closes what is open. What is still being opened closes once it is here, which nobody waits for: it may wait for the network. */
  close(close: (opened: T) => Promise<void> | void): Promise<void>;
}

/** Returns what `open` opens, once however many ask. */
export function openOnce<T>(open: () => Promise<T>): OpenedOnce<T> {
  let opening: Promise<T> | undefined;
  let here: { value: T } | undefined;
  const begin = async (): Promise<T> => {
    try {
      const value = await open();
      here = { value };
      return value;
    } catch (error) {
      opening = undefined;
      throw error;
    }
  };
  return {
    open: () => (opening ??= begin()),
    opened: async () => opening?.catch(() => undefined),
    close: async (close) => {
      if (here) await close(here.value);
      // What could not be opened needs no closing.
      else opening?.then(close).catch(() => {});
    },
  };
}
