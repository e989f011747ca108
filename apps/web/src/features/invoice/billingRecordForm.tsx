import { isCallError } from '@kontor/client/http/callError';
import { maxBillingLine } from '@kontor/contract/server/billingRecord';
import { allCountries } from '@kontor/contract/text/country';
import { languages } from '@kontor/contract/text/language';
import { isVatId, plainVatId } from '@kontor/contract/text/vatId';
import type { BillingRecord, BillingRecordChange } from '@kontor/contract/wire/billingRecord';
import { Input, NativeSelect, Stack, Text, TextInput, Title } from '@mantine/core';
import { toastFailure } from '../../platform/failures/failures.ts';
import { countryName, sortedCountries } from '../../platform/text/countries.ts';
import { formatDate } from '../../platform/text/format.ts';
import { language } from '../../platform/text/locale.ts';
import { useMessages } from '../../platform/text/messages.ts';
import { toast } from '../../platform/toasts.tsx';
import { useCanIn } from '../../platform/workspace/actor.ts';
import { currentSession } from '../../platform/workspace/session.ts';
import { FieldRow } from '../../ui/form/fieldRow.tsx';
import { Form } from '../../ui/form/form.tsx';
import { atMost, type Errors, email, required } from '../../ui/form/rules.ts';
import { SaveBar } from '../../ui/form/saveBar.tsx';
import { useForm } from '../../ui/form/useForm.ts';
import { LoadFailed } from '../../ui/list/loadFailed.tsx';
import { SkeletonRows } from '../../ui/loading.tsx';
import css from './invoice.module.css';
import { invoiceMessages } from './messages.ts';
import { reloadBillingRecord, showBillingRecord, useBillingRecord } from './queries.ts';

type Values = Omit<BillingRecordChange, 'workspaceId' | 'was' | 'country'> & {
  country: BillingRecordChange['country'] | '';
};

/** The texts of the choices, for conflicts between two people. */
export const billingShow = {
  country: (code: Values['country']) => code && countryName(code),
  language: (tag: Values['language']) => invoiceMessages.t(tag),
};

const lineOf = (value: string) => atMost(maxBillingLine)(value);
const neededLine = (value: string) => required(value) ?? lineOf(value);

const errors = (values: Values): Errors<Values> => ({
  company: neededLine(values.company),
  addressLine1: neededLine(values.addressLine1),
  addressLine2: lineOf(values.addressLine2),
  postalCode: neededLine(values.postalCode),
  city: neededLine(values.city),
  country: required(values.country),
  vatId:
    values.vatId.trim() && values.country && !isVatId(plainVatId(values.vatId), values.country)
      ? invoiceMessages.t('vatIdForm')
      : undefined,
  email: email(values.email),
});

/** Asks to whom a workspace's invoices go. Says that the server reads it. */
export function BillingRecordForm({ workspace }: { workspace: string }) {
  const t = useMessages(invoiceMessages);
  const { data: record, isPending, isError, refetch } = useBillingRecord(workspace);
  return (
    <section aria-labelledby="billing-record" className={css.section}>
      <Title order={2} id="billing-record">
        {t('record')}
      </Title>
      <Text c="dimmed" mb="lg" maw={640}>
        {t('recordHint')}
      </Text>
      {isPending && <SkeletonRows rows={4} />}
      {isError && <LoadFailed text={t('loadFailed')} onRetry={refetch} />}
      {record !== undefined && <Fields workspace={workspace} record={record} />}
    </section>
  );
}

function Fields({ workspace, record }: { workspace: string; record: BillingRecord | null }) {
  const t = useMessages(invoiceMessages);
  // Whoever has this address may cancel: for somebody who may not, the server keeps it as it is.
  const maySetEmail = useCanIn(workspace, 'subscription.cancel');
  const form = useForm<Values>({
    stored: {
      company: record?.company ?? '',
      addressLine1: record?.addressLine1 ?? '',
      addressLine2: record?.addressLine2 ?? '',
      postalCode: record?.postalCode ?? '',
      city: record?.city ?? '',
      country: record?.country ?? '',
      vatId: record?.vatId ?? '',
      email: record?.email ?? currentSession().user?.email ?? '',
      language: record?.language ?? language(),
    },
    errors,
    draft: `billing record ${workspace}`,
  });
  const save = form.submit(async ({ country, vatId, ...values }) => {
    if (!country) return false;
    try {
      const stored = await currentSession().invoices.storeRecord({
        ...values,
        workspaceId: workspace,
        country,
        vatId: plainVatId(vatId),
        was: record,
      });
      await showBillingRecord(workspace, stored);
      toast.success(t('saved'));
      return true;
    } catch (failure) {
      if (isCallError(failure, 'CONFLICT')) await reloadBillingRecord(workspace);
      toastFailure(failure, t('saveFailed'));
      return false;
    }
  });
  const field = (name: keyof Values) => ({ label: t(name), ...form.field(name) });
  return (
    <Form form={form} onSubmit={save} labelOf={(name) => t(name)} show={billingShow}>
      <Stack gap="lg">
        <FieldRow isFolding>
          <TextInput {...field('company')} autoComplete="organization" />
          {maySetEmail ? (
            <TextInput {...field('email')} type="email" inputMode="email" />
          ) : (
            <FixedEmail record={record} />
          )}
          <TextInput {...field('addressLine1')} autoComplete="address-line1" />
          <TextInput {...field('addressLine2')} autoComplete="address-line2" />
          <TextInput {...field('postalCode')} autoComplete="postal-code" />
          <TextInput {...field('city')} autoComplete="address-level2" />
          <NativeSelect
            {...field('country')}
            data={[{ value: '', label: t('chooseCountry') }, ...sortedCountries(allCountries)]}
          />
          <NativeSelect
            {...field('language')}
            data={languages.map((value) => ({ value, label: t(value) }))}
          />
          <TextInput {...field('vatId')} description={t('vatIdHint')} inputWrapperOrder={inputOrder} />
        </FieldRow>
        {record && !form.dirty && <VatIdState record={record} />}
        <SaveBar form={form} />
      </Stack>
    </Form>
  );
}

const inputOrder: ('label' | 'input' | 'description' | 'error')[] = [
  'label',
  'input',
  'description',
  'error',
];

/** Shows where invoices go to somebody who cannot change it, and until when. */
function FixedEmail({ record }: { record: BillingRecord | null }) {
  const t = useMessages(invoiceMessages);
  const texts = { label: t('email'), description: t(record ? 'emailLocked' : 'emailOfOwner') };
  if (!record) return <Input.Wrapper {...texts} labelElement="div" />;
  return <TextInput {...texts} inputWrapperOrder={inputOrder} value={record.email} readOnly />;
}

/** Shows the register's answer about the id, in words. */
function VatIdState({ record: { vatIdState, vatCheckedAt } }: { record: BillingRecord }) {
  const t = useMessages(invoiceMessages);
  if (vatIdState === 'none') return null;
  if (vatIdState === 'valid')
    return <Text size="sm">{t('vatIdValid', { date: formatDate(vatCheckedAt ?? 0) })}</Text>;
  return (
    <Text size="sm" {...(vatIdState === 'invalid' && { c: 'var(--danger)' })}>
      {t(vatIdState === 'invalid' ? 'vatIdInvalid' : 'vatIdUnknown')}
    </Text>
  );
}
