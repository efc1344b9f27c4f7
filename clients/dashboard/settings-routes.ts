import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { auditSearch } from './data/audit-search.ts';
import { shell } from './shell-route.tsx';

const project = createRoute({
  getParentRoute: () => shell,
  path: '/projects/$projectId/settings',
  component: lazyRouteComponent(() => import('./project/project-settings.tsx'), 'ProjectSettings'),
});
const projectGeneral = createRoute({
  getParentRoute: () => project,
  path: '/',
  component: lazyRouteComponent(() => import('./project/general.tsx'), 'General'),
});
const projectEnvironments = createRoute({
  getParentRoute: () => project,
  path: '/environments',
  component: lazyRouteComponent(() => import('./project/environments.tsx'), 'Environments'),
});
const projectAccess = createRoute({
  getParentRoute: () => project,
  path: '/access',
  component: lazyRouteComponent(() => import('./project/access.tsx'), 'Access'),
});
const projectLabels = createRoute({
  getParentRoute: () => project,
  path: '/labels',
  component: lazyRouteComponent(() => import('./project/labels.tsx'), 'Labels'),
});
const projectActivity = createRoute({
  getParentRoute: () => project,
  path: '/activity',
  component: lazyRouteComponent(() => import('./project/activity.tsx'), 'Activity'),
});
const projectWebhooks = createRoute({
  getParentRoute: () => project,
  path: '/webhooks',
  component: lazyRouteComponent(() => import('./project/webhooks.tsx'), 'Webhooks'),
});
const projectWebhook = createRoute({
  getParentRoute: () => project,
  path: '/webhooks/$webhookId',
  component: lazyRouteComponent(() => import('./project/webhook.tsx'), 'Webhook'),
});
const projectIntegrations = createRoute({
  getParentRoute: () => project,
  path: '/integrations',
  component: lazyRouteComponent(() => import('./project/integrations.tsx'), 'Integrations'),
});
const projectIntegration = createRoute({
  getParentRoute: () => project,
  path: '/integrations/$integrationId',
  component: lazyRouteComponent(() => import('./project/integration.tsx'), 'Integration'),
});
const projectTokens = createRoute({
  getParentRoute: () => project,
  path: '/tokens',
  component: lazyRouteComponent(() => import('./project/tokens.tsx'), 'ProjectTokens'),
});
const projectImportComments = createRoute({
  getParentRoute: () => project,
  path: '/import',
  component: lazyRouteComponent(() => import('./project/import-comments.tsx'), 'ImportComments'),
});
const projectDanger = createRoute({
  getParentRoute: () => project,
  path: '/danger',
  component: lazyRouteComponent(() => import('./project/danger.tsx'), 'Danger'),
});

export const projectSettings = project.addChildren([
  projectGeneral,
  projectEnvironments,
  projectAccess,
  projectLabels,
  projectActivity,
  projectWebhooks,
  projectWebhook,
  projectIntegrations,
  projectIntegration,
  projectTokens,
  projectImportComments,
  projectDanger,
]);

const organization = createRoute({
  getParentRoute: () => shell,
  path: '/organizations/$organizationId/settings',
  component: lazyRouteComponent(() => import('./organization/organization-settings.tsx'), 'OrganizationSettings'),
});
const organizationGeneral = createRoute({
  getParentRoute: () => organization,
  path: '/',
  component: lazyRouteComponent(() => import('./organization/general.tsx'), 'OrganizationGeneral'),
});
const organizationMembers = createRoute({
  getParentRoute: () => organization,
  path: '/members',
  component: lazyRouteComponent(() => import('./organization/members.tsx'), 'Members'),
});
const organizationInvitations = createRoute({
  getParentRoute: () => organization,
  path: '/invitations',
  component: lazyRouteComponent(() => import('./organization/invitations.tsx'), 'Invitations'),
});
const organizationBilling = createRoute({
  getParentRoute: () => organization,
  path: '/billing',
  component: lazyRouteComponent(() => import('./organization/billing.tsx'), 'Billing'),
});
const organizationAuditTrail = createRoute({
  getParentRoute: () => organization,
  path: '/audit',
  validateSearch: auditSearch,
  component: lazyRouteComponent(() => import('./organization/audit-trail.tsx'), 'AuditTrail'),
});
const organizationVisitors = createRoute({
  getParentRoute: () => organization,
  path: '/visitors',
  component: lazyRouteComponent(() => import('./organization/visitors.tsx'), 'Visitors'),
});

export const organizationSettings = organization.addChildren([
  organizationGeneral,
  organizationMembers,
  organizationInvitations,
  organizationBilling,
  organizationAuditTrail,
  organizationVisitors,
]);

const account = createRoute({
  getParentRoute: () => shell,
  path: '/account',
  component: lazyRouteComponent(() => import('./account/account-settings.tsx'), 'AccountSettings'),
});
const accountProfile = createRoute({
  getParentRoute: () => account,
  path: '/',
  component: lazyRouteComponent(() => import('./account/profile.tsx'), 'Profile'),
});
const accountSessions = createRoute({
  getParentRoute: () => account,
  path: '/sessions',
  component: lazyRouteComponent(() => import('./account/sessions.tsx'), 'Sessions'),
});
const accountPersonalTokens = createRoute({
  getParentRoute: () => account,
  path: '/tokens',
  component: lazyRouteComponent(() => import('./account/personal-tokens.tsx'), 'PersonalTokens'),
});
const accountNotifications = createRoute({
  getParentRoute: () => account,
  path: '/notifications',
  component: lazyRouteComponent(() => import('./account/notifications.tsx'), 'Notifications'),
});
const accountAppearance = createRoute({
  getParentRoute: () => account,
  path: '/appearance',
  component: lazyRouteComponent(() => import('./account/appearance.tsx'), 'Appearance'),
});
const accountPersonalData = createRoute({
  getParentRoute: () => account,
  path: '/data',
  component: lazyRouteComponent(() => import('./account/personal-data.tsx'), 'PersonalData'),
});

export const accountSettings = account.addChildren([
  accountProfile,
  accountSessions,
  accountPersonalTokens,
  accountNotifications,
  accountAppearance,
  accountPersonalData,
]);

const installation = createRoute({
  getParentRoute: () => shell,
  path: '/installation',
  component: lazyRouteComponent(() => import('./installation/installation-settings.tsx'), 'InstallationSettings'),
});
const installationOverview = createRoute({
  getParentRoute: () => installation,
  path: '/',
  component: lazyRouteComponent(() => import('./installation/overview.tsx'), 'Overview'),
});
const installationUsers = createRoute({
  getParentRoute: () => installation,
  path: '/users',
  component: lazyRouteComponent(() => import('./installation/users.tsx'), 'Users'),
});
const installationOrganizations = createRoute({
  getParentRoute: () => installation,
  path: '/organizations',
  component: lazyRouteComponent(() => import('./installation/organizations.tsx'), 'Organizations'),
});
const installationMails = createRoute({
  getParentRoute: () => installation,
  path: '/mails',
  component: lazyRouteComponent(() => import('./installation/mails.tsx'), 'Mails'),
});
const installationFailedJobs = createRoute({
  getParentRoute: () => installation,
  path: '/jobs',
  component: lazyRouteComponent(() => import('./installation/failed-jobs.tsx'), 'FailedJobs'),
});

export const installationSettings = installation.addChildren([
  installationOverview,
  installationUsers,
  installationOrganizations,
  installationMails,
  installationFailedJobs,
]);
