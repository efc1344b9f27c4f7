import type { PageRecord } from '../../../infrastructure/capture/page-record.ts';

/** Reasons why the scripts of the service would not work on a page, in the order of a report. */
export const SCRIPT_OBSTACLES = ['script_source', 'script_nonce', 'connections', 'panel', 'sandbox', 'frame'] as const;

export type ScriptObstacle = (typeof SCRIPT_OBSTACLES)[number];

interface Addresses {
  /** URL of the page. */
  page: string;
  /** Origin that serves the scripts. */
  scripts: string;
  /** Origin of the API. */
  api: string;
}

/** Part of the window that a frame covers when it is taken for the page itself. */
const COVERED = 0.6;

/**
 * Obstacles that the captured page has for the scripts of the service. Unknown, hence none, for
 * records without policies.
 *
 * @param viewport size of the window, CSS pixels
 */
export function scriptObstacles(
  { policies = [], elements, finalUrl }: Pick<PageRecord, 'policies' | 'elements' | 'finalUrl'>,
  viewport: { width: number; height: number },
  addresses: Omit<Addresses, 'page'>,
): ScriptObstacle[] {
  const isInFrame = elements.some(
    ({ tag, box: [, , width, height] }) =>
      /^i?frame$/.test(tag) && width * height >= COVERED * viewport.width * viewport.height,
  );
  return [...policyObstacles(policies, { ...addresses, page: finalUrl }), ...(isInFrame ? (['frame'] as const) : [])];
}

/**
 * Obstacles in the content security policies of a page: a source must be permitted by all of them.
 *
 * @param policies values of headers and meta elements; a header may have several, separated by
 *   commas or line breaks
 */
export function policyObstacles(policies: readonly string[], { page, scripts, api }: Addresses): ScriptObstacle[] {
  const found = new Set<ScriptObstacle>();
  for (const policy of policies.flatMap((value) => value.split(/[,\n]/)).map(directivesOf)) {
    const script = policy.get('script-src-elem') ?? policy.get('script-src') ?? policy.get('default-src');
    if (script && !permitsScript(script, scripts, page))
      found.add(isByNonce(script) ? 'script_nonce' : 'script_source');
    const connect = policy.get('connect-src') ?? policy.get('default-src');
    if (connect && !permits(connect, api, page)) found.add('connections');
    const frame = policy.get('frame-src') ?? policy.get('child-src') ?? policy.get('default-src');
    if (frame && !permits(frame, api, page)) found.add('panel');
    const sandbox = policy.get('sandbox');
    if (sandbox && !(sandbox.includes('allow-scripts') && sandbox.includes('allow-same-origin'))) found.add('sandbox');
  }
  return SCRIPT_OBSTACLES.filter((obstacle) => found.has(obstacle));
}

/** Directives of a policy by their names; the first one of a name counts. */
function directivesOf(policy: string): Map<string, string[]> {
  const directives = new Map<string, string[]>();
  for (const directive of policy.split(';')) {
    const [name, ...values] = directive.trim().toLowerCase().split(/\s+/);
    if (name && !directives.has(name)) directives.set(name, values);
  }
  return directives;
}

/** Whether scripts need a nonce or a hash, which the site adds to the element of the script. */
const isByNonce = (sources: readonly string[]): boolean =>
  sources.some((source) => /^'(nonce|sha256|sha384|sha512)-/.test(source));

/** With 'strict-dynamic', sources of hosts have no effect. */
const permitsScript = (sources: readonly string[], origin: string, page: string): boolean =>
  !sources.includes("'strict-dynamic'") && permits(sources, origin, page);

const permits = (sources: readonly string[], origin: string, page: string): boolean =>
  sources.some((source) => matches(source, new URL(origin), new URL(page)));

const DEFAULT_PORTS: Record<string, string> = { 'http:': '80', 'https:': '443' };
const portOf = ({ protocol, port }: URL): string => port || (DEFAULT_PORTS[protocol] ?? '');

/** Whether a source expression matches an origin. */
function matches(source: string, origin: URL, page: URL): boolean {
  if (source === '*') return true;
  if (source === "'self'") return origin.origin === page.origin;
  if (/^[a-z][a-z\d+.-]*:$/.test(source)) return isSchemeMatch(source, origin.protocol);
  const [, scheme = page.protocol, host = '', port] =
    /^(?:([a-z][a-z\d+.-]*:)\/\/)?(\*|[^\s:/']+)(?::(\d+|\*))?(?:\/\S*)?$/.exec(source) ?? [];
  if (host === '' || !isSchemeMatch(scheme, origin.protocol)) return false;
  const isHost =
    host === '*' || (host.startsWith('*.') ? origin.hostname.endsWith(host.slice(1)) : origin.hostname === host);
  return isHost && (port === '*' || (port ?? DEFAULT_PORTS[origin.protocol]) === portOf(origin));
}

/** A source of http also matches https. */
const isSchemeMatch = (scheme: string, protocol: string): boolean =>
  scheme === protocol || (scheme === 'http:' && protocol === 'https:');
