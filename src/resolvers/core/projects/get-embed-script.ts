import type { Context } from '../../../context.ts';
import { requireProject } from './require-project.ts';

/**
 * HTML snippet that loads the script on a site.
 *
 * @throws UNAUTHENTICATED, NOT_FOUND
 */
export async function getEmbedScript(
  ctx: Context<'config' | 'pool'>,
  id: string,
): Promise<{ script: string; projectKey: string }> {
  const { projectKey } = await requireProject(ctx, id, 'project.read');
  const source = `${ctx.services.config.http.cdnUrl}/embed.min.js`;
  return { script: `<script src="${source}" data-project-key="${projectKey}" defer></script>`, projectKey };
}
