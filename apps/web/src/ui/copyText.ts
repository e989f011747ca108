import { toast } from '../platform/toasts.tsx';
import { uiMessages } from './messages.ts';

const { t } = uiMessages;

/** Copies text, and says so. Browsers may withhold the clipboard: then `failed` says where the text can be marked. */
export async function copyText(text: string, done = t('copied'), failed = t('copyFailed')): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    toast.success(done);
  } catch {
    toast.info(failed);
  }
}

/** Copies the address of something in the app, for whoever may see it. */
export const copyAddress = (address: string): Promise<void> =>
  copyText(address, t('linkCopied'), t('linkIs', { address }));
