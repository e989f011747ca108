/** Tells whether a request carries a part of a file, up or down. */
export const isPart = (url: URL): boolean => url.searchParams.has('X-Amz-Signature');
