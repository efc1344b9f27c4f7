import { type ClientRequestArgs, Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import type { Duplex } from 'node:stream';
import type { NetworkPolicy } from './address-policy.ts';
import type { Lookup } from './resolve-checked.ts';
import { resolveChecked } from './resolve-checked.ts';

export interface GuardOptions {
  policy: NetworkPolicy;
  lookup?: Lookup;
  /** Trusted certificate authorities instead of the system's, PEM. */
  ca?: string;
}

type Done = (error: Error | null, stream?: Duplex) => void;

/** Idle connections per host. */
const KEPT_PER_HOST = 64;
/** Lifetime of an idle connection, ms; short, because there are many hosts. */
const KEPT_MS = 30_000;

/**
 * Creates agents that dial checked addresses only: each connection resolves the name once, checks
 * every address and dials one of them. Host, SNI and certificate check still use the name.
 */
export function guardedAgents(options: GuardOptions): { http: HttpAgent; https: HttpsAgent } {
  const kept = {
    keepAlive: true,
    maxFreeSockets: KEPT_PER_HOST,
    timeout: KEPT_MS,
    lookup: lookupOf(options),
    ca: options.ca,
  };
  const http = new HttpAgent(kept);
  const https = new HttpsAgent(kept);
  for (const agent of [http, https] as Dialling[]) {
    const dial = agent.createConnection.bind(agent);
    agent.createConnection = (request, done) => dialChecked(options, request, dial, done);
  }
  return { http, https };
}

interface Dialling {
  createConnection(request: ClientRequestArgs, done: Done): Duplex | undefined;
}

/** Checks IP addresses in URLs, which Node dials without a lookup. */
function dialChecked(
  options: GuardOptions,
  request: ClientRequestArgs,
  dial: Dialling['createConnection'],
  done: Done,
): Duplex | undefined {
  const host = request.host ?? '';
  if (!isIP(host)) return dial(request, done);
  resolveChecked(host, options)
    .then(() => dial(request, () => undefined))
    .then(
      (stream) => done(null, stream),
      (error: Error) => done(error),
    );
  return undefined;
}

const lookupOf =
  (options: GuardOptions): LookupFunction =>
  (hostname, { all }, done) => {
    resolveChecked(hostname, options).then(
      (addresses) => {
        const [first] = addresses;
        if (all) done(null, addresses);
        else done(null, first?.address ?? '', first?.family);
      },
      (error: Error) => done(error, '', 0),
    );
  };
