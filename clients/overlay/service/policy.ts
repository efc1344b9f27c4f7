import { listen } from '../shadow-host/elements.ts';

let isBlocked = false;

/** True once the page's security policy has blocked a request to the service. */
export const isBlockedByPolicy = (): boolean => isBlocked;

/** Watches what the page's security policy blocks until the signal aborts. */
export function watchPolicy(apiUrl: string, signal: AbortSignal): void {
  listen<SecurityPolicyViolationEvent>(
    signal,
    document,
    'securitypolicyviolation',
    ({ blockedURI, disposition, effectiveDirective }) => {
      isBlocked ||= effectiveDirective === 'connect-src' && disposition === 'enforce' && blockedURI.startsWith(apiUrl);
    },
  );
}
