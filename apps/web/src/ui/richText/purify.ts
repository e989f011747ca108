/** Cleans pasted HTML in browsers without the HTML Sanitizer API; a module of its own, loaded with the first paste. */
import createPurify from 'dompurify';

/** Returns the body of a document in which nothing can run. */
export const purified = (html: string): HTMLElement =>
  createPurify(window).sanitize(html, {
    RETURN_DOM: true,
    USE_PROFILES: { html: true },
    FORBID_TAGS: ['style', 'form', 'input', 'button', 'img', 'audio', 'video', 'source'],
    ALLOW_DATA_ATTR: false,
  }) as HTMLElement;
