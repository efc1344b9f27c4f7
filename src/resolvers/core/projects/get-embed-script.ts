import type { Context } from '../../../context.ts';
import { requireProject } from './require-project.ts';

/** People who see the overlay: everyone, visitors with the parameter `pinbound`, or members. */
export type OverlayAudience = 'everyone' | 'parameter' | 'members';

/** HTML that loads the scripts of a project, and the key in it. */
export interface ScriptSnippets {
  script: string;
  overlayScript: string;
  projectKey: string;
}

/**
 * HTML snippets that load the embed script and the overlay on a site.
 *
 * @param audience null for the overlay's default, everyone
 * @throws UNAUTHENTICATED, NOT_FOUND
 */
export async function getEmbedScript(
  ctx: Context<'config' | 'pool'>,
  id: string,
  audience?: OverlayAudience | null,
): Promise<ScriptSnippets> {
  const project = await requireProject(ctx, id, 'project.read');
  const { baseUrl, cdnUrl } = ctx.services.config.http;
  const { projectKey } = project;
  const limit = audience && audience !== 'everyone' ? { audience } : {};
  const overlay = JSON.stringify({ apiUrl: baseUrl, projectId: project.id, apiKey: projectKey, ...limit });
  return {
    script: `<script src="${cdnUrl}/embed.min.js" data-project-key="${projectKey}" defer></script>`,
    overlayScript: `<script src="${cdnUrl}/overlay.js" data-svc-config='${overlay.replaceAll("'", '&#39;')}' defer></script>`,
    projectKey,
  };
}
