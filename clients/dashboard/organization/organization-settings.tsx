import { Link, useParams } from '@tanstack/react-router';
import { useOrganization } from '../data/organization.ts';
import { useSettingsTexts } from '../i18n/settings.ts';
import { SettingsFrame, settingsLink } from '../ui/settings.tsx';
import { Missing } from '../ui/states.tsx';

/** Frame of the settings of an organization. Offers what the reader may see. */
export function OrganizationSettings() {
  const texts = useSettingsTexts();
  const { organizationId } = useParams({ from: '/shell/organizations/$organizationId/settings' });
  const { organization, can } = useOrganization();
  if (organization?.id !== organizationId) return <Missing />;
  const link = { params: { organizationId }, ...settingsLink };
  return (
    <SettingsFrame
      title={organization.name}
      links={
        <>
          <Link to="/organizations/$organizationId/settings" {...link}>
            {texts.general}
          </Link>
          {can('member.read') && (
            <Link to="/organizations/$organizationId/settings/members" {...link}>
              {texts.members}
            </Link>
          )}
          {can('member.manage') && (
            <Link to="/organizations/$organizationId/settings/invitations" {...link}>
              {texts.invitations}
            </Link>
          )}
          {can('usage.read') && (
            <Link to="/organizations/$organizationId/settings/billing" {...link}>
              {texts.billing}
            </Link>
          )}
          {can('audit.read') && (
            <Link to="/organizations/$organizationId/settings/audit" {...link}>
              {texts.auditTrail}
            </Link>
          )}
          {can('personalData.manage') && (
            <Link to="/organizations/$organizationId/settings/visitors" {...link}>
              {texts.visitorData}
            </Link>
          )}
        </>
      }
    />
  );
}
