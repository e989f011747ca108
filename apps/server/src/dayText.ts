/** Writes days as our mails and invoices show them: in the reader's language, and all by the clock of invoices. */
import { invoiceZone } from '@kontor/contract/billing/invoiceZone';
import type { Language } from '@kontor/contract/text/language';

/** The locales by which days and numbers are written in a language. */
export const locales: Record<Language, string> = { en: 'en-GB', de: 'de-DE' };

const write = (moment: Date | number, language: Language, options: Intl.DateTimeFormatOptions): string =>
  new Intl.DateTimeFormat(locales[language], { ...options, timeZone: invoiceZone }).format(moment);

/** Writes a day as `22.11.2026`, `22 Nov 2026`. */
export const dayText = (moment: Date | number, language: Language): string =>
  write(moment, language, { dateStyle: 'medium' });

/** Writes a day with its month's name: `22. November 2026`, `22 November 2026`. */
export const longDayText = (moment: Date | number, language: Language): string =>
  write(moment, language, { dateStyle: 'long' });

/** Writes a moment as `22. November 2026 um 14:05:09 MEZ`, `22 November 2026 at 14:05:09 CET`. */
export const longMomentText = (moment: Date | number, language: Language): string =>
  write(moment, language, { dateStyle: 'long', timeStyle: 'long' });
