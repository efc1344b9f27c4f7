import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { Context } from '../../../context.ts';
import { Prisma, type SourceManifest } from '../../../generated/prisma/client.ts';
import { newId } from '../../../infrastructure/database/ids.ts';
import { statement } from '../../../infrastructure/database/statement.ts';
import { inTransaction } from '../../../infrastructure/database/transaction.ts';
import { requireProject } from '../../core/projects/require-project.ts';
import { outboundUrlInput } from '../../platform/input/outbound-url.ts';
import { parseInput } from '../../platform/input/parse-input.ts';
import { storableText } from '../../platform/input/storable-text.ts';
import { viaOf } from '../../platform/policies/access.ts';
import { monotonicNow } from '../../platform/sql/monotonic-now.ts';
import { selectList } from '../../platform/sql/select-list.ts';
import { type MarkedElements, readManifest } from './read-manifest.ts';

/** Manifests of a project that are kept beside those of the newest deployments. */
const KEPT = 30;

const uploadInput = z.object({
  commit: storableText(255),
  repository: outboundUrlInput
    .refine((url) => !/[?#]/.test(url), 'must be the address of the repository without parameters')
    .nullish()
    .transform((url) => url?.replace(/\/+$/, '') ?? null),
});

/** Returns nothing if the same was uploaded before. The row stays locked until the commit. */
const PUT = statement(
  'upload-sources/put',
  `INSERT INTO source_manifests AS m (id, project_id, commit, repository, digest, element_count, via, updated_at)
  VALUES ($id, $projectId, $commit, $repository?, $digest, $elementCount, $via?, now())
  ON CONFLICT (project_id, commit) DO UPDATE
     SET repository = excluded.repository, digest = excluded.digest, element_count = excluded.element_count, via = excluded.via,
         updated_at = ${monotonicNow('m.updated_at')}
   WHERE m.digest <> excluded.digest
  RETURNING m.id`,
);

const REMOVE_PARTS = statement(
  'upload-sources/remove-parts',
  'DELETE FROM source_parts WHERE manifest_id = $manifestId',
);

const INSERT_PARTS = statement(
  'upload-sources/insert-parts',
  `INSERT INTO source_parts (manifest_id, part, elements)
  SELECT $manifestId, part, elements FROM unnest($parts::text[], $elements::jsonb[]) AS p(part, elements)`,
);

/** Keeps the newest ones, and those of the commits that environments show now. */
const PRUNE = statement(
  'upload-sources/prune',
  `DELETE FROM source_manifests WHERE project_id = $projectId
     AND id IN (SELECT id FROM source_manifests WHERE project_id = $projectId ORDER BY updated_at DESC, id DESC OFFSET ${KEPT})
     AND commit NOT IN (SELECT DISTINCT ON (d.environment_id) d.commit FROM deployments d WHERE d.project_id = $projectId
                         ORDER BY d.environment_id, d.created_at DESC, d.id DESC)`,
);

const READ = statement(
  'upload-sources/read',
  `SELECT ${selectList(Prisma.SourceManifestScalarFieldEnum, { alias: 'm' })} FROM source_manifests m
    WHERE m.project_id = $projectId AND m.commit = $commit`,
);

/**
 * Stores where the elements of a commit are in the code. A repetition changes nothing; another
 * manifest of the commit replaces it.
 *
 * @throws UNAUTHENTICATED, FORBIDDEN, NOT_FOUND, BAD_USER_INPUT
 */
export async function uploadSources(
  ctx: Context<'pool'>,
  projectId: string,
  { manifest, ...args }: { commit: string; repository?: string | null; manifest: unknown },
): Promise<SourceManifest> {
  await requireProject(ctx, projectId, 'deployment.create');
  const { commit, repository }: z.infer<typeof uploadInput> = parseInput(uploadInput, args);
  const elements = readManifest(manifest);
  const parts = partsOf(elements);
  const digest = digestOf([JSON.stringify(repository), ...parts.values()]);
  return inTransaction(ctx.services.pool, async (sql) => {
    const row = { id: newId(), projectId, commit, repository, digest, elementCount: elements.size, via: viaOf(ctx) };
    const changed = await PUT.first(sql, row);
    if (changed) {
      await REMOVE_PARTS.run(sql, { manifestId: changed.id });
      await INSERT_PARTS.run(sql, { manifestId: changed.id, parts: [...parts.keys()], elements: [...parts.values()] });
      await PRUNE.run(sql, { projectId });
    }
    return READ.one(sql, { projectId, commit });
  });
}

/** Elements as JSON by the first character of their ids. */
function partsOf(elements: MarkedElements): Map<string, string> {
  const parts = new Map<string, MarkedElements>();
  for (const [id, places] of elements) {
    const part: MarkedElements = parts.get(id.charAt(0)) ?? new Map();
    parts.set(id.charAt(0), part.set(id, places));
  }
  return new Map([...parts].map(([part, content]) => [part, JSON.stringify(Object.fromEntries(content))]));
}

function digestOf(texts: readonly string[]): string {
  const hash = createHash('sha256');
  for (const text of texts) hash.update(text);
  return hash.digest('hex');
}
