import type { Login } from './contracts.ts';
import type { OverlayConfig } from './public-api/config.ts';
import { failedWith } from './service/request-error.ts';

/** Reads the page's access token. Its function is called for each use. */
export function createLogin({ accessToken }: OverlayConfig): Login {
  let isMember = false;
  // Until the overlay is destroyed, a visitor is one.
  let isVisitor = !accessToken;
  return {
    isMember: () => isMember,
    async token() {
      if (isVisitor) return null;
      let token: string | null;
      try {
        token = typeof accessToken === 'function' ? await accessToken() : accessToken;
      } catch {
        // An error in the page's function is treated like a lost network: it is retried.
        throw failedWith(0);
      }
      if (token) isMember = true;
      else if (isMember) throw failedWith(401);
      isVisitor = !token;
      return token;
    },
  };
}
