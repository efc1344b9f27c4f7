import type { Messages } from '../i18n/messages.ts';
import { isRecord } from '../service/json.ts';

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
  /** The project's key; the project's id by default. */
  readonly apiKey?: string | null;
  /** Makes the visitor a member, who can reply, change statuses and move comments. */
  readonly accessToken?: AccessToken | null;
  /** Language tag such as `de`; by default the page's language, else the browser's. */
  readonly language?: string | null;
  /** Replaces messages, by name. */
  readonly words?: Partial<Messages> | null;
  /** `auto` by default: the visitor's system preference. */
  readonly theme?: 'auto' | 'light' | 'dark' | null;
  /** False removes the floating button; the page calls `open()` instead. */
  readonly launcher?: boolean | null;
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
  /** Project key for the public endpoints: `apiKey` if present, else `projectId`. */
  readonly key: string;
  readonly accessToken: AccessToken | null;
  readonly language: string | undefined;
  readonly words: Partial<Messages>;
  readonly theme: 'auto' | 'light' | 'dark';
  readonly launcher: boolean;
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
  if (!isRecord(options)) return problem('The configuration', options, 'an object { apiUrl, projectId, apiKey? }');
  const { apiUrl, projectId } = options;
  const address = typeof apiUrl === 'string' ? httpAddress(apiUrl.trim()) : null;
  if (!address) return problem('apiUrl', apiUrl, 'the address of the service, such as "https://x.example"');
  if (!isFilled(projectId)) return problem('projectId', projectId, 'the id of the project, a text');
  const given = (name: string) => (options[name] === null || options[name] === '' ? undefined : options[name]);
  for (const [name, { accepts, expected }] of Object.entries(OPTIONAL)) {
    if (given(name) !== undefined && !accepts(given(name))) return problem(name, options[name], expected);
  }
  const isOn = (name: string) => given(name) !== false;
  return {
    apiUrl: address,
    projectId: projectId.trim(),
    key: String(given('apiKey') ?? projectId).trim(),
    accessToken: (given('accessToken') as AccessToken | undefined) ?? null,
    language: given('language') as string | undefined,
    words: (given('words') as Partial<Messages> | undefined) ?? {},
    theme: (given('theme') as OverlayConfig['theme'] | undefined) ?? 'auto',
    launcher: isOn('launcher'),
    collectConsole: isOn('collectConsole'),
    collectRequests: isOn('collectRequests'),
    pictures: isOn('pictures'),
  };
}

interface Rule {
  accepts(value: unknown): boolean;
  /** Completes "expected …" in the warning. */
  readonly expected: string;
}

const SWITCH: Rule = { accepts: (value) => typeof value === 'boolean', expected: 'true or false' };
const OPTIONAL: Readonly<Record<string, Rule>> = {
  // The source of a page is public, so that it must not contain an access token for programs.
  apiKey: {
    accepts: (value) => isFilled(value) && !value.includes('pbt_'),
    expected: 'the key of the project',
  },
  accessToken: {
    accepts: (value) => typeof value === 'function' || isFilled(value),
    expected: 'an access token or a function',
  },
  language: { accepts: isFilled, expected: 'a language such as "de"' },
  words: {
    accepts: (value) => isRecord(value) && Object.values(value).every((word) => typeof word === 'string'),
    expected: 'an object of texts',
  },
  theme: { accepts: (value) => /^(auto|light|dark)$/.test(String(value)), expected: '"auto", "light" or "dark"' },
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

function problem(name: string, found: unknown, expected: string): string {
  const shown =
    found === undefined ? 'missing' : typeof found === 'string' ? `"${found.slice(0, 80)}"` : `of type ${typeof found}`;
  return `${name} is ${shown}; expected ${expected}. Nothing is shown until then.`;
}

/**
 * Reports a mistake in the page's setup to its developer. The overlay writes nothing else to the
 * console.
 */
export function warn(message: string): void {
  // biome-ignore lint/suspicious/noConsole: the only channel to the developer of the page
  console.warn(`[svc-overlay] ${message}`);
}
