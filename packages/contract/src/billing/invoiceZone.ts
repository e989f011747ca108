/**
 * The clock by which days of invoices, mails about them and the billing's pages are named, wherever they are read: that of all
 * countries in which we sell from.
 */
export const invoiceZone = 'Europe/Vienna';
