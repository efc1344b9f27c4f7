import { listen } from '../shadow-host/elements.ts';

const blocked = new Set<string>();

/** Policies compare addresses without their query. */
const withoutQuery = (url: string) => url.replace(/\?.*/, '');

/** True if the page's security policy has blocked this address. */
export const isBlockedByPolicy = (url: string): boolean => blocked.has(withoutQuery(url));

/** Watches what the page's security policy blocks until the signal aborts. */
export function watchPolicy(signal: AbortSignal): void {
  listen<SecurityPolicyViolationEvent>(
    signal,
    document,
    'securitypolicyviolation',
    ({ blockedURI, disposition, effectiveDirective }) => {
      if (effectiveDirective === 'connect-src' && disposition === 'enforce') blocked.add(withoutQuery(blockedURI));
    },
  );
}
