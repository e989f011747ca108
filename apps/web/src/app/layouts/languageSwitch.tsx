import { languages } from '@kontor/contract/text/language';
import { Anchor, Group } from '@mantine/core';
import { setLanguage, useLanguage } from '../../platform/text/locale.ts';
import { useMessages } from '../../platform/text/messages.ts';
import { appMessages } from '../messages.ts';

const names = { en: 'English', de: 'Deutsch' } as const;

/** Shows the languages by their own names. */
export function LanguageSwitch() {
  const t = useMessages(appMessages);
  const current = useLanguage();
  return (
    <Group component="nav" gap="lg" aria-label={t('language')}>
      {languages.map((language) => (
        <Anchor
          key={language}
          component="button"
          type="button"
          lang={language}
          c={language === current ? 'var(--ink)' : 'dimmed'}
          aria-current={language === current}
          onClick={() => setLanguage(language)}
        >
          {names[language]}
        </Anchor>
      ))}
    </Group>
  );
}
