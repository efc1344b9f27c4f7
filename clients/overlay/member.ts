import type { Status } from './feed/annotation.ts';
import type { CommentBody } from './outbox/outbox.ts';
import type { Anchor } from './picker/anchor.ts';
import type { OverlayConfig } from './public-api/config.ts';
import { isRecord, toPlainJson } from './service/json.ts';
import type { Request } from './service/request.ts';
import { failedWith, isRetryable } from './service/request-error.ts';

const FIRST_DELAY_MS = 3_000;
const MAX_DELAY_MS = 60_000;
const JSON_TYPE = { 'content-type': 'application/json' };
const EDITOR_ROLES = ['owner', 'admin', 'editor'];

/** Operations of a member beyond those of a visitor. Each throws a {@link RequestError}. */
export interface Member {
  reply(id: string, content: string, idempotencyKey: string): Promise<unknown>;
  setStatus(id: string, status: Status): Promise<unknown>;
  /** Moves a comment to another element. */
  rebind(id: string, anchor: Anchor): Promise<unknown>;
  create(body: CommentBody, idempotencyKey: string): Promise<unknown>;
}

/**
 * Asks the service who the page's access token belongs to, and retries with growing delays as long
 * as the failure is temporary.
 *
 * The returned function resolves to null without an accepted token, and for members who may only
 * read. It rejects with a RequestError while the service cannot be asked.
 */
export function pollMember(
  config: OverlayConfig,
  request: Request,
  onResolved: (member: Member | null) => void,
  signal: AbortSignal,
): () => Promise<Member | null> {
  let lookup: Promise<Member | null> | null = null;
  let delay = FIRST_DELAY_MS;
  let timer = 0;
  const fetchAndReport = async () => {
    try {
      const member = await fetchMember(config, request);
      onResolved(member);
      return member;
    } catch (error) {
      lookup = null;
      if (!signal.aborted) timer = window.setTimeout(() => resolve().catch(() => {}), delay);
      delay = Math.min(2 * delay, MAX_DELAY_MS);
      throw error;
    }
  };
  const resolve = () => {
    clearTimeout(timer);
    lookup ??= fetchAndReport();
    return lookup;
  };
  signal.addEventListener('abort', () => clearTimeout(timer));
  return resolve;
}

/** @throws {RequestError} when the failure is temporary. */
async function fetchMember(config: OverlayConfig, request: Request): Promise<Member | null> {
  const { accessToken, projectId } = config;
  if (!accessToken) return null;
  const call = async (path: string, method = 'GET', body?: unknown, headers = {}) => {
    let token: string | null;
    try {
      token = typeof accessToken === 'function' ? await accessToken() : accessToken;
    } catch {
      // An error in the page's function is treated like a lost network: it is retried.
      throw failedWith(0);
    }
    if (!token) throw failedWith(401);
    return request(path, {
      method,
      headers: { authorization: `Bearer ${token}`, ...(body !== undefined && JSON_TYPE), ...headers },
      ...(body !== undefined && { body: toPlainJson(body) }),
    });
  };
  try {
    const [user, project] = await Promise.all([call('/auth/me'), call(`/projects/${encodeURIComponent(projectId)}`)]);
    if (!canEdit(user, project)) return null;
  } catch (error) {
    if (isRetryable(error)) throw error;
    return null;
  }
  const path = (id: string) => `/annotations/${encodeURIComponent(id)}`;
  return {
    reply: (id, content, key) => call(`${path(id)}/comments`, 'POST', { content }, { 'idempotency-key': key }),
    setStatus: (id, status) => call(`${path(id)}/status`, 'PUT', { status }),
    rebind: (id, anchor) => call(`${path(id)}/rebind`, 'POST', { domFingerprint: anchor }),
    create: (body, key) =>
      call('/annotations', 'POST', { ...body, projectId, source: 'overlay' }, { 'idempotency-key': key }),
  };
}

function canEdit(user: unknown, project: unknown): boolean {
  if (!isRecord(user) || !isRecord(project) || !Array.isArray(user.memberships)) return false;
  return user.memberships.some(
    (membership: unknown) =>
      isRecord(membership) &&
      isRecord(membership.organization) &&
      membership.organization.id === project.organizationId &&
      EDITOR_ROLES.includes(String(membership.role)),
  );
}
