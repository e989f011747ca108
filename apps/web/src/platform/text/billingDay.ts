import { invoiceZone } from '@kontor/contract/billing/invoiceZone';
import { dayAt } from '@kontor/contract/time/zone';
import { formatDate } from './format.ts';

/** Writes the day of a moment as invoices and mails about billing name it, whatever the reader's own clock says. */
export const formatBillingDay = (moment: number): string => formatDate(dayAt(moment, invoiceZone));
