/** Returns the host of a URL as a connection takes it: an IPv6 address without the brackets that URLs put around it. */
export const urlHost = (url: URL): string => url.hostname.replace(/^\[|\]$/g, '');
