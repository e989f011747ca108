/** Tells whether whoever looks asked their browser to load little, as where each megabyte is paid for. */
export const savesData = (): boolean =>
  (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true;
