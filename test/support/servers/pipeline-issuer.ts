import { randomUUID } from 'node:crypto';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type CryptoKey, exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose';

type Claims = JWTPayload & Record<string, unknown>;

/** Server with the discovery and key documents of GitHub Actions or GitLab CI. */
export interface PipelineIssuer {
  url: string;
  /** Paths that were requested, in their order. */
  requests: string[];
  /** Replaces a document. */
  respond(path: string, listener: RequestListener): void;
  /** Signs by a new key; the former one is no longer published. */
  rotate(): Promise<void>;
  /** ID token of a job on the branch main of acme/shop on GitHub. */
  github(claims?: Claims): Promise<string>;
  /** The same on GitLab. */
  gitlab(claims?: Claims): Promise<string>;
  close(): void;
}

const KEYS = { github: '/.well-known/jwks', gitlab: '/oauth/discovery/keys' } as const;

/** Starts an issuer. It does not keep a process alive. */
export async function startPipelineIssuer(
  audience: string,
  provider: keyof typeof KEYS = 'github',
): Promise<PipelineIssuer> {
  const replaced = new Map<string, RequestListener>();
  const requests: string[] = [];
  let key = await newKey();
  const json = (body: unknown): RequestListener => {
    return (_request, response) => response.setHeader('content-type', 'application/json').end(JSON.stringify(body));
  };
  const server = createServer((request, response) => {
    const path = request.url ?? '';
    requests.push(path);
    const given = replaced.get(path);
    if (given) given(request, response);
    else if (path === '/.well-known/openid-configuration') {
      json({
        issuer: url,
        jwks_uri: url + KEYS[provider],
        id_token_signing_alg_values_supported: ['RS256'],
        subject_types_supported: ['public'],
      })(request, response);
    } else if (path === KEYS[provider]) json({ keys: [key.published] })(request, response);
    else response.writeHead(404).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  server.unref();
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const sign = (claims: Claims) => {
    const now = Math.floor(Date.now() / 1_000);
    const token = new SignJWT({
      iss: url,
      aud: audience,
      jti: randomUUID(),
      iat: now,
      nbf: now - 5,
      exp: now + 300,
      ...claims,
    });
    return token.setProtectedHeader({ alg: 'RS256', typ: 'JWT', kid: key.id }).sign(key.secret);
  };
  return {
    url,
    requests,
    respond: (path, listener) => replaced.set(path, listener),
    async rotate() {
      key = await newKey();
    },
    github: (claims) =>
      sign({
        sub: 'repo:acme/shop:ref:refs/heads/main',
        repository: 'acme/shop',
        repository_id: '7301',
        repository_owner: 'acme',
        repository_owner_id: '55',
        ref: 'refs/heads/main',
        ref_type: 'branch',
        event_name: 'push',
        runner_environment: 'github-hosted',
        ...claims,
      }),
    gitlab: (claims) =>
      sign({
        sub: 'project_path:acme/web/shop:ref_type:branch:ref:main',
        project_path: 'acme/web/shop',
        project_id: '4420',
        namespace_path: 'acme/web',
        ref: 'main',
        ref_path: 'refs/heads/main',
        ref_type: 'branch',
        ref_protected: 'true',
        pipeline_source: 'push',
        ...claims,
      }),
    close: () => server.close(),
  };
}

async function newKey(): Promise<{ id: string; secret: CryptoKey; published: object }> {
  const { privateKey, publicKey } = await generateKeyPair('RS256', { extractable: true });
  const id = randomUUID();
  return { id, secret: privateKey, published: { ...(await exportJWK(publicKey)), kid: id, alg: 'RS256', use: 'sig' } };
}
