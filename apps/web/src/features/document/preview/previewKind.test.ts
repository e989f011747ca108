import { describe, expect, it } from 'vitest';
import { maxPreviewBytes, previewOf } from './previewKind.ts';

describe('the preview', () => {
  it.each([
    ['image/png', 'image'],
    ['application/pdf', 'pdf'],
    ['text/plain; charset=utf-8', 'text'],
    ['AUDIO/MPEG', 'sound'],
    ['video/mp4', 'film'],
  ])('shows %s as %s', (mimeType, kind) => expect(previewOf({ mimeType })?.kind).toBe(kind));

  it.each([
    'text/html',
    'image/svg+xml',
    'application/xhtml+xml',
    'text/xml',
    'application/javascript',
    '',
    'constructor',
  ])('leaves %s to the download', (mimeType) => expect(previewOf({ mimeType })).toBeUndefined());

  it("gives the frame a type of its own list, never the uploader's text", () =>
    expect(previewOf({ mimeType: 'image/JPG; x="<script>"' })).toEqual({
      kind: 'image',
      mimeType: 'image/jpeg',
    }));

  it('does not open what is too large for memory', () => {
    expect(previewOf({ mimeType: 'video/mp4', size: maxPreviewBytes })).toBeDefined();
    expect(previewOf({ mimeType: 'video/mp4', size: maxPreviewBytes + 1 })).toBeUndefined();
  });
});
