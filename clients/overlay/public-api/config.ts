import { isRecord } from '../../shared/json.ts';
import type { MessageOverrides } from '../i18n/messages.ts';

/**
 * Access token of a member, or a function that returns one, called before each request that needs
 * it.
 */
export type AccessToken = string | (() => string | null | Promise<string | null>);

/** Options as pages write them. */
export interface OverlayOptions {
  /** Address of the service, http or https. */
  readonly apiUrl: string;
  readonly projectId: string;
  /**
   * The project's key; the project's id by default. An access token of a member counts as
   * `accessToken`.
   */
  readonly apiKey?: string | null;
  /** Makes the visitor a member: opens the panel without a log-in, and names the author. */
  readonly accessToken?: AccessToken | null;
  /** Language tag such as `de`; by default the page's language, else the browser's. */
  readonly language?: string | null;
  /** Replaces messages, by name. */
  readonly words?: MessageOverrides | null;
  /** `auto` by default: the visitor's system preference. */
  readonly theme?: 'auto' | 'light' | 'dark' | null;
  /** False removes the floating button; the page calls `open()` instead. */
  readonly launcher?: boolean | null;
  /** Key that starts a comment outside of fields; `c` by default. False disables it. */
  readonly shortcut?: string | false | null;
  /**
   * Visitors who see the overlay: `everyone`, those whose address has the parameter `pinbound`,
   * until they close the tab, or members, for whom `accessToken` returns a value.
   */
  readonly audience?: 'everyone' | 'parameter' | 'members' | null;
  /** False disables recording of the console. */
  readonly collectConsole?: boolean | null;
  /** False disables recording of failed requests. */
  readonly collectRequests?: boolean | null;
  /** False disables pictures of the page. */
  readonly pictures?: boolean | null;
}

/** Validated options with defaults. */
export interface OverlayConfig {
  /** Without a trailing slash. */
  readonly apiUrl: string;
  readonly projectId: string;
  /** Project key for the public endpoints: that of `apiKey` if present, else `projectId`. */
  readonly key: string;
  readonly accessToken: AccessToken | null;
  readonly language: string | null;
  readonly words: MessageOverrides;
  readonly theme: 'auto' | 'light' | 'dark';
  readonly launcher: boolean;
  readonly shortcut: string | false;
  readonly audience: 'everyone' | 'parameter' | 'members';
  readonly collectConsole: boolean;
  readonly collectRequests: boolean;
  readonly pictures: boolean;
}

/**
 * Validates options that a page wrote by hand.
 *
 * @returns the configuration, or a message with the value that was found and the expected one.
 */
export function readOptions(options: unknown): OverlayConfig | string {
  if (!isRecord(options)) return problem('The configuration', options, 'an object');
  const { apiUrl, projectId } = options;
  const address = typeof apiUrl === 'string' ? httpAddress(apiUrl.trim()) : null;
  if (!address) return problem('apiUrl', apiUrl, 'an http address');
  if (!isFilled(projectId)) return problem('projectId', projectId, 'the id of the project');
  const values: Record<string, unknown> = {};
  for (const [name, [preset, accepts, expected]] of Object.entries(OPTIONAL)) {
    const value = options[name] === '' ? null : (options[name] ?? null);
    if (value !== null && !accepts(value)) return problem(name, value, expected);
    values[name] = value ?? preset;
  }
  const id = projectId.trim();
  let key = String(values.apiKey ?? id).trim();
  // The access token of a member: JSON in base64url.
  if (/^eyJ/.test(key)) {
    values.accessToken ??= key;
    key = id;
  }
  return { ...values, apiUrl: address, projectId: id, key } as Omit<OverlayConfig, keyof Presets> & Presets;
}

/** Options of {@link OPTIONAL}, which their tests have checked. */
type Presets = Omit<OverlayConfig, 'apiUrl' | 'projectId' | 'key'>;

/** Value of an option that is not given, a test of given ones, and what the warning expects. */
type Rule = readonly [preset: unknown, accepts: (value: unknown) => boolean, expected: string];

const oneOf = (...values: string[]): Rule => [
  values[0],
  (value) => values.includes(String(value)),
  `one of ${values.join(', ')}`,
];
const SWITCH: Rule = [true, (value) => typeof value === 'boolean', 'true or false'];
const OPTIONAL: Readonly<Record<string, Rule>> = {
  // The source of a page is public, so that it must not contain an access token for programs.
  apiKey: [null, (value) => isFilled(value) && !value.includes('pbt_'), 'the key of the project'],
  accessToken: [null, (value) => typeof value === 'function' || isFilled(value), 'an access token or a function'],
  language: [null, isFilled, 'a language tag'],
  words: [
    {},
    (value) => isRecord(value) && Object.values(value).every((word) => typeof word === 'string'),
    'an object of texts',
  ],
  theme: oneOf('auto', 'light', 'dark'),
  audience: oneOf('everyone', 'parameter', 'members'),
  shortcut: ['c', (value) => value === false || isFilled(value), 'a key such as "c", or false'],
  launcher: SWITCH,
  collectConsole: SWITCH,
  collectRequests: SWITCH,
  pictures: SWITCH,
};

function isFilled(value: unknown): value is string {
  return typeof value === 'string' && /\S/.test(value);
}

function httpAddress(value: string): string | null {
  try {
    const { protocol, origin, pathname } = new URL(value);
    return /^https?:$/.test(protocol) ? `${origin}${pathname}`.replace(/\/+$/, '') : null;
  } catch {
    return null;
  }
}

export function problem(name: string, found: unknown, expected: string): string {
  const shown =
    found === undefined ? 'missing' : typeof found === 'string' ? `"${found.slice(0, 80)}"` : `of type ${typeof found}`;
  return `${name} is ${shown}; expected ${expected}.`;
}

/**
 * Reports a mistake in the page's setup to its developer. The overlay writes nothing else to the
 * console.
 */
export function warn(message: string): void {
  // biome-ignore lint/suspicious/noConsole: the only channel to the developer of the page
  console.warn(`[svc-overlay] ${message}`);
}
