import { describe, expect, it } from 'vitest';
import { answerMedia } from '../../../../public/mediaAnswers.js';
import { contentLimits } from '../../../contents/limits.ts';
import { mimeTypeOf } from '../fileType.ts';
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
    ['application/vnd.oasis.opendocument.spreadsheet', 'ods'],
    ['application/vnd.oasis.opendocument.text', 'odf'],
    ['application/vnd.oasis.opendocument.presentation', 'odf'],
    ['application/vnd.openxmlformats-officedocument.presentationml.presentation', 'pptx'],
    ['message/rfc822', 'eml'],
  ])('shows %s as %s', (mimeType, kind) =>
    expect(previewOf({ name: 'a', mimeType })).toMatchObject({ kind }),
  );

  it.each([
    ['Song.flac', '', 'audio/flac', 'sound'],
    ['Song.flac', 'audio/x-flac', 'audio/flac', 'sound'],
    ['Memo.opus', '', 'audio/ogg', 'sound'],
    ['Memo.opus', 'audio/opus', 'audio/ogg', 'sound'],
    ['Memo.oga', 'application/ogg', 'audio/ogg', 'sound'],
    ['Radio.aac', '', 'audio/aac', 'sound'],
    ['Radio.aac', 'audio/vnd.dlna.adts', 'audio/aac', 'sound'],
    ['Radio.aac', 'audio/x-aac', 'audio/aac', 'sound'],
    ['Voice.m4a', 'audio/x-m4a', 'audio/mp4', 'sound'],
    ['Voice.m4a', 'audio/m4a', 'audio/mp4', 'sound'],
    ['Voice.webm', 'audio/webm', 'audio/webm', 'sound'],
    ['Voice.weba', '', 'audio/webm', 'sound'],
    ['Film.m4v', '', 'video/mp4', 'film'],
    ['Film.m4v', 'video/x-m4v', 'video/mp4', 'film'],
  ])('plays %s, which the browser calls %j, as %s', async (name, type, mimeType, kind) => {
    expect(previewOf({ name, mimeType: mimeTypeOf({ name, type }) })).toEqual({ kind, mimeType });
    // The service worker, which knows no other types than these.
    const request = {
      method: 'GET',
      destination: 'audio' as const,
      url: 'https://kontor.example/media/a',
      headers: new Headers(),
    };
    const answer = await answerMedia(request, async () => ({ size: 0, mimeType }));
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, mimeType]);
  });

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
    (mimeType) => expect(previewOf({ name: 'a', mimeType })).toEqual({ why: 'onlyDownload', most: 0 }),
  );

  it("gives the frame a type of its own list, never the uploader's text", () =>
    expect(previewOf({ name: 'a', mimeType: 'image/JPG; x="<script>"' })).toEqual({
      kind: 'image',
      mimeType: 'image/jpeg',
    }));

  const letter = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';
  it.each([
    ['application/pdf', maxPreviewBytes, 'pdf'],
    [letter, contentLimits.fileBytes, 'docx'],
  ])('opens no %s that is too large for memory, and says so', (mimeType, size, kind) => {
    expect(previewOf({ name: 'a', mimeType, size })).toMatchObject({ kind });
    expect(previewOf({ name: 'a', mimeType, size: size + 1 })).toEqual({ why: 'tooLarge', most: size });
  });

  it('calls nothing too large that is not shown at any size', () =>
    expect(previewOf({ name: 'a.exe', mimeType: 'application/x-msdownload', size: 2 ** 31 })).toEqual({
      why: 'onlyDownload',
      most: 0,
    }));

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
