import { createHash } from 'node:crypto';
import { createClient } from '../sdk/index.ts';
import { connectionOf, readMembers, send } from './connection.ts';
import { RENEWAL_MS } from './oauth.ts';
import { ServiceError, UsageError, type World } from './world.ts';

/** Whether this is a job whose pipeline can identify itself. */
export const hasIdToken = ({ env }: World): boolean =>
  Boolean(env.PINBOUND_ID_TOKEN || (env.ACTIONS_ID_TOKEN_REQUEST_URL && env.ACTIONS_ID_TOKEN_REQUEST_TOKEN));

/** Returns the advice for a job without a token. */
export function adviceForPipeline({ env }: World): string | undefined {
  if (env.GITHUB_ACTIONS === 'true') return 'give the job permissions: id-token: write, or set PINBOUND_TOKEN';
  if (env.GITLAB_CI === 'true') return 'give the job id_tokens: PINBOUND_ID_TOKEN, or set PINBOUND_TOKEN';
  return undefined;
}

/**
 * Returns a function that exchanges the ID token of the job for a token of the project, and does so
 * again before that one ends.
 *
 * @param url address that the user chose: the ID token is sent there
 */
export function pipelineToken(world: World, url: string, projectId: () => string): () => Promise<string> {
  const client = createClient({ url, ...connectionOf(world) });
  let current: { token: string; until: number } | undefined;
  return async () => {
    if (current && Date.now() < current.until - RENEWAL_MS) return current.token;
    const { exchangePipelineToken: exchanged } = await client.mutate({
      exchangePipelineToken: {
        $: { projectId: projectId(), idToken: await readIdToken(world, url), proof: proofOf(world) },
        token: true,
        expiresAt: true,
      },
    });
    current = { token: exchanged.token, until: Date.parse(exchanged.expiresAt) };
    return current.token;
  };
}

/**
 * Secret that commands of one job share: its ID token is the same text for all of them.
 */
const proofOf = ({ env }: World): string | undefined =>
  env.PINBOUND_ID_TOKEN && env.CI_JOB_TOKEN
    ? createHash('sha256').update(`pinbound ${env.CI_JOB_TOKEN}`).digest('hex')
    : undefined;

/**
 * Returns the ID token of the job: that of GitLab CI, or a new one of GitHub Actions.
 * @throws UsageError, ServiceError
 */
async function readIdToken({ env }: World, audience: string): Promise<string> {
  if (env.PINBOUND_ID_TOKEN) return env.PINBOUND_ID_TOKEN;
  const address = env.ACTIONS_ID_TOKEN_REQUEST_URL ?? '';
  if (!URL.canParse(address)) throw new UsageError('ACTIONS_ID_TOKEN_REQUEST_URL is not an address');
  const url = new URL(address);
  url.searchParams.set('audience', audience);
  const response = await send(url.href, {
    headers: { authorization: `Bearer ${env.ACTIONS_ID_TOKEN_REQUEST_TOKEN}`, accept: 'application/json' },
    problem: 'GitHub issued no ID token',
  });
  const { value } = await readMembers(response);
  if (response.ok && typeof value === 'string') return value;
  throw new ServiceError(`GitHub issued no ID token: it responded with status ${response.status}`);
}
