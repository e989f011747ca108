// @vitest-environment happy-dom
/** The error of a field for formatted text. */
import { MantineProvider } from '@mantine/core';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { expect, it, vi } from 'vitest';
import { RichTextInput } from './richTextInput.tsx';

vi.mock('./editor.tsx', () => ({
  Editor: ({ errorId }: { errorId?: string }) => <input aria-describedby={errorId} />,
}));

it('is read out, and named by the field', async () => {
  const root = createRoot(document.body.appendChild(document.createElement('div')));
  const field = { name: 'content', value: undefined, onChange: () => {}, onBlur: () => {}, isLight: true };
  const show = (error: string | undefined) =>
    flushSync(() =>
      root.render(
        <MantineProvider env="test">
          <RichTextInput {...field} label="Text" error={error} aria-invalid={error ? true : undefined} />
        </MantineProvider>,
      ),
    );
  show(undefined);
  const input = await vi.waitFor(() => {
    const found = document.querySelector('input');
    expect(found).not.toBeNull();
    return found!;
  });
  expect(input.hasAttribute('aria-describedby')).toBe(false);
  show('Too long');
  expect(document.querySelector('[role="alert"]')?.textContent).toBe('Too long');
  expect(document.getElementById(input.getAttribute('aria-describedby')!)?.textContent).toBe('Too long');
  flushSync(() => root.unmount());
});
