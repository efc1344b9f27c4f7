import { type Services, systemContext } from '../context.ts';
import { createArtifactStore } from '../infrastructure/authorization-server/artifact-store.ts';
import {
  type AuthorizationServer,
  createAuthorizationServer,
} from '../infrastructure/authorization-server/authorization-server.ts';
import type { OutboundClient } from '../infrastructure/outbound/client.ts';
import { MINUTE_MS } from '../lib/durations.ts';
import { RESOURCES, resourceUrl } from '../lib/resource-url.ts';
import { endGrant, findActiveGrant } from '../resolvers/core/connected-apps/app-grants.ts';
import { TOKEN_ACTIONS, TOKEN_PRESETS } from '../resolvers/platform/policies/token-actions.ts';

type Given = Pick<Services, 'config' | 'pool' | 'secretBox' | 'rateLimitStore' | 'logger'> & {
  secrets: readonly string[];
  /** Client that fetches documents of strangers. */
  documents: OutboundClient;
};

/**
 * Connects the authorization server with the grants of the product.
 *
 * @param services services of the process, once they are composed
 */
export function openAuthorizationServer(given: Given, services: () => Services): AuthorizationServer {
  const { config, secrets, documents, rateLimitStore, logger } = given;
  const { baseUrl } = config.http;
  const limit = config.rateLimits.auth;
  return createAuthorizationServer(
    {
      baseUrl,
      secrets,
      documents,
      store: createArtifactStore(given),
      actions: TOKEN_ACTIONS,
      defaultActions: TOKEN_PRESETS.fix,
      resources: RESOURCES.map((resource) => resourceUrl(baseUrl, resource)),
      isRegistrationOpen: config.appRegistration,
      findGrant: (id) => findActiveGrant(systemContext(services()), id),
      async endGrant(id) {
        await endGrant(systemContext(services()), id);
      },
      async countFetch(network = 'local') {
        if (limit === 0) return;
        const { count } = await rateLimitStore.increment(`metadata-documents:${network}`, MINUTE_MS);
        if (count > limit) throw new Error(`Over ${limit} documents of apps in a minute; retry after a minute`);
      },
    },
    logger,
  );
}
