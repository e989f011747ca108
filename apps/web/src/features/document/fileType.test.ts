import { describe, expect, it } from 'vitest';
import { extensionOf, fileIconOf, fileTypeOf, fileTypes, mimeTypeOf } from './fileType.ts';

describe('the type of a file', () => {
  it.each([
    ['application/pdf', 'pdf'],
    ['text/csv', 'csv'],
    ['application/json', 'json'],
    ['text/plain; charset=utf-8', 'text'],
    ['image/png', 'png'],
    ['IMAGE/JPEG', 'jpg'],
    ['image/gif', 'gif'],
    ['image/x-ms-bmp', 'bmp'],
    ['audio/mpeg', 'mp3'],
    ['video/mpeg', 'unknown'],
    ['audio/x-wav', 'wav'],
    ['video/mp4', 'mp4'],
    ['audio/mp4', 'unknown'],
    ['video/quicktime', 'mov'],
    ['application/msword', 'doc'],
    ['application/vnd.openxmlformats-officedocument.wordprocessingml.document', 'docx'],
    ['application/vnd.ms-powerpoint', 'ppt'],
    ['application/vnd.openxmlformats-officedocument.presentationml.presentation', 'pptx'],
    ['application/vnd.ms-excel', 'xls'],
    ['application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', 'xlsx'],
    ['image/vnd.adobe.photoshop', 'psd'],
    ['application/x-zip-compressed', 'zip'],
    ['application/vnd.rar', 'rar'],
    ['image/svg+xml', 'unknown'],
    ['text/html', 'unknown'],
    ['', 'unknown'],
    [undefined, 'unknown'],
    ['constructor', 'unknown'],
    ['x/constructor', 'unknown'],
  ])('%s is %s', (mime, type) => expect(fileTypeOf(mime)).toBe(type));

  it('has all 24 categories of the list', () => expect(Object.keys(fileTypes)).toHaveLength(24));

  it.each([
    ['Haus A.dwg', 'DWG', 'drawing'],
    ['modell.IFC', 'IFC', 'drawing'],
    ['IMG_1234.heic', 'HEIC', 'image'],
    ['Angebot.odt', 'ODT', 'document'],
    ['Anfrage.msg', 'MSG', 'mail'],
    ['build.yml', 'YML', 'code'],
    ['logo.svg', 'SVG', 'image'],
    ['daten.xyz', 'XYZ', 'file'],
    ['Makefile', undefined, 'file'],
    ['.profile', undefined, 'file'],
    ['Besprechung mit Dr. Lind', undefined, 'file'],
  ])('of no category, %j is a file %s with the sign of a %s', (name, extension, icon) => {
    expect(extensionOf(name)).toBe(extension);
    expect(fileIconOf('unknown', name).icon).toBe(icon);
    expect(fileIconOf('pdf', name).icon).toBe('pdf');
  });

  it.each([
    ['a.tar.RAR', '', 'application/vnd.rar'],
    ['a.pdf', 'text/plain', 'application/pdf'],
    ['hours.csv', 'application/vnd.ms-excel', 'text/csv'],
    ['letter.eml', '', 'message/rfc822'],
    ['a.odt', '', 'application/vnd.oasis.opendocument.text'],
    ['a.ods', '', 'application/vnd.oasis.opendocument.spreadsheet'],
    ['a.odp', '', 'application/vnd.oasis.opendocument.presentation'],
    ['main.ts', 'video/mp2t', 'text/x-ts'],
    ['voice.webm', 'audio/webm', 'audio/webm'],
    ['film.webm', '', 'video/webm'],
    ['plan.dwg', 'image/vnd.dwg', 'image/vnd.dwg'],
    ['Makefile', '', 'application/octet-stream'],
    ['.constructor', '', 'application/octet-stream'],
  ])('of %s, which the browser calls %j, is %s', (name, type, mime) =>
    expect(mimeTypeOf({ name, type })).toBe(mime),
  );
});
