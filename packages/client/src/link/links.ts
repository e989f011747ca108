/** Links as those who work here make and watch them. */
import type { LinkUse } from '@kontor/contract/wire/link';

/** The terms that its maker sets for a link. */
export interface LinkTerms {
  /** ms, a year ahead at most. */
  expiresAt: number;
  /** The most fetches; 0: as many as people like. */
  maxDownloads: number;
  password?: string | undefined;
  /** Names of the workspace and of the maker, for its page; empty for none. */
  from: string;
  by: string;
}

export interface Links {
  /**
   * Makes a link to a file or a folder as it is now. Resolves with its id once the server has it.
   * @throws TooManyFilesError; LinkRefusedError with the server's code; what the transport throws
   */
  make(documentId: string, terms: LinkTerms): Promise<string>;
  /** Returns how often links were fetched, those that were. @throws CallError */
  uses(): Promise<LinkUse[]>;
}

/** The list of files is longer than a link can hold. */
export class TooManyFilesError extends Error {
  override readonly name = 'TooManyFilesError';
  /** The files and folders like these that it could hold, in round figures. */
  readonly most: number;
  constructor(most: number) {
    super();
    this.most = most;
  }
}

/** The server did not take the link. */
export class LinkRefusedError extends Error {
  override readonly name = 'LinkRefusedError';
  readonly code: string;
  constructor(code: string) {
    super(code);
    this.code = code;
  }
}
