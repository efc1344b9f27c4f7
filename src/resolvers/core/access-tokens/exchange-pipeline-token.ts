import { decodeJwt } from 'jose';
import { z } from 'zod';
import type { Context } from '../../../context.ts';
import { AppError, badField } from '../../../errors.ts';
import { isId } from '../../../infrastructure/database/ids.ts';
import { statement } from '../../../infrastructure/database/statement.ts';
import { inTransaction } from '../../../infrastructure/database/transaction.ts';
import { IssuerError } from '../../../infrastructure/oidc/issuer-error.ts';
import { hashAccessToken, newAppToken } from '../../../infrastructure/secrets/access-token-format.ts';
import { resourceUrl } from '../../../lib/resource-url.ts';
import { parseInput } from '../../platform/input/parse-input.ts';
import { hashToken } from '../auth/secret-token.ts';
import { isPermitted, type PipelineRule, type PipelineRun, RUN_OF } from './pipeline-rule.ts';

/** Minutes for which a token of a pipeline is valid. */
const LIFETIME_MINUTES = 15;
/** Longest ID token; those of GitHub and GitLab have 1–3 KB. */
const MAX_ID_TOKEN = 16_384;
/** Seconds for which an ID token is remembered beyond its end, longer than clocks may differ. */
const REMEMBERED_SECONDS = 300;

const exchangeInput = z.object({
  projectId: z.string(),
  idToken: z.string().max(MAX_ID_TOKEN, `must have at most ${MAX_ID_TOKEN} characters`),
  proof: z.string().min(20, 'must have at least 20 characters').max(200, 'must have at most 200 characters').nullish(),
});

/** Token that a pipeline receives for its ID token. */
export interface PipelineToken {
  token: string;
  expiresAt: Date;
  actions: string[];
  projectIds: string[];
}

const FIND = statement(
  'exchange-pipeline-token/find',
  `SELECT t.id, t.actions, t.pipeline AS "pipeline!",
          ARRAY(SELECT tp.project_id FROM access_token_projects tp WHERE tp.access_token_id = t.id ORDER BY 1) AS "projectIds!"
     FROM projects p JOIN access_tokens t ON t.organization_id = p.organization_id
    WHERE p.id = $projectId AND p.deleted_at IS NULL AND t.pipeline ->> 'issuer' = $issuer
      AND t.revoked_at IS NULL AND t.expires_at > now()
      AND (t.all_projects OR EXISTS (SELECT FROM access_token_projects tp
                                      WHERE tp.access_token_id = t.id AND tp.project_id = p.id))
    ORDER BY t.created_at DESC, t.id DESC`,
).narrow<{ pipeline: PipelineRule }>();

/** Locks the token of the pipeline, and stores the repository of its first exchange. */
const BIND = statement(
  'exchange-pipeline-token/bind',
  `UPDATE access_tokens SET pipeline = pipeline || jsonb_build_object('repositoryId', $repositoryId::text)
    WHERE id = $id AND revoked_at IS NULL AND coalesce(pipeline ->> 'repositoryId', $repositoryId) = $repositoryId`,
);

const REMEMBER = statement(
  'exchange-pipeline-token/remember',
  `INSERT INTO oauth_artifacts (model, id_hash, grant_id, scope, payload, expires_at)
   VALUES ('PipelineIdToken', $hash, $id, $proofHash?, '', $expiresAt)
   ON CONFLICT (model, id_hash) DO NOTHING`,
);

const READ_PROOF = statement(
  'exchange-pipeline-token/read-proof',
  `SELECT scope AS "proofHash" FROM oauth_artifacts WHERE model = 'PipelineIdToken' AND id_hash = $hash`,
);

const INSERT = statement(
  'exchange-pipeline-token/insert',
  `INSERT INTO oauth_artifacts (model, id_hash, grant_id, audience, scope, payload, expires_at)
   SELECT 'AccessToken', $hash, t.id, $audience, $scope, '',
          least(t.expires_at, now() + $minutes * interval '1 minute')
     FROM access_tokens t WHERE t.id = $id
   RETURNING expires_at AS "expiresAt"`,
);

const unauthenticated = (message: string) => new AppError('UNAUTHENTICATED', message);

/**
 * Exchanges the ID token of a pipeline for a token with the rights of a project token whose rule
 * permits the pipeline. Documents are fetched only from issuers that such a rule names.
 *
 * @throws BAD_USER_INPUT for a text that is not an ID token
 * @throws UNAUTHENTICATED for an ID token that is invalid, was used, or that no rule permits
 * @throws UNAVAILABLE if the issuer does not respond
 */
export async function exchangePipelineToken(
  ctx: Context<'config' | 'pool' | 'pipelineIssuers'>,
  args: unknown,
): Promise<PipelineToken> {
  const { projectId, idToken, proof } = parseInput(exchangeInput, args);
  const { config, pool, pipelineIssuers } = ctx.services;
  if (!isId(projectId)) throw badField('projectId', 'must be a UUID');
  const issuer = issuerOf(idToken);
  const found = await FIND.rows(pool, { projectId, issuer });
  if (found.length === 0) {
    throw unauthenticated(
      'No project token of this project trusts the issuer of the ID token. Create one for a pipeline in the settings of the project, under Access tokens',
    );
  }
  const claims = await pipelineIssuers.verify(idToken, issuer, config.http.baseUrl).catch(rejectIdToken);
  const runs = found.map(({ pipeline, ...row }) => ({ ...row, pipeline, run: RUN_OF[pipeline.provider](claims) }));
  const chosen = runs.find(({ pipeline, run }) => isPermitted(pipeline, run));
  if (!chosen) throw unauthenticated(describeRejected(runs[0]?.run));
  const { id, actions, projectIds, run } = chosen;
  // The signature covers this text, so it has one form only.
  const hash = hashToken(idToken.slice(0, idToken.lastIndexOf('.')));
  const proofHash = proof == null ? null : hashToken(proof);
  const token = newAppToken();
  const expiresAt = await inTransaction(pool, async (sql) => {
    const bound = await BIND.run(sql, { id, repositoryId: run.repositoryId });
    if (bound.rowCount === 0) throw unauthenticated('The project token was revoked, or is used by another repository');
    const until = new Date(((claims.exp ?? 0) + REMEMBERED_SECONDS) * 1_000);
    const remembered = await REMEMBER.run(sql, { hash, id, proofHash, expiresAt: until });
    if (remembered.rowCount === 0) {
      const known = await READ_PROOF.first(sql, { hash });
      if (proofHash === null || known?.proofHash !== proofHash) {
        throw unauthenticated(
          'The ID token was exchanged before; request another one, or send the proof of that exchange',
        );
      }
    }
    const inserted = await INSERT.one(sql, {
      id,
      hash: hashAccessToken(token),
      audience: resourceUrl(config.http.baseUrl, 'api'),
      scope: actions.join(' '),
      minutes: LIFETIME_MINUTES,
    });
    return inserted.expiresAt;
  });
  return { token, expiresAt, actions, projectIds };
}

/** @throws BAD_USER_INPUT */
function issuerOf(idToken: string): string {
  try {
    const { iss } = decodeJwt(idToken);
    if (typeof iss === 'string' && iss !== '') return iss;
  } catch {
    // The error below says what was expected.
  }
  throw badField('idToken', 'must be the ID token of a pipeline: a JWT with an issuer');
}

/** @throws UNAUTHENTICATED, UNAVAILABLE */
function rejectIdToken(error: unknown): never {
  if (!(error instanceof IssuerError)) throw error;
  if (error.failure === 'rejected') throw unauthenticated(error.message);
  throw new AppError('UNAVAILABLE', error.message, { cause: error, retryAfterSeconds: 5 });
}

function describeRejected(run: PipelineRun | undefined): string {
  const repository = run?.repository.slice(0, 200) || 'an unknown repository';
  const what = run?.pullRequest ?? (run?.ref.slice(0, 200) || 'an unknown ref');
  const because = run?.refusal === undefined ? '' : `, because ${run.refusal}`;
  return `No project token of this project permits ${what} of ${repository}${because}. Compare its pipeline in the settings of the project, under Access tokens`;
}
