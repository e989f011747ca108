import type { CustomerFile } from '@kontor/contract/nouns/customer';
import { Anchor } from '@mantine/core';
import type { ReactNode } from 'react';
import { useMessages } from '../../platform/text/messages.ts';
import { safeUrl } from '../../ui/richText/safeUrl.ts';
import css from './customer.module.css';
import { customerMessages } from './messages.ts';
import { contactOf } from './queries.ts';

/**
 * Keeps digits and what may stand between them: whatever else was typed is no part of a number to call. Nor is, right behind the
 * code of a country, a zero in brackets, which is dialled from within it; in Italy from everywhere.
 */
function dialled(phone: string): string {
  const isWithin = /^([^\d+]*(?:\+|00)\s*(?!39|37[89])\d{1,3}[\s)]*)\(\s*0\s*\)/;
  return phone.replace(isWithin, '$1').replace(/[^\d+*#]/g, '');
}

/** Shows a customer's addresses and numbers to click. Nothing for an empty file. */
export function CustomerCard({ file }: { file: CustomerFile | undefined }) {
  const t = useMessages(customerMessages);
  if (!file) return null;
  const { email, phone, website, address, taxId } = file;
  // Whoever wrote the record may have put anything there: only an address of the web becomes a link.
  const url = safeUrl(website);
  const lines: [string, ReactNode][] = [
    [t('contactPerson'), contactOf(file)],
    [t('email'), email && <Anchor href={`mailto:${encodeURIComponent(email)}`}>{email}</Anchor>],
    [t('phone'), phone && <Anchor href={`tel:${dialled(phone)}`}>{phone}</Anchor>],
    [
      t('website'),
      website &&
        (url ? (
          <Anchor href={url} target="_blank" rel="noopener noreferrer">
            {website}
          </Anchor>
        ) : (
          website
        )),
    ],
    [t('address'), address && <span className={css.address}>{address}</span>],
    [t('taxId'), taxId],
  ];
  return (
    <dl className={css.card}>
      {lines.map(
        ([label, value]) =>
          value && (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ),
      )}
    </dl>
  );
}

/** Says whether there is anything to show of a file. */
export const hasContact = (file: CustomerFile | undefined): boolean =>
  Boolean(
    file && (contactOf(file) || file.email || file.phone || file.website || file.address || file.taxId),
  );
