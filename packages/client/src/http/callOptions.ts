export interface CallOptions {
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** An object goes as JSON, URLSearchParams as a form, bytes as they are. */
  body?: RequestInit['body'] | object;
  query?: Record<string, string>;
  headers?: Record<string, string>;
  /** Id of the person whom the call names instead of `Http.userId`; null for nobody. */
  as?: string | null | undefined;
  signal?: AbortSignal;
  /** ms within which an answer has to begin: a connection can be dead without a word. */
  beginsWithin?: number;
}

/** Sends to a path of the API and answers whatever comes, failures included. */
export type Send = (path: string, options: CallOptions) => Promise<Response>;
