/** The query of a folder's address. */
export interface DocumentSearch {
  /** The file in the preview. */
  file?: string;
}

export const documentSearch = (search: Record<string, unknown>): DocumentSearch =>
  typeof search.file === 'string' && search.file ? { file: search.file } : {};
