// @vitest-environment happy-dom
/** Pictures in what is pasted: taken, or said to be left. */
import type { EditorView } from '@tiptap/pm/view';
import { expect, it, vi } from 'vitest';
import { pasting } from './paste.ts';

const dot = 'data:image/png;base64,iVBORw0KGgo=';
const web = '<p>Plan</p><img src="https://firm.example/plan.png">';

/** Pastes, and returns how many pictures were taken, and how often it was said that some were left. */
function paste(html: string, text: string, files: File[] = []): [taken: number, left: number] {
  let taken = 0;
  const onLeft = vi.fn();
  const onPictures = (pictures: File[]) => {
    taken += pictures.length;
  };
  const { handlePaste } = pasting({ onPictures, onLeft }, () => undefined);
  const state = { selection: { $from: { parent: { type: { spec: {} } } } } };
  const data = { getData: (type: string) => (type === 'text/html' ? html : text), files };
  handlePaste({ state, isDestroyed: true } as unknown as EditorView, { clipboardData: data } as never);
  return [taken, onLeft.mock.calls.length];
}

it('says once that pictures of the web, or of a program, are left', () => {
  expect(paste(`${web}<img src="file:///C:/image001.png">`, 'Plan')).toEqual([0, 1]);
  expect(paste(`${web}<img src="${dot}">`, 'Plan')).toEqual([1, 1]);
});

it('says nothing where all are taken, or there are none', () => {
  expect(paste(`<p>Plan</p><img src="${dot}">`, 'Plan')).toEqual([1, 0]);
  expect(paste('<p>Plan</p>', 'Plan')).toEqual([0, 0]);
  const copied = new File(['dot'], 'image.png', { type: 'image/png' });
  expect(paste('<img src="https://firm.example/plan.png">', '', [copied])).toEqual([1, 0]);
});
