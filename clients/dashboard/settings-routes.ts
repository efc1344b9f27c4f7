import { createRoute } from '@tanstack/react-router';
import { auditSearch } from './data/audit-search.ts';
import { shell } from './shell-route.tsx';
import { lazyScreen } from './ui/lazy-part.ts';

const project = createRoute({
  getParentRoute: () => shell,
  path: '/projects/$projectId/settings',
  component: lazyScreen(() => import('./project/project-screens.ts'), 'ProjectSettings'),
});
const projectGeneral = createRoute({
  getParentRoute: () => project,
  path: '/',
  component: lazyScreen(() => import('./project/project-screens.ts'), 'General'),
});
const projectEnvironments = createRoute({
  getParentRoute: () => project,
  path: '/environments',
  component: lazyScreen(() => import('./project/project-screens.ts'), 'Environments'),
});
const projectAccess = createRoute({
  getParentRoute: () => project,
  path: '/access',
  component: lazyScreen(() => import('./project/project-screens.ts'), 'Access'),
});
const projectLabels = createRoute({
  getParentRoute: () => project,
  path: '/labels',
  component: lazyScreen(() => import('./project/project-screens.ts'), 'Labels'),
});
const projectGuards = createRoute({
  getParentRoute: () => project,
  path: '/guards',
  component: lazyScreen(() => import('./project/project-screens.ts'), 'Guards'),
});
const projectActivity = createRoute({
  getParentRoute: () => project,
  path: '/activity',
  component: lazyScreen(() => import('./project/project-screens.ts'), 'Activity'),
});
const projectWebhooks = createRoute({
  getParentRoute: () => project,
  path: '/webhooks',
  component: lazyScreen(() => import('./project/project-screens.ts'), 'Webhooks'),
});
const projectWebhook = createRoute({
  getParentRoute: () => project,
  path: '/webhooks/$webhookId',
  component: lazyScreen(() => import('./project/project-screens.ts'), 'Webhook'),
});
const projectIntegrations = createRoute({
  getParentRoute: () => project,
  path: '/integrations',
  component: lazyScreen(() => import('./project/project-screens.ts'), 'Integrations'),
});
const projectIntegration = createRoute({
  getParentRoute: () => project,
  path: '/integrations/$integrationId',
  component: lazyScreen(() => import('./project/project-screens.ts'), 'Integration'),
});
const projectTokens = createRoute({
  getParentRoute: () => project,
  path: '/tokens',
  component: lazyScreen(() => import('./project/project-screens.ts'), 'ProjectTokens'),
});
const projectImportComments = createRoute({
  getParentRoute: () => project,
  path: '/import',
  component: lazyScreen(() => import('./project/project-screens.ts'), 'ImportComments'),
});
const projectDanger = createRoute({
  getParentRoute: () => project,
  path: '/danger',
  component: lazyScreen(() => import('./project/project-screens.ts'), 'Danger'),
});

export const projectSettings = project.addChildren([
  projectGeneral,
  projectEnvironments,
  projectAccess,
  projectLabels,
  projectGuards,
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
  component: lazyScreen(() => import('./organization/organization-screens.ts'), 'OrganizationSettings'),
});
const organizationGeneral = createRoute({
  getParentRoute: () => organization,
  path: '/',
  component: lazyScreen(() => import('./organization/organization-screens.ts'), 'OrganizationGeneral'),
});
const organizationMembers = createRoute({
  getParentRoute: () => organization,
  path: '/members',
  component: lazyScreen(() => import('./organization/organization-screens.ts'), 'Members'),
});
const organizationInvitations = createRoute({
  getParentRoute: () => organization,
  path: '/invitations',
  component: lazyScreen(() => import('./organization/organization-screens.ts'), 'Invitations'),
});
const organizationBilling = createRoute({
  getParentRoute: () => organization,
  path: '/billing',
  component: lazyScreen(() => import('./organization/organization-screens.ts'), 'Billing'),
});
const organizationAuditTrail = createRoute({
  getParentRoute: () => organization,
  path: '/audit',
  validateSearch: auditSearch,
  component: lazyScreen(() => import('./organization/organization-screens.ts'), 'AuditTrail'),
});
const organizationVisitors = createRoute({
  getParentRoute: () => organization,
  path: '/visitors',
  component: lazyScreen(() => import('./organization/organization-screens.ts'), 'Visitors'),
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
  component: lazyScreen(() => import('./account/account-screens.ts'), 'AccountSettings'),
});
const accountProfile = createRoute({
  getParentRoute: () => account,
  path: '/',
  component: lazyScreen(() => import('./account/account-screens.ts'), 'Profile'),
});
const accountSessions = createRoute({
  getParentRoute: () => account,
  path: '/sessions',
  component: lazyScreen(() => import('./account/account-screens.ts'), 'Sessions'),
});
const accountPersonalTokens = createRoute({
  getParentRoute: () => account,
  path: '/tokens',
  component: lazyScreen(() => import('./account/account-screens.ts'), 'PersonalTokens'),
});
const accountConnectedApps = createRoute({
  getParentRoute: () => account,
  path: '/apps',
  component: lazyScreen(() => import('./account/account-screens.ts'), 'ConnectedApps'),
});
const accountNotifications = createRoute({
  getParentRoute: () => account,
  path: '/notifications',
  component: lazyScreen(() => import('./account/account-screens.ts'), 'Notifications'),
});
const accountAppearance = createRoute({
  getParentRoute: () => account,
  path: '/appearance',
  component: lazyScreen(() => import('./account/account-screens.ts'), 'Appearance'),
});
const accountPersonalData = createRoute({
  getParentRoute: () => account,
  path: '/data',
  component: lazyScreen(() => import('./account/account-screens.ts'), 'PersonalData'),
});

export const accountSettings = account.addChildren([
  accountProfile,
  accountSessions,
  accountPersonalTokens,
  accountConnectedApps,
  accountNotifications,
  accountAppearance,
  accountPersonalData,
]);

const installation = createRoute({
  getParentRoute: () => shell,
  path: '/installation',
  component: lazyScreen(() => import('./installation/installation-screens.ts'), 'InstallationSettings'),
});
const installationOverview = createRoute({
  getParentRoute: () => installation,
  path: '/',
  component: lazyScreen(() => import('./installation/installation-screens.ts'), 'Overview'),
});
const installationUsers = createRoute({
  getParentRoute: () => installation,
  path: '/users',
  component: lazyScreen(() => import('./installation/installation-screens.ts'), 'Users'),
});
const installationOrganizations = createRoute({
  getParentRoute: () => installation,
  path: '/organizations',
  component: lazyScreen(() => import('./installation/installation-screens.ts'), 'Organizations'),
});
const installationMails = createRoute({
  getParentRoute: () => installation,
  path: '/mails',
  component: lazyScreen(() => import('./installation/installation-screens.ts'), 'Mails'),
});
const installationFailedJobs = createRoute({
  getParentRoute: () => installation,
  path: '/jobs',
  component: lazyScreen(() => import('./installation/installation-screens.ts'), 'FailedJobs'),
});

export const installationSettings = installation.addChildren([
  installationOverview,
  installationUsers,
  installationOrganizations,
  installationMails,
  installationFailedJobs,
]);
