const ABSOLUTE = /^https?:\/\/[^/?#]*/i;

/** The path and query of a request's target, which may be a whole URL (RFC 9112, 3.2.2): its host says nothing here. */
export function pathOfTarget(target: string): string {
  if (target.startsWith('/')) return target;
  const rest = target.replace(ABSOLUTE, '');
  return rest.startsWith('/') ? rest : `/${rest}`;
}
