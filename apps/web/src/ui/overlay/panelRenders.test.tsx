// @vitest-environment happy-dom
/** The renders that a slide-over causes as it opens. */
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { memo } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, it, vi } from 'vitest';
import { useOpenPanel, usePanel } from './panel.ts';

it('shows the slide-over to those who ask which it is, and leaves alone those who only open some', async () => {
  let renders = 0;
  const Opener = memo(function Opener() {
    const { open } = usePanel();
    renders++;
    return (
      <button type="button" onClick={() => open('task', 'x')}>
        open
      </button>
    );
  });
  const Shown = () => <p>{useOpenPanel().item}</p>;
  const page = () => (
    <>
      <Opener />
      <Shown />
    </>
  );
  const router = createRouter({
    routeTree: createRootRoute({ component: page }),
    history: createMemoryHistory({ initialEntries: ['/'] }),
  });
  const place = document.body.appendChild(document.createElement('div'));
  const root = createRoot(place);
  root.render(<RouterProvider router={router as never} />);
  await vi.waitFor(() => expect(place.querySelector('button')).not.toBeNull());
  const before = renders;
  place.querySelector('button')!.click();
  await vi.waitFor(() => expect(place.querySelector('p')!.textContent).toBe('x'));
  expect(renders).toBe(before);
  root.unmount();
});
