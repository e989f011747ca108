/** `pdf`: for people; `xml`: EN 16931, for their bookkeeping. */
export const invoiceForms = ['pdf', 'xml'] as const;
export type InvoiceForm = (typeof invoiceForms)[number];
