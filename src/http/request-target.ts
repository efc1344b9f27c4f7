const ABSOLUTE = /^https?:\/\/[^/?#]*/i;

/**
 * Returns path and query of a request target, which may be an absolute URL (RFC 9112, 3.2.2). Its
 * host is ignored.
 */
export function pathOfTarget(target: string): string {
  if (target.startsWith('/')) return target;
  const rest = target.replace(ABSOLUTE, '');
  return rest.startsWith('/') ? rest : `/${rest}`;
}
