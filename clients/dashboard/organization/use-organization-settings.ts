import { useParams } from '@tanstack/react-router';
import { useOrganization } from '../data/organization.ts';
import { useSettingsTexts } from '../i18n/settings.ts';

/** The organization of the open settings, with the rights of the reader. */
export function useOrganizationSettings() {
  const texts = useSettingsTexts();
  const { organizationId } = useParams({ from: '/shell/organizations/$organizationId/settings' });
  const { organization, can } = useOrganization();
  return {
    organizationId,
    name: organization?.name ?? '',
    role: organization?.viewerRole,
    can,
    /** Reason why the reader may not perform the action; undefined if it is permitted. */
    lockedBecause: (action: Parameters<typeof can>[0]) => (can(action) ? undefined : texts.adminsOnly),
  };
}
