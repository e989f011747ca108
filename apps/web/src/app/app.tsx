import { MantineProvider } from '@mantine/core';
import { RouterProvider } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { colorScheme, cssVariables, theme } from '../platform/theme/theme.ts';
import { Insecure } from './errors/insecure.tsx';
import { nonce } from './nonce.ts';
import type { makeRouter } from './router.tsx';

function Look({ children }: { children: ReactNode }) {
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariables}
      colorSchemeManager={colorScheme}
      forceColorScheme="light"
      getStyleNonce={nonce}
    >
      {children}
    </MantineProvider>
  );
}

/** The whole app. */
export function App({ router }: { router: ReturnType<typeof makeRouter> }) {
  return (
    <Look>
      <RouterProvider router={router} />
    </Look>
  );
}

/** Stands in the app's place where browsers withhold encryption. */
export function Notice() {
  return (
    <Look>
      <Insecure />
    </Look>
  );
}
