import { projectsOf } from '../../resolvers/core/projects/list-projects.ts';
import { PROJECTS, ProjectType } from '../projects/project-type.ts';
import { relatedListOf } from '../related.ts';
import { addViewer } from '../viewer.ts';
import { OrganizationSummary } from './organization-type.ts';
import { JoinedOrganizationType } from './organizations.ts';

/** Types of an organization: as part of other types, and with the role of the client. */
for (const type of [OrganizationSummary, JoinedOrganizationType] as const) {
  const scope = ({ id }: { id: string }) => ({ organizationId: id });
  addViewer<{ id: string }>(type as never, 'organization', scope);
  relatedListOf<{ id: string }, typeof ProjectType.$inferType>(type as never, 'projects', {
    type: ProjectType,
    connection: PROJECTS,
    description: 'Projects of the organization that the authenticated user has, newest first.',
    needs: 'project.read',
    scope,
    list: (ctx, { id }, { page }) => projectsOf(ctx, id, page),
  });
}
