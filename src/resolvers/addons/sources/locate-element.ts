import type { Context } from '../../../context.ts';
import type { Annotation } from '../../../generated/prisma/client.ts';
import { statement } from '../../../infrastructure/database/statement.ts';
import { elementIdOf, MAX_HINTS, sourceOf } from '../../core/annotations/diagnostics.ts';
import { requireAnnotation } from '../../core/annotations/require-annotation.ts';
import { MAX_PLACES, type MarkedPlace } from './read-manifest.ts';

/** Evidence for a place in the code. */
export const SOURCE_EVIDENCE = ['manifest', 'hint'] as const;

/** A place where the code of an element may be. */
export interface SourceCandidate {
  file: string;
  /** From 1. */
  line: number | null;
  column: number | null;
  component: string | null;
  by: (typeof SOURCE_EVIDENCE)[number];
  /** Why it is listed. */
  reason: string;
  /** From 0 to 1. */
  confidence: number;
  /** Page of the repository that shows the line at the commit. */
  url: string | null;
}

/** Candidates of an annotation: places of its id, and hints. */
export const MAX_CANDIDATES = MAX_PLACES + MAX_HINTS;

export interface ElementSource {
  annotationId: string;
  /** Commit of the manifest that was read; null without one. */
  commit: string | null;
  candidates: SourceCandidate[];
}

/**
 * Manifests in the order in which they are read: of the newest deployment of the environment, then
 * the newest ones. Ids stay the same while the element does.
 */
const MANIFESTS = statement(
  'locate-element/manifests',
  `SELECT m.id, m.commit, m.repository, deployed.at IS NOT NULL AS "isDeployed!"
    FROM source_manifests m
    LEFT JOIN LATERAL (SELECT max(d.created_at) AS at FROM deployments d
                        WHERE d.project_id = m.project_id AND d.environment_id = $environmentId? AND d.commit = m.commit) deployed ON true
   WHERE m.project_id = $projectId
   ORDER BY deployed.at DESC NULLS LAST, m.updated_at DESC, m.id DESC`,
);

/** Reads one part, which may have megabytes. */
const PLACES = statement(
  'locate-element/places',
  `SELECT p.elements -> $elementId AS places FROM source_parts p WHERE p.manifest_id = $manifestId AND p.part = left($elementId, 1)`,
).narrow<{ places: MarkedPlace[] | null }>();

const CONFIDENCE = { deployed: 0.98, otherCommit: 0.85, hint: 0.9 } as const;

/**
 * Finds the code of the element of an annotation, the most probable place first: by the manifest
 * of a deployed commit, then by the files that the page named.
 *
 * @throws UNAUTHENTICATED, FORBIDDEN, NOT_FOUND
 */
export async function locateElement(ctx: Context<'pool'>, id: string): Promise<ElementSource> {
  const annotation = await requireAnnotation(ctx, id, 'diagnostics.read');
  const elementId = elementIdOf(annotation);
  const found = elementId ? await findPlaces(ctx, annotation, elementId) : undefined;
  const tag = tagOf(annotation.metadata);
  const marked = found ? markedCandidates(found, tag) : [];
  const hinted = sourceOf(annotation).map(
    ({ file, line, column, component }, index): SourceCandidate => ({
      ...{ file, line, column, component },
      by: 'hint',
      reason: 'The page named the file',
      // The nearest hint is first; the others contain it.
      confidence: CONFIDENCE.hint / (index + 1),
      url: null,
    }),
  );
  const candidates = [...marked, ...hinted].sort((one, other) => other.confidence - one.confidence);
  return { annotationId: annotation.id, commit: found?.commit ?? null, candidates };
}

interface FoundPlaces {
  commit: string;
  repository: string | null;
  isDeployed: boolean;
  places: MarkedPlace[];
}

/** Reads the manifests one after another until one has the element. */
async function findPlaces(
  { services: { pool } }: Context<'pool'>,
  { projectId, environmentId }: Annotation,
  elementId: string,
): Promise<FoundPlaces | undefined> {
  for (const { id, ...manifest } of await MANIFESTS.rows(pool, { projectId, environmentId })) {
    const part = await PLACES.first(pool, { manifestId: id, elementId });
    if (part?.places) return { ...manifest, places: part.places };
  }
  return undefined;
}

/** An id is less certain on an element with another tag, and if several elements have it. */
function markedCandidates({ commit, repository, isDeployed, places }: FoundPlaces, tag: string | null) {
  return places.map(([file, line, column, component, marked]): SourceCandidate => {
    const isOther = tag !== null && tag !== marked.toLowerCase();
    const certainty = CONFIDENCE[isDeployed ? 'deployed' : 'otherCommit'] / places.length;
    const origin = isDeployed ? 'a deployed commit' : 'a commit of no deployment of the environment';
    return {
      ...{ file, line, column, component, by: 'manifest' },
      reason: isOther
        ? `The build plugin marked <${marked}> in ${origin}; the element has another tag, so it is within that one, or the id was copied`
        : `The build plugin marked <${marked}> in ${origin}`,
      confidence: isOther ? certainty / 2 : certainty,
      url: repository && pageOf(repository, commit, file, line),
    };
  });
}

function tagOf(metadata: unknown): string | null {
  const { tag } = Object(metadata) as { tag?: unknown };
  return typeof tag === 'string' ? tag.toLowerCase() : null;
}

/** Page of a line on GitHub, GitLab and services with the same addresses; null for a release. */
function pageOf(repository: string, commit: string, file: string, line: number): string | null {
  if (!/^[0-9a-f]{40}(?:[0-9a-f]{24})?$/.test(commit)) return null;
  const blob = new URL(repository).hostname.includes('gitlab') ? '-/blob' : 'blob';
  return `${repository}/${blob}/${commit}/${file.split('/').map(encodeURIComponent).join('/')}#L${line}`;
}
