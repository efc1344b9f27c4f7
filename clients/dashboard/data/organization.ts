import { useParams } from '@tanstack/react-router';
import { useSyncExternalStore } from 'react';
import { useQuery } from 'urql';
import { useShell } from './shell-context.ts';
import { ProjectOrganizationDocument } from './viewer.generated.ts';

const STORAGE_KEY = 'pinbound-organization';
const listeners = new Set<() => void>();

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};
function storedId(): string | null {
  try {
    return localStorage.getItem(STORAGE_KEY);
  } catch {
    // Browsers may refuse storage to a framed page.
    return null;
  }
}

/** Makes an organization the current one, also after the next log-in in this browser. */
export function chooseOrganization(id: string): void {
  localStorage.setItem(STORAGE_KEY, id);
  for (const listener of listeners) listener();
}

/** Actions of the policy table that the screens ask for. */
type Action =
  | 'admin.manage'
  | 'annotation.change'
  | 'annotation.delete'
  | 'audit.read'
  | 'billing.manage'
  | 'annotation.create'
  | 'comment.create'
  | 'comment.moderate'
  | 'deployment.create'
  | 'environment.manage'
  | 'guard.retire'
  | 'issue.create'
  | 'label.manage'
  | 'member.manage'
  | 'member.read'
  | 'organization.change'
  | 'organization.delete'
  | 'personalData.manage'
  | 'project.create'
  | 'review.write'
  | 'snapshot.compare'
  | 'snapshot.create'
  | 'snapshot.read'
  | 'usage.read'
  | 'view.manage'
  | 'view.share';

/**
 * The organization of the address or of the open project; without one, the organization chosen
 * last, else that of the oldest membership.
 */
export function useOrganization() {
  const { viewer } = useShell();
  const chosen = useSyncExternalStore(subscribe, storedId);
  const { projectId, organizationId } = useParams({ strict: false });
  const [{ data }] = useQuery({
    query: ProjectOrganizationDocument,
    variables: { projectId: projectId ?? '' },
    pause: !projectId,
    // A project never changes its organization; many parts of a screen ask.
    requestPolicy: 'cache-first',
  });
  const ofProject = data?.project?.id === projectId ? data?.project?.organizationId : undefined;
  const wanted = organizationId ?? ofProject ?? chosen;
  const membership = viewer.memberships.find(({ organization }) => organization.id === wanted) ?? viewer.memberships[0];
  const organization = membership?.organization;
  return {
    organization,
    isGuest: organization?.viewerRole === 'guest',
    /** Whether the user may perform the action in the organization; no until it is known. */
    can: (action: Action): boolean =>
      (ofProject !== undefined || !projectId) && (organization?.viewerActions?.includes(action) ?? false),
    choose: chooseOrganization,
  };
}
