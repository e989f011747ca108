// @vitest-environment happy-dom
/** Text typed into a form whose thing somebody deletes meanwhile: it stays to be read and copied. */
import { MantineProvider } from '@mantine/core';
import type { ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { expect, it, vi } from 'vitest';
import { keepDraft, keptDraft } from '../../platform/draft/drafts.ts';
import { ProjectPanel } from '../../screens/projects/projectPanel.tsx';
import { LeftDraft } from './leftDraft.tsx';

vi.mock('../../features/project/queries.ts', () => ({
  useProject: () => undefined,
  useIsClosed: () => false,
}));

function show(node: ReactNode) {
  const element = document.body.appendChild(document.createElement('div'));
  const root = createRoot(element);
  flushSync(() => root.render(<MantineProvider>{node}</MantineProvider>));
  const press = (label: string) =>
    flushSync(() => {
      const buttons = [...document.querySelectorAll('button')];
      buttons.find(({ textContent }) => textContent === label)!.click();
    });
  return { element, press, end: () => flushSync(() => root.unmount()) };
}

const description = {
  type: 'doc',
  content: [{ type: 'paragraph', content: [{ type: 'text', text: 'Measure twice' }] }],
};

it('shows what was typed, without what was chosen, until it is discarded', async () => {
  const written: string[] = [];
  vi.stubGlobal('navigator', { clipboard: { writeText: async (text: string) => written.push(text) } });
  keepDraft('task a', { base: {}, values: { title: 'Roof ', description, leadId: 'ada', isOpen: true } });
  const { element, press, end } = show(
    <LeftDraft<{ title: string; description: unknown; leadId: string }>
      draft="task a"
      labelOf={(name) => `<${name}>`}
      omit={['leadId']}
    />,
  );
  const headings = [...element.querySelectorAll('h3')].map(({ textContent }) => textContent);
  expect(headings).toEqual(['<title>', '<description>']);
  press('Copy');
  expect(written).toEqual(['Roof\n\nMeasure twice']);
  press('Discard');
  expect(element.querySelector('section')).toBeNull();
  expect(keptDraft('task a')).toBeUndefined();
  end();
  vi.unstubAllGlobals();
});

it('stands in the panel of what is gone, without what was chosen there', () => {
  const values = { name: 'House on the hill', leadId: 'ada', customerId: 'grace', access: 'MEMBERS' };
  keepDraft('project p', { base: { name: 'House' }, values });
  const { end } = show(<ProjectPanel item="p" close={() => {}} />);
  const headings = [...document.querySelectorAll('h3')].map(({ textContent }) => textContent);
  expect(headings).toEqual(['Name']);
  expect(document.body.textContent).toContain('House on the hill');
  end();
});
