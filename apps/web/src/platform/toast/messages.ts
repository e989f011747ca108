import { messages } from '../messages.ts';

export const toastMessages = messages('toast', { close: 'Close' }, { close: 'Schließen' });
