/** What the page tells the overlay, as the interface names it. */
export interface OverlayOptions {
  /** Address of the service, http or https. */
  readonly apiUrl: string;
  readonly projectId: string;
  /** The project's key. Without it the project's id takes its place. */
  readonly apiKey?: string | null;
}

/** Checked options, in the form requests need. */
export interface OverlayConfig {
  /** Without a slash at the end. */
  readonly apiUrl: string;
  /** What public endpoints accept as project key: `apiKey` when given, else `projectId`. */
  readonly key: string;
}

/**
 * Checks options that a page wrote by hand.
 *
 * @returns the configuration, or a text that says what was found, what was expected and what to do.
 */
export function readOptions(options: unknown): OverlayConfig | string {
  if (!isRecord(options)) return problem('The configuration', options, 'an object { apiUrl, projectId, apiKey? }');
  const { apiUrl, projectId, apiKey } = options;
  const address = typeof apiUrl === 'string' ? httpAddress(apiUrl.trim()) : null;
  if (!address)
    return problem('apiUrl', apiUrl, 'the http(s) address of the service, such as "https://feedback.example.com"');
  if (!isFilled(projectId)) return problem('projectId', projectId, 'the id of the project, a text');
  const hasKey = apiKey !== undefined && apiKey !== null && apiKey !== '';
  if (hasKey && !isFilled(apiKey))
    return problem('apiKey', apiKey, 'the key of the project ("pk_…"), a text, or nothing');
  return { apiUrl: address, key: (isFilled(apiKey) ? apiKey : projectId).trim() };
}

/** True for anything with properties that can be read. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

function isFilled(value: unknown): value is string {
  return typeof value === 'string' && value.trim() !== '';
}

function httpAddress(value: string): string | null {
  try {
    const { protocol, origin, pathname } = new URL(value);
    return /^https?:$/.test(protocol) ? `${origin}${pathname}`.replace(/\/+$/, '') : null;
  } catch {
    return null;
  }
}

function problem(name: string, found: unknown, expected: string): string {
  const shown =
    found === undefined ? 'missing' : typeof found === 'string' ? `"${found.slice(0, 80)}"` : describe(found);
  return `${name} is ${shown}; expected ${expected}. Nothing is shown until it is corrected.`;
}

function describe(value: unknown): string {
  return Array.isArray(value) ? 'an array' : value === null ? 'null' : `of type ${typeof value}`;
}
