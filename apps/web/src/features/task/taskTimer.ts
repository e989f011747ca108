import { type ComponentType, createContext } from 'react';

/** The button that starts and stops the timer on a task; the frame gives it, and without one there is none. */
export const TaskTimer = createContext<ComponentType<{ taskId: string; title: string }> | undefined>(
  undefined,
);
