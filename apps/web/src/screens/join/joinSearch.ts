interface JoinSearch {
  /** The id of the invitation that the page is about; the one of the link if there is none. */
  invitation?: string;
}

/** Reads which invitation the page is about. */
export const joinSearch = ({ invitation }: Record<string, unknown>): JoinSearch => ({
  ...(typeof invitation === 'string' && { invitation }),
});
