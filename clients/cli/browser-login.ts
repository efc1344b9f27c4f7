import { createHash, randomBytes } from 'node:crypto';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { requestOf, requestTokens, resourceOf, type Tokens } from './oauth.ts';
import { ServiceError, type World } from './world.ts';

/** Time to log in and to decide, ms: as long as the service keeps the request. */
const DECISION_MS = 30 * 60_000;
const CALLBACK = '/callback';

const random = (): string => randomBytes(32).toString('base64url');

/**
 * Lets the member decide in a browser on this machine, which returns to a port of it with a code.
 *
 * @param show prints the address for the person
 * @throws ServiceError
 */
export async function loginByBrowser(url: string, world: World, show: (address: string) => void): Promise<Tokens> {
  const [state, verifier] = [random(), random()];
  // Other commands start faster without these modules.
  const { createServer } = await import('node:http');
  const server = createServer();
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(0, '127.0.0.1', resolve));
  try {
    const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
    const redirectUri = `http://${host}${CALLBACK}`;
    const parameters = new URLSearchParams([
      ...requestOf(url),
      ['response_type', 'code'],
      ['redirect_uri', redirectUri],
      ['state', state],
      ['code_challenge', createHash('sha256').update(verifier).digest('base64url')],
      ['code_challenge_method', 'S256'],
    ]);
    const code = waitForCode(server, { host, state, issuer: url });
    const address = `${url}/oauth/authorize?${parameters}`;
    show(address);
    await (world.openBrowser ?? openBrowser)(address);
    return await requestTokens(url, {
      grant_type: 'authorization_code',
      code: await code,
      redirect_uri: redirectUri,
      code_verifier: verifier,
      resource: resourceOf(url, 'graphql'),
    });
  } finally {
    server.close();
    server.closeAllConnections();
  }
}

interface Expected {
  host: string;
  state: string;
  issuer: string;
}

/** Waits for the browser. Requests that do not belong to this login change nothing. */
function waitForCode(server: Server, expected: Expected): Promise<string> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(
      () => reject(new ServiceError('Nobody decided in the browser in time. Run the command again.')),
      DECISION_MS,
    );
    server.on('request', (request, response) => {
      const result = readCallback(request, expected);
      if (result === undefined) {
        respond(response, 404, 'This address is for a login of the Pinbound command line.');
        return;
      }
      clearTimeout(timer);
      if ('code' in result) {
        respond(response, 200, 'You are logged in. Return to the terminal; this tab can be closed.', () =>
          resolve(result.code),
        );
      } else {
        respond(response, 200, 'You are not logged in. Return to the terminal; this tab can be closed.', () =>
          reject(new ServiceError(result.problem)),
        );
      }
    });
  });
}

function readCallback(
  { url = '', method, headers }: IncomingMessage,
  { host, state, issuer }: Expected,
): { code: string } | { problem: string } | undefined {
  // Pages can reach this port by a name of their own.
  if (method !== 'GET' || headers.host !== host) return undefined;
  const base = `http://${host}`;
  if (!URL.canParse(url, base)) return undefined;
  const { pathname, searchParams } = new URL(url, base);
  if (pathname !== CALLBACK || searchParams.get('state') !== state) return undefined;
  // A code of another server must not be sent to this one (RFC 9207).
  if (searchParams.get('iss') !== issuer) return { problem: 'The answer in the browser is from another installation' };
  const error = searchParams.get('error');
  if (error === 'access_denied') return { problem: 'The request was denied in the browser' };
  const code = searchParams.get('code');
  return code && !error ? { code } : { problem: `The login failed: ${searchParams.get('error_description') ?? error}` };
}

function respond(response: ServerResponse, status: number, text: string, done?: () => void): void {
  response.writeHead(status, {
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    'referrer-policy': 'no-referrer',
    connection: 'close',
  });
  const page = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Pinbound</title><p>${text}</p></html>`;
  response.end(page, done);
}

/** Opens an address; without a browser, the person opens the printed one. */
async function openBrowser(address: string): Promise<void> {
  const { spawn } = await import('node:child_process');
  const [program, ...args] =
    process.platform === 'darwin'
      ? ['open', address]
      : process.platform === 'win32'
        ? ['rundll32', 'url.dll,FileProtocolHandler', address]
        : ['xdg-open', address];
  spawn(program as string, args, { stdio: 'ignore', detached: true })
    .on('error', () => undefined)
    .unref();
}
