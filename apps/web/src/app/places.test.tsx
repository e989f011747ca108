// @vitest-environment happy-dom
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, it, vi } from 'vitest';
import { type FramePlace, usePlaces } from './places.ts';

const actor = vi.hoisted(() => ({ role: 'EMPLOYEE' }));
vi.mock('../platform/workspace/actor.ts', () => ({ useActor: () => actor }));
vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);

it("offers every page of somebody's own wherever places are offered", () => {
  let offered: readonly FramePlace['key'][] = [];
  const Frame = () => {
    offered = usePlaces().map(({ key }) => key);
    return null;
  };
  const root = createRoot(document.createElement('div'));
  act(() => root.render(<Frame />));
  act(() => root.unmount());
  expect(offered).toEqual(expect.arrayContaining(['home', 'myTasks', 'time', 'notifications']));
  expect(offered).not.toContain('settings');
});
