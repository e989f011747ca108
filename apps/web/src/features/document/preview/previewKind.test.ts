import { describe, expect, it } from 'vitest';
import { contentLimits } from '../../../contents/limits.ts';
import { isPlaylist, maxPreviewBytes, previewOf } from './previewKind.ts';

describe('the preview', () => {
  it.each([
    ['image/png', 'image'],
    ['application/pdf', 'pdf'],
    ['text/plain; charset=utf-8', 'text'],
    ['AUDIO/MPEG', 'sound'],
    ['video/mp4', 'film'],
    ['image/x-tiff', 'image'],
    ['image/heic', 'image'],
  ])('shows %s as %s', (mimeType, kind) =>
    expect(previewOf({ name: 'a', mimeType })).toMatchObject({ kind }),
  );

  it.each([
    ['text/html', 'a'],
    ['image/svg+xml', 'a'],
    ['application/xhtml+xml', 'a'],
    ['application/json', 'a'],
    ['application/javascript', 'a'],
    ['video/mp2t', 'main.ts'],
    ['image/png', 'page.HTML'],
    ['', 'docker.yml'],
  ])('shows %s (%s) as text, whatever runs elsewhere', (mimeType, name) =>
    expect(previewOf({ name, mimeType })).toEqual({ kind: 'text', mimeType: 'text/plain' }),
  );

  it.each(['application/x-msdownload', 'video/mp2t', 'application/octet-stream', '', 'constructor'])(
    'leaves %s to the download',
    (mimeType) => expect(previewOf({ name: 'a', mimeType })).toBe('onlyDownload'),
  );

  it("gives the frame a type of its own list, never the uploader's text", () =>
    expect(previewOf({ name: 'a', mimeType: 'image/JPG; x="<script>"' })).toEqual({
      kind: 'image',
      mimeType: 'image/jpeg',
    }));

  const letter = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';
  it.each([
    ['application/pdf', maxPreviewBytes, 'pdf'],
    [letter, contentLimits.fileBytes, 'words'],
  ])('opens no %s that is too large for memory, and says so', (mimeType, size, kind) => {
    expect(previewOf({ name: 'a', mimeType, size })).toMatchObject({ kind });
    expect(previewOf({ name: 'a', mimeType, size: size + 1 })).toBe('tooLarge');
  });

  it('calls nothing too large that is not shown at any size', () =>
    expect(previewOf({ name: 'a.exe', mimeType: 'application/x-msdownload', size: 2 ** 31 })).toBe(
      'onlyDownload',
    ));

  it('plays sound and film of any size', () =>
    expect(previewOf({ name: 'a', mimeType: 'video/mp4', size: 10 * 2 ** 30 })).toEqual({
      kind: 'film',
      mimeType: 'video/mp4',
    }));

  it.each([
    ['#EXTM3U\nhttps://evil.example/1.ts', true],
    ['\uFEFF \n#EXTM3U', true],
    ['RIFF\u0000\u0000WAVE', false],
    ['', false],
  ])('tells lists of addresses from what can be played: %j', (text, is) =>
    expect(isPlaylist(new TextEncoder().encode(text))).toBe(is),
  );
});
