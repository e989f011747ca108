import { type Currency, currencyOf } from '@kontor/contract/text/currency';
import { useRecord, useWorkspace } from './workspace.ts';

/** Returns the workspace's currency, as admins know it. */
export const useCurrency = (): Currency =>
  useRecord('business', useWorkspace().records.id)?.currency ?? currencyOf(undefined);
