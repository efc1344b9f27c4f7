/** Client id of the command line client, which every installation knows. */
export const CLI_CLIENT_ID = 'pinbound-cli';

const DEVICE_GRANT = 'urn:ietf:params:oauth:grant-type:device_code';

/** Clients that need no registration. Native ones may listen at any port of a loopback address. */
export const BUILT_IN_CLIENTS = [
  {
    client_id: CLI_CLIENT_ID,
    client_name: 'Pinbound CLI',
    application_type: 'native',
    token_endpoint_auth_method: 'none',
    grant_types: ['authorization_code', 'refresh_token', DEVICE_GRANT],
    response_types: ['code'],
    redirect_uris: ['http://127.0.0.1/callback', 'http://[::1]/callback'],
  },
] as const;

const LOOPBACK = /^http:\/\/(localhost|127\.0\.0\.1|\[::1\])([:/]|$)/;

/**
 * Completes the metadata of a client. Most agents omit their type, and as a client of the web they
 * could neither choose a port of a loopback address nor use a scheme of their own. Each request
 * names its scope; one of the client would be compared with the scopes of OpenID.
 */
export function completeMetadata(metadata: unknown): unknown {
  if (typeof metadata !== 'object' || metadata === null || Array.isArray(metadata)) return metadata;
  const { scope: _scope, ...others } = metadata as Record<string, unknown>;
  const { redirect_uris: uris } = others;
  const isNative =
    Array.isArray(uris) && uris.some((uri) => typeof uri === 'string' && (LOOPBACK.test(uri) || !/^https?:/.test(uri)));
  return { ...(isNative && { application_type: 'native' }), ...others };
}
