import type { Context } from '../../../context.ts';
import { requireProject } from '../../projects/require-project.ts';

/** The snippet that a site's owner pastes into the page. @throws UNAUTHENTICATED, NOT_FOUND */
export async function getEmbedScript(ctx: Context, id: string): Promise<{ script: string; projectKey: string }> {
  const { projectKey } = await requireProject(ctx, id, 'project.read');
  const source = `${ctx.services.config.http.cdnUrl}/embed.min.js`;
  return { script: `<script src="${source}" data-project-key="${projectKey}" defer></script>`, projectKey };
}
