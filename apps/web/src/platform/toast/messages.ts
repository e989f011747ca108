import { messages } from '../text/messages.ts';

export const toastMessages = messages({ close: 'Close' }, { close: 'Schließen' });
