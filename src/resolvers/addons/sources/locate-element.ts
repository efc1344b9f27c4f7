import type { Context } from '../../../context.ts';
import { statement } from '../../../infrastructure/database/statement.ts';
import { elementIdOf, sourceOf } from '../../core/annotations/diagnostics.ts';
import { requireAnnotation } from '../../core/annotations/require-annotation.ts';
import type { MarkedPlace } from './read-manifest.ts';

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

export interface ElementSource {
  annotationId: string;
  /** Commit of the manifest that was read; null without one. */
  commit: string | null;
  candidates: SourceCandidate[];
}

/**
 * The manifest with the element: of the newest deployment of the environment, or else the newest
 * one. Ids stay the same while the element does.
 */
const FIND = statement(
  'locate-element/find',
  `SELECT m.commit, m.repository, deployed.at IS NOT NULL AS "isDeployed!", p.elements -> $elementId AS "places!"
    FROM source_manifests m
    JOIN source_parts p ON p.manifest_id = m.id AND p.part = left($elementId, 1) AND p.elements -> $elementId IS NOT NULL
    LEFT JOIN LATERAL (SELECT max(d.created_at) AS at FROM deployments d
                        WHERE d.project_id = m.project_id AND d.environment_id = $environmentId? AND d.commit = m.commit) deployed ON true
   WHERE m.project_id = $projectId
   ORDER BY deployed.at DESC NULLS LAST, m.updated_at DESC, m.id DESC LIMIT 1`,
).narrow<{ places: MarkedPlace[] }>();

/** Confidence in a manifest whose commit the environment showed, and in one of another commit. */
const [DEPLOYED, NEWEST, HINTED] = [0.98, 0.85, 0.9];

/**
 * Finds the code of the element of an annotation, the most probable place first: by the manifest
 * of a deployed commit, then by the files that the page named.
 *
 * @throws UNAUTHENTICATED, FORBIDDEN, NOT_FOUND
 */
export async function locateElement(ctx: Context<'pool'>, id: string): Promise<ElementSource> {
  const annotation = await requireAnnotation(ctx, id, 'diagnostics.read');
  const { projectId, environmentId } = annotation;
  const elementId = elementIdOf(annotation);
  const found = elementId ? await FIND.first(ctx.services.pool, { projectId, environmentId, elementId }) : undefined;
  const tag = tagOf(annotation.metadata);
  const marked = found ? markedCandidates(found, tag) : [];
  const hinted = sourceOf(annotation).map(
    ({ file, line, column, component }, index): SourceCandidate => ({
      ...{ file, line, column, component },
      by: 'hint',
      reason: 'The page named the file',
      // The nearest hint is first; the others contain it.
      confidence: HINTED / (index + 1),
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

/** An id is less certain on an element with another tag, and if several elements have it. */
function markedCandidates({ commit, repository, isDeployed, places }: FoundPlaces, tag: string | null) {
  return places.map(([file, line, column, component, marked]): SourceCandidate => {
    const isOther = tag !== null && tag !== marked.toLowerCase();
    const certainty = (isDeployed ? DEPLOYED : NEWEST) / places.length;
    const whence = isDeployed ? 'a deployed commit' : 'a commit of no deployment of the environment';
    return {
      ...{ file, line, column, component, by: 'manifest' },
      reason: isOther
        ? `The build plugin marked <${marked}> in ${whence}; the element has another tag, so it is within that one, or the id was copied`
        : `The build plugin marked <${marked}> in ${whence}`,
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
