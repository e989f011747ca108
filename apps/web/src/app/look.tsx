import { MantineProvider } from '@mantine/core';
import type { ReactNode } from 'react';
import { colorScheme, cssVariables, theme } from '../platform/theme/theme.ts';
import { QuestionHost } from '../ui/overlay/questionHost.tsx';
import { nonce } from './nonce.ts';

/** Gives what stands in it the product's looks, and shows what it asks. */
export function Look({ children }: { children: ReactNode }) {
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariables}
      colorSchemeManager={colorScheme}
      forceColorScheme="light"
      getStyleNonce={nonce}
    >
      {children}
      <QuestionHost />
    </MantineProvider>
  );
}
