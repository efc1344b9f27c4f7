import { randomId } from '../shared/random-id.ts';
import { findSession, provideSession } from '../shared/session-link.ts';
import { startCollecting } from './collect.ts';
import { checkTrackingPermission } from './do-not-track.ts';
import { suppressErrors } from './suppress-errors.ts';

/** URL of the service, inserted when it serves the script. */
const API_URL = '{{API_URL}}';

/** `document.currentScript` is set only during the script's first, synchronous run. */
const script = document.currentScript;

suppressErrors(() => {
  const key = script?.getAttribute('data-project-key')?.trim();
  // A page has one collector, even if it includes the script twice.
  if (!key || !/^https?:$/.test(location.protocol) || findSession()) return;
  checkTrackingPermission(
    API_URL,
    key,
    suppressErrors((isAllowed: boolean) => {
      // Another collector may have started in the meantime.
      if (!isAllowed || findSession()) return;
      const session = randomId();
      const lifetime = new AbortController();
      provideSession(session, lifetime.signal);
      startCollecting({ api: API_URL, key, session, lifetime });
    }),
  );
})();
