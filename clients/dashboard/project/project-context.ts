import { createContext, useContext } from 'react';
import type { ProjectSettingsQuery } from '../graphql-types.generated.ts';
import { useSettingsTexts } from '../i18n/settings.ts';

type Project = NonNullable<ProjectSettingsQuery['project']>;

export const ProjectContext = createContext<Project | null>(null);

/**
 * The project of the open settings, with the rights of the reader.
 *
 * @throws outside of project settings
 */
export function useProjectSettings() {
  const texts = useSettingsTexts();
  const project = useContext(ProjectContext);
  if (!project) throw new Error('useProjectSettings needs a ProjectContext.');
  const can = (action: string): boolean => project.viewerActions?.includes(action) ?? false;
  return {
    project,
    projectId: project.id,
    organizationId: project.organizationId,
    can,
    /** Reason why the reader may not perform the action; undefined if it is permitted. */
    lockedBecause: (action: string): string | undefined => (can(action) ? undefined : texts.adminsOnly),
  };
}
