import { Response } from '@whatwg-node/fetch';
import type { Config } from '../config/config.ts';
import type { Context } from '../context.ts';
import { AppError } from '../errors.ts';
import { restError } from '../http/error-response.ts';
import type { BudgetedCall } from '../http/memory-budget.ts';
import type { Endpoint } from '../http/pipeline.ts';
import { OWN_ORIGIN } from '../http/response-headers.ts';
import type { FetchCall } from '../http/transports.ts';
import { clientPageHtml } from '../lib/client-page.ts';
import { hashesOf } from '../lib/inline-hashes.ts';
import { isLink } from '../resolvers/core/auth/oidc-exchange.ts';
import { LINK_RETURN_TO } from '../resolvers/core/auth/oidc-link.ts';
import { completeOidcLogin, startOidcLogin } from '../resolvers/core/auth/oidc-login.ts';
import { OIDC_PATH, oidcCookie, sessionCookie, withoutRefreshToken } from './session-cookie.ts';

type OidcEndpoint = Endpoint<Response, FetchCall & BudgetedCall>;

/**
 * Endpoints of the login with an OpenID provider, for browsers: `start` redirects to the provider,
 * which redirects to `callback`. That starts the dashboard's session and redirects to a page, or
 * returns tokens like POST /auth/login to clients that accept JSON only. After a link it redirects
 * only.
 */
export function oidcLogin({ http: { baseUrl } }: Config): OidcEndpoint[] {
  const base = new URL(baseUrl);
  const session = sessionCookie(base);
  const login = oidcCookie(base);

  const redirect = (location: string, cookies: string[]): Response => {
    const response = new Response(null, {
      status: 302,
      headers: { ...OWN_ORIGIN, location, 'cache-control': 'no-store' },
    });
    for (const cookie of cookies) response.headers.append('set-cookie', cookie);
    return response;
  };

  const endpoint = (
    name: string,
    handle: (ctx: Context, query: URLSearchParams, call: FetchCall) => Promise<Response>,
  ): OidcEndpoint => ({
    methods: ['GET'],
    path: `${OIDC_PATH}/${name}`,
    async handle(call) {
      try {
        return await handle(call.context, new URL(call.request.url).searchParams, call);
      } catch (error) {
        if (!(error instanceof AppError) || !acceptsPages(call)) throw error;
        return errorPage(error, login.write(null), isLink(call.context, login.read(call.incoming.headers.cookie)));
      }
    },
  });

  return [
    endpoint('start', async (ctx, query) => {
      const { url, sealed } = await startOidcLogin(ctx, query.get('returnTo') ?? undefined);
      return redirect(url, [login.write(sealed)]);
    }),
    endpoint('callback', async (ctx, query, call) => {
      const sealed = login.read(call.incoming.headers.cookie);
      const { session: opened, returnTo } = await completeOidcLogin(ctx, query, sealed);
      if (!opened) return redirect(`${base.origin}${returnTo}`, [login.write(null)]);
      if (acceptsPages(call)) {
        return redirect(`${base.origin}${returnTo}`, [session.write(opened.refreshToken), login.write(null)]);
      }
      const body = { ...withoutRefreshToken(opened), refreshToken: opened.refreshToken };
      return Response.json(body, { headers: { ...OWN_ORIGIN, 'set-cookie': login.write(null) } });
    }),
  ];
}

const acceptsPages = ({ request }: FetchCall): boolean => request.headers.get('accept')?.includes('text/html') ?? false;

/** Page for people, without scripts. */
function errorPage(error: AppError, cookie: string, isOfLink: boolean): Response {
  const { status, headers } = restError(error);
  const [title, href, label] = isOfLink
    ? ['Link failed', LINK_RETURN_TO, 'Back to the account']
    : ['Login failed', `${OIDC_PATH}/start`, 'Log in again'];
  const html = clientPageHtml({ title, text: `${error.message}.`, links: [{ label, href }] });
  const styles = hashesOf(html, 'style').join(' ');
  return new Response(html, {
    status,
    headers: {
      ...headers,
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': `default-src 'none'; style-src ${styles}; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
      'referrer-policy': 'no-referrer',
      'cache-control': 'no-store',
      'set-cookie': cookie,
    },
  });
}
