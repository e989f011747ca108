import { createContext, use } from 'react';

/** True inside a row of a list, where the arrow keys move between the controls. */
export const InRow = createContext(false);

/** Returns what keeps a control of a row, besides its link, from being one more stop of Tab. */
export const useRowStop = (): { tabIndex?: -1 } => (use(InRow) ? { tabIndex: -1 } : {});
