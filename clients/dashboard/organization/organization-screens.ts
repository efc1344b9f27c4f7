// The screens of these settings are loaded together: a file for each would cost more than it has.
export { AuditTrail } from './audit-trail.tsx';
export { Billing } from './billing.tsx';
export { OrganizationGeneral } from './general.tsx';
export { Invitations } from './invitations.tsx';
export { Members } from './members.tsx';
export { OrganizationSettings } from './organization-settings.tsx';
export { Visitors } from './visitors.tsx';
