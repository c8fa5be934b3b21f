/** Matches the name of a header field (RFC 9110, section 5.1). */
export const isHeaderName = /^[!#$%&'*+.^_`|~0-9a-z-]+$/i;

/** Matches a value that is not empty: printable ASCII. */
export const isHeaderValue = /^[\t\x20-\x7e]+$/;
