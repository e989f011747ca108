import { messages } from '../messages.ts';

export const toastMessages = messages({ close: 'Close' }, { close: 'Schließen' });
