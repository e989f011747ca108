/** Says whether a layout with a header and a `main` stands around the page. */
import { createContext } from 'react';

export const Framed = createContext(false);
