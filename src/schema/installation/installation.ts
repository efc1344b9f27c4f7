import {
  checkInstallation,
  type InstallationCheck,
  type InstallationPart,
} from '../../resolvers/addons/installation/check-installation.ts';
import {
  type InstallationOrganization,
  type InstallationUser,
  listOrganizations,
  listUsers,
} from '../../resolvers/addons/installation/list-accounts.ts';
import {
  type FAILED_JOB_KINDS,
  type FailedJob,
  listFailedJobs,
  listMails,
  type MailRecord,
} from '../../resolvers/addons/installation/list-work.ts';
import { type Installation, readInstallation } from '../../resolvers/addons/installation/read-installation.ts';
import { builder } from '../builder.ts';
import { connectionTypes } from '../connection.ts';
import { addQuery, listOf } from '../define-operation.ts';

const tag = 'Installation';
const errorStatuses = [403] as const;
const PERMISSION = 'FORBIDDEN unless the user is an administrator of the installation.';

const InstallationType = builder.objectRef<Installation>('Installation').implement({
  description: 'Versions, counts and storage of this installation.',
  fields: (t) => ({
    version: t.exposeString('version', { description: 'Version of Pinbound, of the process that responds.' }),
    nodeVersion: t.exposeString('nodeVersion', { description: 'Version of Node.js, of the process that responds.' }),
    postgresVersion: t.exposeString('postgresVersion', { description: 'Version of PostgreSQL.' }),
    users: t.exposeInt('users', { description: 'Number of accounts.' }),
    organizations: t.exposeInt('organizations', { description: 'Number of organizations.' }),
    projects: t.exposeInt('projects', { description: 'Number of projects.' }),
    storedBytes: t.exposeFloat('storedBytes', {
      description: 'Size of stored images, page records and attachments, bytes.',
    }),
    databaseBytes: t.exposeFloat('databaseBytes', { description: 'Size of the database, bytes.' }),
    pendingBackfills: t.exposeStringList('pendingBackfills', {
      description: 'Names of the backfills of migrations that are not complete.',
    }),
    browser: t.exposeString('browser', {
      nullable: true,
      description: 'Name and version of the browser that took the newest snapshot; null before the first one.',
    }),
    browserReleasedAt: t.expose('browserReleasedAt', {
      type: 'DateTime',
      nullable: true,
      description: "Approximate release of that browser's major version, by the schedule of Chromium; null if unknown.",
    }),
    isBrowserOutdated: t.exposeBoolean('isBrowserOutdated', {
      description: 'Whether that release was over eight weeks ago, so that the browser should be updated.',
    }),
  }),
});

const InstallationUserType = builder.objectRef<InstallationUser>('InstallationUser').implement({
  description: 'An account of the installation, for its administrators.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'UUID.' }),
    email: t.exposeString('email', { description: 'E-mail address, in lowercase.' }),
    name: t.exposeString('name', { description: 'Display name.' }),
    emailVerifiedAt: t.expose('emailVerifiedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'Time when the user verified the e-mail address; null if it is not verified.',
    }),
    administratorSince: t.expose('administratorSince', {
      type: 'DateTime',
      nullable: true,
      description: 'Time when the command made the user an administrator; null for all others.',
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'Creation time of the account.' }),
    lastSeenAt: t.expose('lastSeenAt', {
      type: 'DateTime',
      nullable: true,
      description: 'Time of the newest login or refresh; null if there is none.',
    }),
    organizations: t.exposeInt('organizations', { description: 'Number of organizations that the user belongs to.' }),
  }),
});

const InstallationOrganizationType = builder.objectRef<InstallationOrganization>('InstallationOrganization').implement({
  description: 'An organization of the installation, for its administrators.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'UUID.' }),
    name: t.exposeString('name', { description: 'Display name.' }),
    slug: t.exposeString('slug', { description: 'URL-friendly name, unique in this installation.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'Creation time.' }),
    members: t.exposeInt('members', { description: 'Number of members and guests.' }),
    projects: t.exposeInt('projects', { description: 'Number of projects.' }),
    storedBytes: t.exposeFloat('storedBytes', {
      description: 'Size of images, page records and attachments, bytes. A file of two organizations counts for both.',
    }),
  }),
});

const MailRecordType = builder.objectRef<MailRecord>('MailRecord').implement({
  description: 'The outcome of a mail. The text is not stored.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'UUID.' }),
    recipient: t.exposeString('recipient', { description: 'E-mail address of the recipient.' }),
    subject: t.exposeString('subject', { description: 'Subject.' }),
    error: t.exposeString('error', {
      nullable: true,
      description: 'Reason of the failure; null if the mail server accepted the mail, or a file was written.',
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'Time of the attempt.' }),
  }),
});

const FailedJobKindEnum = builder.enumType('FailedJobKind', {
  description: 'Kind of a failed job.',
  values: {
    capture: { description: 'The capture of a snapshot.' },
    delivery: { description: 'A delivery to a webhook or an integration.' },
  } satisfies Record<(typeof FAILED_JOB_KINDS)[number], object>,
});

const FailedJobType = builder.objectRef<FailedJob>('FailedJob').implement({
  description: 'A capture that failed, or a delivery whose attempts are exhausted.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'UUID of the snapshot or the delivery.' }),
    kind: t.expose('kind', { type: FailedJobKindEnum, description: 'Kind of the job.' }),
    organizationId: t.exposeID('organizationId', { description: 'UUID of the organization.' }),
    subject: t.exposeString('subject', { description: 'URL of the page, or type of the event.' }),
    error: t.exposeString('error', { nullable: true, description: 'Reason of the failure, if it is known.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'Time of the request.' }),
  }),
});

const InstallationPartEnum = builder.enumType('InstallationPart', {
  description: 'A part of the installation that is checked.',
  values: {
    mail: { description: 'The mail server: the check connects and logs in, and sends no mail.' },
    storage: { description: 'The storage of images: an object is written, read and removed.' },
    captures: { description: 'The browser of snapshots: it is found and started.' },
    backups: { description: 'Backups, which are not recorded.' },
  } satisfies Record<InstallationPart, object>,
});

const CheckStateEnum = builder.enumType('InstallationCheckState', {
  description: 'Result of a check.',
  values: {
    works: { description: 'The part works.' },
    failing: { description: 'The part does not work; the message has the reason.' },
    off: { description: 'The part is not set up.' },
    unknown: { description: 'It cannot be established here; the message has the reason.' },
  } satisfies Record<InstallationCheck['state'], object>,
});

const InstallationCheckType = builder.objectRef<InstallationCheck>('InstallationCheck').implement({
  description: 'The result of a check of a part of the installation.',
  fields: (t) => ({
    part: t.expose('part', { type: InstallationPartEnum, description: 'The checked part.' }),
    state: t.expose('state', { type: CheckStateEnum, description: 'Result of the check.' }),
    message: t.exposeString('message', { description: 'Findings, and what to do.' }),
  }),
});

addQuery('installationChecks', {
  type: [InstallationCheckType],
  description: `Checks mail, storage and captures now, on the process that responds, as "pinbound doctor" does. ${PERMISSION}`,
  args: builder.args((t) => ({
    part: t.field({ type: InstallationPartEnum, description: 'Only this part. Default: all.' }),
  })),
  rest: { method: 'GET', path: '/installation/checks', tag, errorStatuses },
  resolve: (ctx, args) => checkInstallation(ctx, args),
});

addQuery('installation', {
  type: InstallationType,
  description: `Versions, counts and storage of the installation. ${PERMISSION}`,
  rest: { method: 'GET', path: '/installation', tag, errorStatuses },
  resolve: readInstallation,
});

listOf('installationUsers', {
  type: InstallationUserType,
  connection: connectionTypes('InstallationUser', 'users', 'A user'),
  description: `Users of the installation, newest first. ${PERMISSION}`,
  args: builder.args((t) => ({
    text: t.string({ description: 'Only users whose name or e-mail address contains this text, in any letter case.' }),
  })),
  rest: { path: '/installation/users', tag, errorStatuses },
  list: listUsers,
});

listOf('installationOrganizations', {
  type: InstallationOrganizationType,
  connection: connectionTypes('InstallationOrganization', 'organizations', 'An organization'),
  description: `Organizations of the installation, newest first. ${PERMISSION}`,
  args: builder.args((t) => ({
    text: t.string({ description: 'Only organizations whose name or slug contains this text, in any letter case.' }),
  })),
  rest: { path: '/installation/organizations', tag, errorStatuses },
  list: listOrganizations,
});

listOf('mailRecords', {
  type: MailRecordType,
  connection: connectionTypes('MailRecord', 'mails', 'A mail'),
  description: `Mails of the last 30 days, newest first. ${PERMISSION}`,
  args: builder.args((t) => ({
    recipient: t.string({ description: 'Only mails whose recipient contains this text, in any letter case.' }),
    failed: t.boolean({ description: 'Only mails that failed, or with false, only those that were accepted.' }),
  })),
  rest: { path: '/installation/mails', tag, errorStatuses },
  list: listMails,
});

listOf('failedJobs', {
  type: FailedJobType,
  connection: connectionTypes('FailedJob', 'failed jobs', 'A failed job'),
  description: `Captures that failed and deliveries whose attempts are exhausted, newest first. ${PERMISSION}`,
  rest: { path: '/installation/failed-jobs', tag, errorStatuses },
  list: (ctx, _args, page) => listFailedJobs(ctx, page),
});
