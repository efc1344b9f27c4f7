/** Messages for the browser's error codes of a failed navigation. */
const MESSAGES: [code: RegExp, words: (host: string) => string][] = [
  [/ERR_TOO_MANY_REDIRECTS/, () => 'The page redirects endlessly'],
  [/ERR_ABORTED/, () => 'The URL leads to a download or an empty response, not to a page'],
  [/ERR_UNSAFE_PORT/, () => 'The URL has a port that browsers block'],
  [/ERR_INVALID_AUTH_CREDENTIALS/, () => 'The page requires a user name and a password'],
  [/ERR_HTTP_RESPONSE_CODE_FAILURE/, () => 'The server responded with an error and no page'],
  [/ERR_CERT|ERR_SSL|ERR_BAD_SSL/, (host) => `${host} has no valid certificate or does not support TLS`],
  [/ERR_EMPTY_RESPONSE|ERR_CONNECTION/, (host) => `${host} closed the connection without a response`],
  [/ERR_RESPONSE_HEADERS_TOO_BIG/, (host) => `${host} sent a response head of more than 256 KiB`],
  [
    /ERR_RESPONSE_HEADERS/,
    (host) => `${host} sent contradictory or incomplete response headers, which browsers reject`,
  ],
  [/ERR_INVALID_RESPONSE|ERR_INVALID_HTTP/, (host) => `${host} sent a response that is not HTTP`],
  [
    /ERR_BLOCKED|ERR_UNKNOWN_URL_SCHEME|ERR_DISALLOWED|ERR_UNSAFE_REDIRECT/,
    () => 'The page leads to a URL that is not on the web',
  ],
  [/ERR_TUNNEL_CONNECTION_FAILED/, (host) => `${host} does not accept connections`],
];

/** Describes why a page could not be opened. */
export function describeNavigationError(error: unknown, url: string): string {
  const message = error instanceof Error ? error.message : String(error);
  const host = URL.parse(url)?.host;
  if (host === undefined) return invalidAddress(url);
  const known = MESSAGES.find(([code]) => code.test(message));
  if (known) return known[1](host);
  const code = /net::(ERR_\w+)/.exec(message)?.[1];
  return code ? `The page could not be opened (${code})` : 'The page could not be opened';
}

/** Describes an incomplete page. */
export function describeTruncation(url: string): string {
  const host = URL.parse(url)?.host;
  return host === undefined ? invalidAddress(url) : `${host} closed the connection before the end of the page`;
}

/** Browsers try to connect to invalid hosts. */
const invalidAddress = (url: string) => `The page leads to ${url.slice(0, 200)}, which is not a valid URL`;
