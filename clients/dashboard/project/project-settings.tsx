import { Link, useParams } from '@tanstack/react-router';
import { useQuery } from 'urql';
import { useSettingsTexts } from '../i18n/settings.ts';
import { SettingsFrame, settingsLink } from '../ui/settings.tsx';
import { Missing, Pending } from '../ui/states.tsx';
import { ProjectContext } from './project-context.ts';
import { ProjectSettingsDocument } from './settings.generated.ts';

/** Frame of the settings of a project. Offers what the reader may see. */
export function ProjectSettings() {
  const texts = useSettingsTexts();
  const { projectId } = useParams({ from: '/shell/projects/$projectId/settings' });
  const [{ data, error }] = useQuery({ query: ProjectSettingsDocument, variables: { projectId } });
  const project = data?.project;
  if (!project) return error || data ? <Missing /> : <Pending />;
  const can = (action: string) => project.viewerActions?.includes(action) ?? false;
  const link = { params: { projectId }, ...settingsLink };
  const isWebhook = { ...link, activeOptions: { exact: false, includeSearch: false } };
  return (
    <ProjectContext value={project}>
      <SettingsFrame
        title={project.name}
        links={
          <>
            <Link to="/projects/$projectId/settings" {...link}>
              {texts.general}
            </Link>
            <Link to="/projects/$projectId/settings/environments" {...link}>
              {texts.environments}
            </Link>
            {can('member.read') && (
              <Link to="/projects/$projectId/settings/access" {...link}>
                {texts.access}
              </Link>
            )}
            <Link to="/projects/$projectId/settings/labels" {...link}>
              {texts.labels}
            </Link>
            {can('snapshot.read') && (
              <Link to="/projects/$projectId/settings/guards" {...link}>
                {texts.guards}
              </Link>
            )}
            {can('activity.read') && (
              <Link to="/projects/$projectId/settings/activity" {...link}>
                {texts.activity}
              </Link>
            )}
            {can('webhook.manage') && (
              <Link to="/projects/$projectId/settings/webhooks" {...isWebhook}>
                {texts.webhooks}
              </Link>
            )}
            {can('integration.manage') && (
              <Link to="/projects/$projectId/settings/integrations" {...isWebhook}>
                {texts.integrations}
              </Link>
            )}
            {can('token.manage') && (
              <Link to="/projects/$projectId/settings/tokens" {...link}>
                {texts.accessTokens}
              </Link>
            )}
            {can('annotation.import') && (
              <Link to="/projects/$projectId/settings/import" {...link}>
                {texts.import}
              </Link>
            )}
            {can('project.delete') && (
              <Link to="/projects/$projectId/settings/danger" {...link}>
                {texts.danger}
              </Link>
            )}
          </>
        }
      />
    </ProjectContext>
  );
}
