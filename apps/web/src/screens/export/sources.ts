/** Gathers what reports are made of: the entries that this person reads, and the names in them. */

import type { Invoice, ReportEntry } from '@kontor/client/nouns/hoursReport';
import { closedMonth } from '@kontor/client/nouns/month';
import type { FirmHead } from '@kontor/table/table';
import { useMemo } from 'react';
import type { PayrollPerson } from '../../features/export/payroll.ts';
import type { ReportNames } from '../../features/export/reportTable.ts';
import { usePeople } from '../../features/member/queries.ts';
import { useSession } from '../../platform/workspace/session.ts';
import { useAll, useRecord, useWorkspace } from '../../platform/workspace/workspace.ts';
import { pngBytes } from '../../ui/logo.ts';

/** Returns the entries of a person, or of everybody whose hours this person reads. */
export function useReportEntries(userId: string | undefined): readonly ReportEntry[] {
  const entries = useAll('timeEntry');
  const heads = useAll('workingTime');
  const projects = useAll('project');
  const invoiced = useAll('invoicedHours');
  return useMemo(() => {
    const personOf = new Map(heads.map((head) => [head.id, head.userId]));
    const customerOf = new Map(projects.map(({ id, customerId = '' }) => [id, customerId]));
    const invoicesOf = new Map<string, Invoice[]>();
    for (const { exportName, entries: marked } of invoiced)
      for (const { id, days } of marked) {
        const known = invoicesOf.get(id) ?? [];
        invoicesOf.set(id, [...known, { exportName, ...(days && { days }) }]);
      }
    return entries.flatMap((entry): ReportEntry[] => {
      const person = personOf.get(entry.scopeId);
      if (person === undefined || (userId !== undefined && person !== userId)) return [];
      const customerId = customerOf.get(entry.projectId) ?? '';
      return [{ entry, userId: person, customerId, invoices: invoicesOf.get(entry.id) ?? [] }];
    });
  }, [entries, heads, projects, invoiced, userId]);
}

/** Returns what makes the people of a list for payroll, when one is asked for: a person's, or of everybody whose hours are here. */
export function usePayrollPeople(userId: string | undefined): () => PayrollPerson[] {
  const { collections } = useWorkspace().records;
  const people = usePeople();
  return () =>
    collections.workingTime
      .all()
      .filter((head) => userId === undefined || head.userId === userId)
      .map(({ id: scopeId, userId: person, weeks }) => ({
        userId: person,
        name: people.get(person)?.name ?? '',
        weeks,
        signed: new Map(
          collections.month.where('scopeId', scopeId).flatMap(({ month }) => {
            const closing = closedMonth(collections, { scopeId, month });
            return closing ? [[month, closing.targets] as const] : [];
          }),
        ),
        absences: collections.absence
          .where('scopeId', scopeId)
          .map(({ kind, from, to, isHalf }) => ({ kind, from, to, isHalf })),
      }));
}

/** Returns the names that stand in a report. */
export function useReportNames(): ReportNames {
  const people = usePeople();
  const customers = useAll('customer');
  const projects = useAll('project');
  return useMemo(
    () => ({
      people: new Map([...people.values()].map(({ id, name }) => [id, name])),
      customers: new Map(customers.map(({ id, name }) => [id, name])),
      customFields: new Map(
        projects.flatMap(({ id, customField }) => (customField ? [[id, customField]] : [])),
      ),
    }),
    [people, customers, projects],
  );
}

/** Returns the firm as it stands at the head of a page; its details are the admins' to see, its name and logo everybody's. */
export function useFirm(): FirmHead {
  const { records } = useWorkspace();
  const summary = useSession((session) => session.workspaces.list.find(({ id }) => id === records.id));
  const business = useRecord('business', records.id);
  return useMemo(() => {
    const {
      companyName,
      addressLine1,
      addressLine2,
      postalCode = '',
      city = '',
      email,
      phone,
      taxId,
    } = business ?? {};
    const lines = [
      addressLine1,
      addressLine2,
      `${postalCode} ${city}`.trim(),
      [email, phone].filter(Boolean).join(' · '),
      taxId,
    ];
    const logo = summary?.logo ? pngBytes(summary.logo) : undefined;
    return {
      name: companyName || summary?.name || '',
      lines: lines.filter((line): line is string => Boolean(line)),
      ...(logo && { logo }),
    };
  }, [business, summary]);
}
