import type { Status } from './feed/annotation.ts';
import type { Body } from './outbox/outbox.ts';
import type { Place } from './picker/anchor.ts';
import type { OverlayConfig } from './public-api/config.ts';
import { Failure } from './service/failure.ts';
import { isRecord } from './service/is-record.ts';
import { isPassing } from './service/passing.ts';
import { plainJson } from './service/plain-json.ts';
import type { Request } from './service/request.ts';

/** What a member can do beyond a visitor. Each throws a {@link Failure}. */
export interface Member {
  reply(id: string, content: string, idempotencyKey: string): Promise<unknown>;
  setStatus(id: string, status: Status): Promise<unknown>;
  /** Gives a comment another place. */
  rebind(id: string, place: Place): Promise<unknown>;
  create(body: Body, idempotencyKey: string): Promise<unknown>;
}

/**
 * Asks whom the page's access token belongs to, and again after growing pauses as long as the answer is a failure that passes.
 *
 * @returns the answer: null without a token that is accepted, and for those who may only read. While there is none, it asks at
 * once and throws the {@link Failure}.
 */
export function lookForMember(
  config: OverlayConfig,
  request: Request,
  onFound: (member: Member | null) => void,
  signal: AbortSignal,
): () => Promise<Member | null> {
  let asked: Promise<Member | null> | null = null;
  let pause = FIRST_PAUSE_MS;
  let timer = 0;
  const look = async () => {
    try {
      const member = await findMember(config, request);
      onFound(member);
      return member;
    } catch (error) {
      asked = null;
      if (!signal.aborted) timer = window.setTimeout(() => ask().catch(() => {}), pause);
      pause = Math.min(2 * pause, LAST_PAUSE_MS);
      throw error;
    }
  };
  const ask = () => {
    clearTimeout(timer);
    asked ??= look();
    return asked;
  };
  signal.addEventListener('abort', () => clearTimeout(timer));
  return ask;
}

const FIRST_PAUSE_MS = 3_000;
const LAST_PAUSE_MS = 60_000;

/** Throws a failure that passes. */
export async function findMember(config: OverlayConfig, request: Request): Promise<Member | null> {
  const { accessToken, projectId } = config;
  if (!accessToken) return null;
  const call = async (path: string, method = 'GET', body?: unknown, headers = {}) => {
    let token: string | null;
    try {
      token = typeof accessToken === 'function' ? await accessToken() : accessToken;
    } catch {
      // What the page's function throws is taken for a network that is away.
      throw new Failure(0);
    }
    if (!token) throw new Failure(401);
    return request(path, {
      method,
      headers: { authorization: `Bearer ${token}`, ...(body !== undefined && JSON_TYPE), ...headers },
      ...(body !== undefined && { body: plainJson(body) }),
    });
  };
  try {
    const [user, project] = await Promise.all([call('/auth/me'), call(`/projects/${encodeURIComponent(projectId)}`)]);
    if (!mayEdit(user, project)) return null;
  } catch (error) {
    if (isPassing(error)) throw error;
    return null;
  }
  const path = (id: string) => `/annotations/${encodeURIComponent(id)}`;
  return {
    reply: (id, content, key) => call(`${path(id)}/comments`, 'POST', { content }, { 'idempotency-key': key }),
    setStatus: (id, status) => call(`${path(id)}/status`, 'PUT', { status }),
    rebind: (id, place) => call(`${path(id)}/rebind`, 'POST', { domFingerprint: place }),
    create: (body, key) =>
      call('/annotations', 'POST', { ...body, projectId, source: 'overlay' }, { 'idempotency-key': key }),
  };
}

const JSON_TYPE = { 'content-type': 'application/json' };
const EDITORS = ['owner', 'admin', 'editor'];

function mayEdit(user: unknown, project: unknown): boolean {
  if (!isRecord(user) || !isRecord(project) || !Array.isArray(user.memberships)) return false;
  return user.memberships.some(
    (membership: unknown) =>
      isRecord(membership) &&
      isRecord(membership.organization) &&
      membership.organization.id === project.organizationId &&
      EDITORS.includes(String(membership.role)),
  );
}
