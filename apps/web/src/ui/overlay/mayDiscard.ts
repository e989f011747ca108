import { uiMessages } from '../messages.ts';
import { confirm } from './confirm.tsx';

const { t } = uiMessages;

/** Asks before what was typed into a form goes. Resolves to whether it may. */
export const mayDiscard = (): Promise<boolean> =>
  confirm({
    title: t('discardTitle'),
    body: t('discardBody'),
    action: t('discard'),
    cancel: t('keepEditing'),
    danger: true,
  });
