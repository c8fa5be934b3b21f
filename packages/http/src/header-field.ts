/** Matches a token, such as the name of a header field or a method (RFC 9110, section 5.6.2). */
export const tokenPattern = /^[\w!#$%&'*+.^`|~-]+$/;

/** Matches a header value that is not empty and consists of printable ASCII characters, spaces and tabs. */
export const headerValuePattern = /^[\t\x20-\x7e]+$/;
