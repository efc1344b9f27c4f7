/** What the browser's own names for a failed navigation mean, for people. */
const WORDS: [code: RegExp, words: (host: string) => string][] = [
  [/ERR_TOO_MANY_REDIRECTS/, () => 'The page redirects without end'],
  [/ERR_ABORTED/, () => 'The address gives a download or nothing at all, not a page'],
  [/ERR_UNSAFE_PORT/, () => 'The address has a port that browsers do not speak to'],
  [/ERR_INVALID_AUTH_CREDENTIALS/, () => 'The page asks for a user name and a password'],
  [/ERR_HTTP_RESPONSE_CODE_FAILURE/, () => 'The server answered with an error and no page'],
  [/ERR_CERT|ERR_SSL|ERR_BAD_SSL/, (host) => `The certificate of ${host} is not valid, or it does not speak TLS`],
  [/ERR_EMPTY_RESPONSE|ERR_CONNECTION/, (host) => `${host} ended the connection without an answer`],
  [
    /ERR_INVALID_RESPONSE|ERR_INVALID_HTTP|ERR_RESPONSE_HEADERS/,
    (host) => `${host} answered with something that is not HTTP`,
  ],
  [
    /ERR_BLOCKED|ERR_UNKNOWN_URL_SCHEME|ERR_DISALLOWED|ERR_UNSAFE_REDIRECT/,
    () => 'The page leads to an address that is not on the web',
  ],
  [/ERR_TUNNEL_CONNECTION_FAILED/, (host) => `${host} takes no connection`],
];

/** Why a page could not be opened. */
export function navigationWords(error: unknown, url: string): string {
  const message = error instanceof Error ? error.message : String(error);
  const host = URL.parse(url)?.host;
  if (host === undefined) return noAddress(url);
  const known = WORDS.find(([code]) => code.test(message));
  if (known) return known[1](host);
  const code = /net::(ERR_\w+)/.exec(message)?.[1];
  return code ? `The page could not be opened (${code})` : 'The page could not be opened';
}

/** Of a page that ended before its end. */
export function brokenWords(url: string): string {
  const host = URL.parse(url)?.host;
  return host === undefined ? noAddress(url) : `${host} ended the connection before the end of the page`;
}

/** Browsers try hosts that are none. */
const noAddress = (url: string) => `The page leads to ${url.slice(0, 200)}, which is no address`;
