import { describe, expect, it } from 'vitest';
import { layOut } from './mailLayout.ts';

describe('layOut', () => {
  it('shows markup literally', () => {
    const { html, text } = layOut({
      language: 'en',
      title: '<b>&',
      paragraphs: ['<img onerror=x>'],
      footer: '"',
    });
    expect(html).toContain('&lt;b&gt;&amp;');
    expect(html).not.toContain('<img');
    expect(text).toContain('<img onerror=x>');
  });
});
