/**
 * A customer of the firm, in two records: what everybody who deals with them reads, the customer's own users included,
 * and the file that only admins read.
 */
import { entity, type Open } from '../entity/entity.ts';
import { email, id, instant, oneOf, text, website } from '../entity/field.ts';
import { ref } from '../entity/ref.ts';

export const customerType = ['COMPANY', 'PRIVATE'] as const;
export type CustomerType = (typeof customerType)[number];

/** Lies in the customer's scope, which it heads; their own people could seal there, but not sign for the staff. */
export const customer = entity('customer', {
  scopes: ['customer'],
  head: {},
  isInArchive: true,
  rights: { create: 'ADMIN', update: 'ADMIN', delete: 'ADMIN' },
  title: ['name'],
  refs: {},
  sealed: {
    /** The company's name, or the person's: `firstName lastName` of the file. */
    name: text(200),
    type: oneOf(customerType),
    archivedAt: instant().optional(),
    createdBy: id(),
    createdAt: instant(),
  },
});
export type Customer = Open<typeof customer>;

/** The contact details of a customer, and what goes on their invoices; one per customer. */
export const customerFile = entity('customerFile', {
  scopes: ['admins'],
  about: 'customerId',
  isInArchive: true,
  rights: { create: 'ADMIN', update: 'ADMIN', delete: 'ADMIN' },
  /** Of a private person; a company's file goes by the customer's name. */
  title: ['firstName', 'lastName'],
  searched: ['contactFirstName', 'contactLastName', 'email', 'phone'],
  indexes: ['customerId'],
  refs: { customerId: ref('customer') },
  sealed: {
    /** Of a private person. */
    firstName: text(100).optional(),
    lastName: text(100).optional(),
    /** The person to talk to at a company. */
    contactFirstName: text(100).optional(),
    contactLastName: text(100).optional(),
    email: email().optional(),
    phone: text(50).optional(),
    website: website().optional(),
    taxId: text(50).optional(),
    address: text(500).optional(),
  },
});
export type CustomerFile = Open<typeof customerFile>;
