/** A browser's worth of HTTP for tests: cookies are kept, redirects are not followed. */

export interface Answer<T = unknown> {
  status: number;
  headers: Headers;
  body: T;
}

export interface HttpClient {
  /** The server's. */
  url: string;
  cookies: Map<string, string>;
  /**
   * Calls the server: `json` is sent as JSON, `form` as a form; `body` of the answer is parsed where it is
   * JSON, else text.
   */
  call<T = Record<string, unknown>>(method: string, path: string, options?: CallOptions): Promise<Answer<T>>;
}

export interface CallOptions {
  json?: unknown;
  form?: Record<string, string>;
  headers?: Record<string, string>;
}

export function httpClient(url: string): HttpClient {
  const cookies = new Map<string, string>();
  return {
    url,
    cookies,
    call: async <T>(method: string, path: string, { json, form, headers }: CallOptions = {}) => {
      const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
      const answer = await fetch(url + path, {
        method,
        redirect: 'manual',
        headers: {
          ...(cookie && { cookie }),
          ...(json !== undefined && { 'content-type': 'application/json' }),
          ...headers,
        },
        body: json !== undefined ? JSON.stringify(json) : form ? new URLSearchParams(form) : null,
      });
      keep(cookies, answer.headers.getSetCookie());
      const text = await answer.text();
      const isJson = answer.headers.get('content-type')?.startsWith('application/json');
      return {
        status: answer.status,
        headers: answer.headers,
        body: (isJson ? JSON.parse(text) : text) as T,
      };
    },
  };
}

function keep(cookies: Map<string, string>, lines: string[]): void {
  for (const line of lines) {
    const [pair = '', ...attributes] = line.split('; ');
    const at = pair.indexOf('=');
    const [name, value] = [pair.slice(0, at), pair.slice(at + 1)];
    if (value === '' || attributes.includes('Max-Age=0')) cookies.delete(name);
    else cookies.set(name, value);
  }
}
