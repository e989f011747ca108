import { expect, it } from 'vitest';
import { isFrameEvent } from './protocol.ts';

it('takes only events that the frame may send', () => {
  expect(isFrameEvent({ type: 'ready' })).toBe(true);
  expect(isFrameEvent({ type: 'key', key: 'ArrowRight' })).toBe(true);
  expect(isFrameEvent({ type: 'key', key: 'Delete' })).toBe(false);
  expect(isFrameEvent({ type: 'open', url: 'https://evil.example' })).toBe(false);
  expect(isFrameEvent('ready')).toBe(false);
  expect(isFrameEvent(null)).toBe(false);
});
