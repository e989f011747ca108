// @vitest-environment happy-dom
/** The focus where one step of a page takes the place of another. */
import { useState } from 'react';
import { flushSync } from 'react-dom';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { useStepFocus } from './useStepFocus.ts';

let root: Root;
let go: (step: string) => void;

function Page() {
  const [step, setStep] = useState('first');
  go = (next) => flushSync(() => setStep(next));
  useStepFocus(step);
  return (
    <main tabIndex={-1}>
      <h1 key={step}>{step}</h1>
      <button key={`of ${step}`} type="button">
        On
      </button>
      {step === 'asks' && (
        // biome-ignore lint/a11y/noAutofocus: it is what the step puts it on
        <input autoFocus />
      )}
    </main>
  );
}

const focused = () => document.activeElement!;
/** Goes to a step as somebody does who pressed a button of the one before; effects have run then. */
const press = async (next: string) => {
  document.querySelector('button')!.focus();
  go(next);
  await new Promise((resolve) => setTimeout(resolve));
};

beforeEach(() => {
  root = createRoot(document.body.appendChild(document.createElement('div')));
  flushSync(() => root.render(<Page />));
});
afterEach(() => {
  flushSync(() => root.unmount());
  document.body.replaceChildren();
});

it('goes to the heading of a step that takes nothing else into focus', async () => {
  await press('second');
  expect([focused().localName, focused().textContent]).toEqual(['h1', 'second']);
});

it('stays with what a step puts it on', async () => {
  await press('asks');
  expect(focused().localName).toBe('input');
});

it('leaves a page as it was entered', async () => {
  document.querySelector('main')!.focus();
  go('first');
  await new Promise((resolve) => setTimeout(resolve));
  expect(focused().localName).toBe('main');
});
