export interface CallOptions {
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** An object goes as JSON, URLSearchParams as a form, bytes as they are. */
  body?: RequestInit['body'] | object;
  query?: Record<string, string>;
  headers?: Record<string, string>;
  signal?: AbortSignal;
}

/** Sends to a path of the API and answers whatever comes, failures included. */
export type Send = (path: string, options: CallOptions) => Promise<Response>;
