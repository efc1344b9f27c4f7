import { useQuery } from 'urql';
import { useApp } from '../app-context.ts';
import { useOrganization } from '../data/organization.ts';
import { ProjectsDocument } from '../data/viewer.generated.ts';
import { Notice } from '../ui/notice.tsx';
import { Redirect } from '../ui/redirect.tsx';
import { Failure, Pending } from '../ui/states.tsx';

/** Opens the newest project; without one, the wizard for those who may create one. */
export function Start() {
  const { messages } = useApp();
  const { organization, can } = useOrganization();
  const [{ data, error }] = useQuery({
    query: ProjectsDocument,
    variables: { organizationId: organization?.id ?? '' },
    pause: !organization,
  });
  if (!organization) {
    return (
      <Notice title={messages.noOrganization} isScreen>
        <p>{messages.noOrganizationHint}</p>
      </Notice>
    );
  }
  if (!data?.projects) return error ? <Failure because={error} /> : <Pending />;
  const [newest] = data.projects.nodes;
  if (newest) return <Redirect to={{ to: '/projects/$projectId', params: { projectId: newest.id } }} />;
  if (can('project.create')) return <Redirect to={{ to: '/new-project' }} />;
  return (
    <Notice title={messages.noProjects} isScreen>
      <p>{messages.noProjectsHint}</p>
      <p>{messages.noProjectsAsk}</p>
    </Notice>
  );
}
