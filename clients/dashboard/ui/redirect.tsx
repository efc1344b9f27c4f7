import { type NavigateOptions, useMatch, useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';

/**
 * Opens another screen in place of this one, unless the reader has left it already. `Navigate` of
 * the router does so each time it is rendered, and overtakes a link that was followed meanwhile.
 */
export function Redirect({ to }: { to: NavigateOptions }) {
  const router = useRouter();
  const { pathname } = useMatch({ strict: false });
  useEffect(() => {
    if (router.state.location.pathname === pathname) void router.navigate({ ...to, replace: true });
  }, [router, pathname, to]);
  return null;
}
