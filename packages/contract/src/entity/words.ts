/** Tells whether records of a noun are found by words: by those of a title, or of texts. */
export const hasWords = ({
  title,
  searched,
}: {
  title: readonly string[];
  searched: readonly string[];
}): boolean => title.length + searched.length > 0;
