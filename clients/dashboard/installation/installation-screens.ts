// The screens of these settings are loaded together: a file for each would cost more than it has.
export { FailedJobs } from './failed-jobs.tsx';
export { InstallationSettings } from './installation-settings.tsx';
export { Mails } from './mails.tsx';
export { Organizations } from './organizations.tsx';
export { Overview } from './overview.tsx';
export { Users } from './users.tsx';
