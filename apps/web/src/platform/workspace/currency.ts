import { type Currency, currencyOf } from '@kontor/contract/text/currency';
import { useRecord, useWorkspace } from './workspace.ts';

/** Returns the currency that the workspace reckons in, as admins know it. */
export const useCurrency = (): Currency =>
  useRecord('business', useWorkspace().records.id)?.currency ?? currencyOf(undefined);
