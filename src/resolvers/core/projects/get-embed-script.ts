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
 * HTML snippets that load the embed script and the overlay on a site. That of the overlay is
 * well-formed XML too, for pages that are served as application/xhtml+xml.
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
  const attribute = overlay.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll("'", '&#39;');
  return {
    script: `<script src="${cdnUrl}/embed.min.js" data-project-key="${projectKey}" defer></script>`,
    overlayScript: `<script src="${cdnUrl}/overlay.js" data-svc-config='${attribute}' defer="defer"></script>`,
    projectKey,
  };
}
