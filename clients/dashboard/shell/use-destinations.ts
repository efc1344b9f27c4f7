import { useNavigate, useParams } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useQuery } from 'urql';
import { useApp } from '../app-context.ts';
import { useOrganization } from '../data/organization.ts';
import { useShell } from '../data/shell-context.ts';
import { ProjectsDocument } from '../data/viewer.generated.ts';
import { SCREEN_KEYS } from '../keys/keymap.ts';
import { useGuideAddress } from '../ui/guide-link.tsx';

/** A screen that the menu of commands opens. */
export interface Destination {
  id: string;
  name: string;
  /** Name of the project that the screen belongs to. */
  project?: string;
  /** Key that leads to it after G. */
  key?: string;
  go(): void;
}

const PATHS = {
  comments: '/projects/$projectId',
  board: '/projects/$projectId/board',
  pages: '/projects/$projectId/pages',
  snapshots: '/projects/$projectId/snapshots',
  deployments: '/projects/$projectId/deployments',
} as const;

/** Screens of the reader. Those of a project are of the open one, else of the one opened last. */
export function useDestinations(): Destination[] {
  const { messages } = useApp();
  const { viewer } = useShell();
  const navigate = useNavigate();
  const guide = useGuideAddress();
  const { organization, can } = useOrganization();
  const { projectId } = useParams({ strict: false });
  const [openedLast, setOpenedLast] = useState(projectId);
  useEffect(() => {
    if (projectId) setOpenedLast(projectId);
  }, [projectId]);
  const variables = { organizationId: organization?.id ?? '' };
  const [{ data }] = useQuery({ query: ProjectsDocument, variables, pause: !organization });

  const projects = data?.projects?.nodes ?? [];
  const project = projects.find(({ id }) => id === (projectId ?? openedLast)) ?? projects[0];
  const screens = SCREEN_KEYS.flatMap(([key, screen]): Destination[] => {
    const entry = { id: screen, name: messages[screen], key };
    if (screen === 'inbox') return [{ ...entry, go: () => void navigate({ to: '/inbox' }) }];
    if (!project || ((screen === 'pages' || screen === 'snapshots') && !can('snapshot.read'))) return [];
    const params = { projectId: project.id };
    return [{ ...entry, project: project.name, go: () => void navigate({ to: PATHS[screen], params }) }];
  });
  const others = projects
    .filter(({ id }) => id !== project?.id)
    .map(({ id, name }) => ({
      id,
      name,
      go: () => void navigate({ to: PATHS.comments, params: { projectId: id } }),
    }));
  return [
    ...screens,
    ...others,
    ...(project
      ? [
          {
            id: 'project-settings',
            name: messages.settings,
            project: project.name,
            go: () => void navigate({ to: '/projects/$projectId/settings', params: { projectId: project.id } }),
          },
        ]
      : []),
    ...(organization
      ? [
          {
            id: 'organization-settings',
            name: messages.organizationSettings,
            go: () =>
              void navigate({
                to: '/organizations/$organizationId/settings',
                params: { organizationId: organization.id },
              }),
          },
        ]
      : []),
    { id: 'account-settings', name: messages.accountSettings, go: () => void navigate({ to: '/account' }) },
    { id: 'guide', name: messages.guide, go: () => void window.open(guide, '_blank', 'noopener') },
    ...(viewer.isInstallationAdministrator
      ? [{ id: 'installation', name: messages.installation, go: () => void navigate({ to: '/installation' }) }]
      : []),
  ];
}
