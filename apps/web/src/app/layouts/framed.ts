/** Whether a layout stands around the page: its header, its `main`. */
import { createContext } from 'react';

export const Framed = createContext(false);
