import { createHash } from 'node:crypto';
import { Response } from '@whatwg-node/fetch';
import type { Config } from '../config/config.ts';
import { AppError, badInput } from '../errors.ts';
import type { BudgetedCall } from '../http/memory-budget.ts';
import type { Endpoint } from '../http/pipeline.ts';
import { OWN_ORIGIN } from '../http/response-headers.ts';
import type { FetchCall } from '../http/transports.ts';
import { DAY_MS } from '../lib/durations.ts';
import {
  closePanel,
  openPanel,
  openPanelWithToken,
  PANEL_DAYS,
  renewPanel,
} from '../resolvers/core/panel/panel-session.ts';
import { assertOrigin } from './dashboard-session.ts';
import { readJsonObject } from './read-arguments.ts';
import { type Cookie, createCookie } from './session-cookie.ts';

type PanelCall = FetchCall & BudgetedCall;
type PanelEndpoint = Endpoint<Response, PanelCall>;

const PATH = '/auth/panel';
const MAX_BODY_BYTES = 8_192;

/**
 * Endpoints of the panel's session: `exchange` opens it with a code, `start` with the token of a
 * member, `refresh` continues and `end` ends it. The cookie has a name of its own for each project
 * and origin. Pages of other origins can send it with their own requests; the headers that are
 * checked first show that the panel sent the request. No response has CORS headers.
 */
export function panelSession({ http: { baseUrl } }: Config): PanelEndpoint[] {
  const base = new URL(baseUrl);

  const cookieOf = ({ projectId, origin }: Record<string, unknown>): Cookie =>
    createCookie(base, {
      name: `pinbound_panel_${createHash('sha256').update(`${projectId} ${origin}`).digest('hex').slice(0, 16)}`,
      path: PATH,
      sameSite: 'None',
      maxAgeMs: PANEL_DAYS * DAY_MS,
    });

  const endpoint = (
    name: string,
    handle: (
      call: PanelCall,
      body: Record<string, unknown>,
      token: string | undefined,
    ) => Promise<{ body: object; cookie?: string | null }>,
  ): PanelEndpoint => ({
    methods: ['POST'],
    path: `${PATH}/${name}`,
    async handle(call) {
      assertOrigin(call, base.origin);
      assertSentByPanel(call);
      const given = await readJsonObject(call.request, MAX_BODY_BYTES, call.body);
      const cookie = cookieOf(given);
      const { body, cookie: value } = await handle(call, given, cookie.read(call.incoming.headers.cookie));
      const headers = { ...OWN_ORIGIN, ...(value !== undefined && { 'set-cookie': cookie.write(value) }) };
      return Response.json(body, { headers });
    },
  });

  /** Rejects CORS preflight requests. */
  const preflight: PanelEndpoint = {
    methods: ['OPTIONS'],
    path: new RegExp(`^${PATH}/`),
    handle: () => new Response(null, { status: 204, headers: OWN_ORIGIN }),
  };

  return [
    preflight,
    endpoint('exchange', async ({ context }, body) => {
      const { session, token } = await openPanel(context, body);
      return { body: session, cookie: token };
    }),
    endpoint('start', async ({ context }, body) => ({ body: await openPanelWithToken(context, body) })),
    endpoint('refresh', async ({ context }, body, token) => ({ body: await renewPanel(context, body, token) })),
    endpoint('end', async ({ context }, body, token) => ({
      body: await closePanel(context, body, token),
      cookie: null,
    })),
  ];
}

/**
 * Checks headers that a page of another origin cannot send without a preflight, or not at all.
 *
 * @throws FORBIDDEN, BAD_USER_INPUT
 */
function assertSentByPanel({ incoming: { headers } }: PanelCall): void {
  if (headers['x-panel'] !== '1') throw badInput('x-panel: expected the header x-panel: 1, which the panel sends');
  const site = headers['sec-fetch-site'];
  if (site === undefined || site === 'same-origin') return;
  throw new AppError(
    'FORBIDDEN',
    `Sec-Fetch-Site: found "${site}", expected "same-origin"; only the panel may call this`,
  );
}
