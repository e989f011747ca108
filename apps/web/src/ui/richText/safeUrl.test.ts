import { describe, expect, it } from 'vitest';
import { completeUrl, safeUrl } from './safeUrl.ts';

describe('links', () => {
  it.each(['http://a.example/x', 'https://a.example/', 'mailto:ada@kontor.example'])('follow %s', (url) =>
    expect(safeUrl(url)).toBe(url),
  );

  it.each([
    'javascript:alert(1)',
    ' java\nscript:alert(1)',
    'JAVASCRIPT:alert(1)',
    'data:text/html,<script>1</script>',
    'vbscript:x',
    'file:///etc/passwd',
    'blob:https://a.example/1',
    '/projects',
    '//evil.example',
    '',
    undefined,
    { href: 'https://a.example' },
  ])('do not follow %s', (url) => expect(safeUrl(url)).toBeUndefined());

  it('complete what people type', () => {
    expect(completeUrl('kontor.example/a')).toBe('https://kontor.example/a');
    expect(completeUrl('ada@kontor.example')).toBe('mailto:ada@kontor.example');
    expect(completeUrl('http://kontor.example/')).toBe('http://kontor.example/');
    expect(completeUrl('javascript:alert(1)')).toBeUndefined();
    expect(completeUrl('just words')).toBeUndefined();
  });

  it('are looked at once however long what was pasted is', () => {
    for (const end of [' x', ':']) expect(completeUrl(`${'a.'.repeat(500_000)}${end}`)).toBeUndefined();
    expect(completeUrl(`a@${'a.'.repeat(500_000)}:`)).toBeUndefined();
  });
});
