import { randomUUID } from 'node:crypto';
import { click, snapshot } from '../../support/collection.ts';
import { PASSWORD } from '../../support/factories.ts';
import { SECRET } from '../../support/webhooks.ts';
import { UNREACHABLE_TRACKER } from './integration-fixtures.ts';
import { UNREACHABLE_URL, type World } from './world.ts';

export type Arguments = Record<string, unknown>;

let lastUnique = 0;
/** Returns a value that is unique in this process. */
const unique = (): string => `${process.pid}-${++lastUnique}`;

const PIN = {
  content: 'The price is wrong',
  url: 'https://shop.example/cart',
  position_x: 12.5,
  position_y: 640,
  metadata: { selector: '#total', text: '12 €' },
};

/** Returns a URL of no environment, with a random end. */
const newUrl = (): string => `https://shop.example/preview-${randomUUID().slice(0, 8)}`;

const DAY_MS = 86_400_000;
const LONG_AGO = new Date(Date.now() - 20 * DAY_MS).toISOString();
const LATER = new Date(Date.now() + DAY_MS).toISOString();

/** Filter of an integration. */
const filterOf = ({ label }: World) => ({
  statuses: ['open'],
  pages: ['/cart', '/docs/*'],
  labelIds: [label.id],
  priorities: ['normal'],
});
/** Cursor of the first target of an integration. */
const FIRST_TARGET = Buffer.from('{"skip":0}').toString('base64url');

/**
 * Valid arguments of each operation, with every argument except paging. The generated suites use
 * them; a new operation needs a sample here.
 */
export const SAMPLES: Record<string, (world: World) => Arguments> = {
  register: () => ({
    email: `grace-${unique()}@example.com`,
    password: PASSWORD,
    name: 'Grace',
    organizationName: 'Navy',
    invitationToken: 'required under REGISTRATION=invited only',
  }),
  login: ({ owner }) => ({ email: owner.email, password: PASSWORD }),
  me: () => ({}),
  updateMe: () => ({ name: 'Grace', email: `grace-${unique()}@example.com`, currentPassword: PASSWORD }),
  refresh: ({ session }) => ({ refreshToken: session.refreshToken }),
  logout: ({ session }) => ({ refreshToken: session.refreshToken }),
  sessions: () => ({}),
  endSession: ({ session }) => ({ id: session.id }),
  requestPasswordReset: ({ owner }) => ({ email: owner.email }),
  confirmPasswordReset: ({ resetToken }) => ({ token: resetToken, password: PASSWORD }),
  requestEmailVerification: () => ({}),
  confirmEmailVerification: ({ verificationToken }) => ({ token: verificationToken }),
  changePassword: ({ session }) => ({
    currentPassword: PASSWORD,
    newPassword: PASSWORD,
    refreshToken: session.refreshToken,
  }),

  unlinkOidc: () => ({ currentPassword: PASSWORD }),

  auditTrail: ({ owner }) => ({
    organizationId: owner.organizationId,
    action: 'project_created',
    actorId: owner.id,
    from: '2026-01-01T00:00:00.000Z',
    to: '2100-01-01T00:00:00.000Z',
  }),

  exportMyData: () => ({}),
  deleteAccount: ({ editor }) => ({ currentPassword: PASSWORD, successorId: editor.id }),
  exportUser: ({ editor }) => ({ id: editor.id }),
  eraseUser: ({ viewer, owner }) => ({ id: viewer.id, successorId: owner.id }),
  exportVisitor: ({ owner }) => ({ organizationId: owner.organizationId, email: 'visitor@example.com' }),
  eraseVisitor: ({ owner }) => ({ organizationId: owner.organizationId, email: 'visitor@example.com' }),

  installation: () => ({}),
  installationChecks: () => ({ part: 'storage' }),
  installationUsers: () => ({ text: 'example.com' }),
  installationOrganizations: () => ({ text: 'organization' }),
  mailRecords: () => ({ recipient: 'recorded@example.com', failed: false }),
  failedJobs: () => ({}),

  node: ({ owner }) => ({ id: owner.organizationId }),
  nodes: ({ owner }) => ({ ids: [owner.organizationId] }),

  createOrganization: () => ({ name: 'Engines', slug: `engines-${unique()}` }),
  organizations: () => ({}),
  organization: ({ owner }) => ({ id: owner.organizationId }),
  updateOrganization: ({ owner }) => ({ id: owner.organizationId, name: 'Engines', slug: `engines-${unique()}` }),
  deleteOrganization: ({ owner }) => ({ id: owner.organizationId }),
  members: ({ owner }) => ({ organizationId: owner.organizationId }),
  serviceAccounts: ({ owner }) => ({ organizationId: owner.organizationId }),
  changeMemberRole: ({ owner, membership, project }) => ({
    organizationId: owner.organizationId,
    memberId: membership.id,
    role: 'viewer',
    allProjects: false,
    projectIds: [project.id],
  }),
  removeMember: ({ owner, membership }) => ({ organizationId: owner.organizationId, memberId: membership.id }),
  createInvitation: ({ owner, project }) => ({
    organizationId: owner.organizationId,
    email: `guest-${unique()}@example.com`,
    role: 'editor',
    allProjects: false,
    projectIds: [project.id],
  }),
  invitations: ({ owner }) => ({ organizationId: owner.organizationId }),
  resendInvitation: ({ owner, invitation }) => ({
    organizationId: owner.organizationId,
    invitationId: invitation.id,
  }),
  revokeInvitation: ({ owner, invitation }) => ({
    organizationId: owner.organizationId,
    invitationId: invitation.id,
  }),
  invitationByToken: ({ invitationToken }) => ({ token: invitationToken }),
  acceptInvitation: ({ invitationToken }) => ({ token: invitationToken }),

  createProject: ({ owner }) => ({
    organizationId: owner.organizationId,
    name: 'Blog',
    slug: `blog-${unique()}`,
    respectDoNotTrack: true,
  }),
  projects: ({ owner }) => ({ organizationId: owner.organizationId }),
  project: ({ project }) => ({ id: project.id }),
  updateProject: ({ project }) => ({
    id: project.id,
    name: 'New shop',
    slug: `new-${unique()}`,
    publicFeedback: true,
    allowedOrigins: [],
    panelOrigins: [],
    previewHosts: ['*.preview.shop.example'],
    snapshotRetention: 30,
    respectDoNotTrack: true,
    captureComments: false,
    hideWebdriver: false,
    publicAnnotations: 'all',
    publicReplies: 'all',
  }),
  deleteProject: ({ project }) => ({ id: project.id }),
  rotateProjectKey: ({ project }) => ({ id: project.id }),
  embedScript: ({ project }) => ({ id: project.id, audience: 'parameter' }),

  createEnvironment: ({ project }) => ({ projectId: project.id, name: 'Preview', url: newUrl(), kind: 'staging' }),
  environments: ({ project }) => ({ projectId: project.id }),
  updateEnvironment: ({ environment }) => ({
    id: environment.id,
    name: 'Preview',
    url: newUrl(),
    kind: 'development',
  }),
  deleteEnvironment: ({ environment }) => ({ id: environment.id }),
  captureCredentials: ({ environment }) => ({ id: environment.id }),
  setCaptureCredentials: ({ environment }) => ({
    id: environment.id,
    basic: { username: 'preview', password: 'open sesame' },
    headers: [{ name: 'x-preview', value: 'let me in' }],
    cookies: [{ name: 'gate', value: 'passed' }],
    paths: ['/', '/cart'],
    isShared: false,
  }),
  deleteCaptureCredentials: ({ environment }) => ({ id: environment.id }),

  createLabel: ({ project }) => ({ projectId: project.id, name: `bug-${randomUUID().slice(0, 8)}`, color: '#2f6fed' }),
  labels: ({ project }) => ({ projectId: project.id }),
  updateLabel: ({ label }) => ({ id: label.id, name: `bug-${randomUUID().slice(0, 8)}`, color: '#d1242f' }),
  deleteLabel: ({ label }) => ({ id: label.id }),

  organizationAnnotations: ({ owner }) => ({
    organizationId: owner.organizationId,
    filter: { createdAfter: '2020-01-01' },
    orderBy: 'recently_updated',
  }),
  annotationCounts: ({ owner }) => ({
    organizationId: owner.organizationId,
    filter: { createdAfter: '2020-01-01' },
    by: 'status',
  }),
  updateAnnotations: ({ owner, annotation, label }) => ({
    organizationId: owner.organizationId,
    ids: [annotation.id],
    change: { addLabelIds: [label.id], dueOn: '2027-01-31' },
  }),
  moveAnnotation: ({ annotation, neighbor }) => ({ id: annotation.id, status: 'open', after: neighbor.id }),
  exportAnnotations: ({ owner }) => ({
    organizationId: owner.organizationId,
    filter: { text: 'price' },
    orderBy: 'newest',
    format: 'csv',
  }),
  createAnnotationView: ({ owner }) => ({
    organizationId: owner.organizationId,
    name: 'Urgent',
    filter: { text: 'price' },
    orderBy: 'due',
    isShared: false,
  }),
  annotationViews: ({ owner }) => ({ organizationId: owner.organizationId }),
  updateAnnotationView: ({ view }) => ({
    id: view.id,
    name: 'Mine',
    filter: { unassigned: true },
    orderBy: 'priority',
    isShared: false,
  }),
  deleteAnnotationView: ({ view }) => ({ id: view.id }),

  createAnnotation: ({ project, editor }) => ({
    projectId: project.id,
    ...PIN,
    visibility: 'public',
    mentions: [editor.id],
    snapshotId: null,
  }),
  annotations: ({ project, environment }) => ({
    projectId: project.id,
    url: PIN.url,
    status: 'open',
    environmentId: environment.id,
    filter: { createdAfter: '2020-01-01' },
    orderBy: 'newest',
  }),
  annotation: ({ annotation }) => ({ id: annotation.id }),
  annotationBrief: ({ annotation }) => ({ id: annotation.id }),
  annotationByNumber: ({ project, annotation }) => ({ projectId: project.id, number: annotation.number }),
  setAnnotationStatus: ({ annotation }) => ({ id: annotation.id, status: 'in_progress' }),
  setAnnotationVisibility: ({ annotation }) => ({ id: annotation.id, visibility: 'public' }),
  claimAnnotation: ({ annotation }) => ({ id: annotation.id, takeOver: true }),
  releaseAnnotation: ({ annotation }) => ({ id: annotation.id }),
  assignAnnotation: ({ annotation, editor }) => ({ id: annotation.id, assigneeId: editor.id }),
  rebindAnnotation: ({ annotation }) => ({ id: annotation.id, domFingerprint: { selector: '#sum', xpath: '/p' } }),
  updateAnnotation: ({ annotation, editor, label }) => ({
    id: annotation.id,
    content: 'The price is right',
    mentions: [editor.id],
    priority: 'high',
    labelIds: [label.id],
    dueOn: '2027-01-31',
    assigneeId: editor.id,
  }),
  deleteAnnotation: ({ annotation }) => ({ id: annotation.id }),
  addComment: ({ annotation, comment, editor }) => ({
    id: annotation.id,
    content: 'Because',
    parentId: comment.id,
    visibility: 'public',
    mentions: [editor.id],
  }),
  updateComment: ({ annotation, comment, editor }) => ({
    id: annotation.id,
    commentId: comment.id,
    content: 'How?',
    mentions: [editor.id],
  }),
  deleteComment: ({ annotation, comment }) => ({ id: annotation.id, commentId: comment.id }),
  comments: ({ annotation }) => ({ id: annotation.id }),
  createAttachment: ({ annotation, comment }) => ({
    id: annotation.id,
    commentId: comment.id,
    name: 'log.txt',
    contentType: 'text/plain',
  }),
  attachments: ({ annotation }) => ({ id: annotation.id }),
  deleteAttachment: ({ annotation, attachment }) => ({ id: annotation.id, attachmentId: attachment.id }),
  annotationHistory: ({ annotation }) => ({ id: annotation.id }),

  notifications: ({ owner }) => ({ organizationId: owner.organizationId, unreadOnly: false }),
  unreadNotifications: ({ owner }) => ({ organizationId: owner.organizationId }),
  markNotificationsRead: ({ owner, comment }) => ({ organizationId: owner.organizationId, ids: [comment.id] }),
  markThreadRead: ({ annotation }) => ({ id: annotation.id }),
  notificationReceived: ({ owner }) => ({ organizationId: owner.organizationId }),
  snoozeAnnotation: ({ annotation }) => ({ id: annotation.id, until: new Date(Date.now() + 3_600_000).toISOString() }),
  watchAnnotation: ({ annotation }) => ({ id: annotation.id, state: 'watching' }),
  notificationSettings: () => ({}),
  updateNotificationSettings: () => ({
    preferences: [{ kind: 'status', channel: 'daily_digest' }],
    mails: true,
    timeZone: 'Europe/Berlin',
    digestHour: 9,
    digestWeekday: 2,
  }),
  projectNotificationSettings: ({ project }) => ({ projectId: project.id }),
  setProjectNotificationSettings: ({ project }) => ({
    projectId: project.id,
    preferences: [{ kind: 'annotation', channel: 'off' }],
  }),

  importComments: ({ project }) => ({
    projectId: project.id,
    source: 'spreadsheet',
    comments: [{ text: 'Too small', page: PIN.url, x: '12', externalId: 'a' }, { text: 'Nowhere' }],
  }),
  importProjects: ({ owner }) => ({
    organizationId: owner.organizationId,
    projects: [{ name: 'Docs', url: 'https://docs.example/' }, { name: 'Nowhere' }],
  }),
  importMembers: ({ owner }) => ({
    organizationId: owner.organizationId,
    members: [{ email: `imported-${unique()}@example.com`, role: 'viewer' }, { email: 'nobody' }],
  }),

  plans: () => ({}),
  loginOptions: () => ({}),
  billingSubscription: ({ owner }) => ({ organizationId: owner.organizationId }),
  billingUsage: ({ owner }) => ({ organizationId: owner.organizationId }),
  changePlan: ({ owner }) => ({ organizationId: owner.organizationId, plan: 'team' }),
  cancelSubscription: ({ owner }) => ({ organizationId: owner.organizationId }),
  resumeSubscription: ({ owner }) => ({ organizationId: owner.organizationId }),
  startCheckout: ({ owner }) => ({
    organizationId: owner.organizationId,
    plan: 'team',
    returnUrl: 'https://shop.example/paid',
  }),
  openBillingPortal: ({ owner }) => ({ organizationId: owner.organizationId, returnUrl: 'https://shop.example/paid' }),
  invoices: ({ owner }) => ({ organizationId: owner.organizationId }),
  invoice: ({ invoice }) => ({ id: invoice.id }),
  markInvoicePaid: ({ invoice }) => ({ id: invoice.id }),
  voidInvoice: ({ invoice }) => ({ id: invoice.id }),

  pages: ({ project, environment }) => ({
    projectId: project.id,
    text: 'car',
    url: PIN.url,
    environmentId: environment.id,
    orphanedOnly: false,
    orderBy: 'open',
  }),
  verifyFix: ({ annotation, environment }) => ({ id: annotation.id, environmentId: environment.id }),
  uploadSources: ({ project }) => ({
    projectId: project.id,
    commit: '9b1c6f2d3e4a5b6c7d8e9f0a1b2c3d4e5f6a7b8c',
    repository: 'https://github.com/acme/shop',
    manifest: {
      version: 1,
      files: ['src/Price.tsx'],
      components: ['Price'],
      elements: { f3Kx9aQ: [[0, 4, 5, 0, 'span']] },
    },
  }),
  locate: ({ annotation }) => ({ id: annotation.id }),
  fixVerdict: ({ annotation, snapshot }) => ({ id: annotation.id, snapshotId: snapshot.id }),
  vanishedElement: ({ annotation }) => ({ id: annotation.id }),
  rebindSweep: ({ project }) => ({ projectId: project.id, url: PIN.url }),
  createSnapshot: ({ project }) => ({
    projectId: project.id,
    url: PIN.url,
    viewport: { width: 1280, height: 720, deviceScaleFactor: 2 },
    fullPage: true,
    waitForSelector: '#total',
    delay: 250,
    hideSelectors: ['.chat', '[data-ad]'],
    freeze: true,
  }),
  snapshots: ({ project, environment }) => ({
    projectId: project.id,
    page: 1,
    limit: 10,
    from: '2026-01-01',
    to: '2099-01-01',
    url: PIN.url,
    environmentId: environment.id,
    viewportWidth: 1920,
    status: 'completed',
  }),
  snapshot: ({ snapshot }) => ({ id: snapshot.id }),
  deleteSnapshot: ({ snapshot }) => ({ id: snapshot.id }),
  compareSnapshots: ({ pictures }) => ({
    baselineId: pictures.before.id,
    comparisonId: pictures.after.id,
    threshold: 0.2,
    ignore: ['#clock', { x: 0, y: 0, width: 5, height: 5 }],
    alignRows: false,
  }),

  comparison: ({ comparison }) => ({ id: comparison.id }),
  comparisons: ({ project }) => ({ projectId: project.id }),

  createDeployment: ({ project, environment }) => ({
    projectId: project.id,
    environmentId: environment.id,
    commit: 'f00d5',
    branch: 'main',
    url: 'https://ci.example/runs/1',
    pages: ['/cart', 'about'],
    viewports: [{ width: 1280, height: 720, deviceScaleFactor: 2 }],
    force: true,
  }),
  deployment: ({ deployment }) => ({ id: deployment.id }),
  deployments: ({ project, environment }) => ({ projectId: project.id, environmentId: environment.id }),
  cancelDeployment: ({ deployment }) => ({ id: deployment.id }),
  recaptureDeployment: ({ failedDeployment }) => ({ id: failedDeployment.id }),
  reviewDeployment: ({ reviewable }) => ({
    id: reviewable.id,
    decision: 'rejected',
    changeIds: [reviewable.changeId],
    alike: true,
    resolve: false,
  }),
  undoReview: ({ review }) => ({ id: review.id }),
  baselines: ({ environment }) => ({ environmentId: environment.id }),
  acceptBaseline: ({ pictures }) => ({ snapshotId: pictures.after.id }),
  moveBaselines: ({ environment }) => ({ environmentId: environment.id, from: '/old', to: '/new' }),
  createIgnoreRule: ({ project, environment }) => ({
    projectId: project.id,
    environmentId: environment.id,
    page: '/cart',
    selector: '#clock',
    reason: 'Shows the time',
    expiresAt: new Date(Date.now() + 86_400_000).toISOString(),
  }),
  guards: ({ project, environment }) => ({
    projectId: project.id,
    environmentId: environment.id,
    state: 'returned',
    url: PIN.url,
    elementSelector: '#price',
  }),
  retireGuard: ({ guard }) => ({ id: guard.id, reason: 'Redesigned' }),
  ignoreRules: ({ project }) => ({ projectId: project.id }),
  deleteIgnoreRule: ({ ignoreRule }) => ({ id: ignoreRule.id }),

  createPublicAnnotation: ({ project }) => ({
    projectKey: project.projectKey,
    ...PIN,
    name: 'Visitor',
    email: 'visitor@example.com',
  }),
  addPublicComment: ({ project, annotation }) => ({
    projectKey: project.projectKey,
    id: annotation.id,
    content: 'Here, too',
    name: 'Another visitor',
  }),
  exchangeVisitorCode: ({ visitorCode }) => ({ code: visitorCode }),
  updatePublicAnnotation: ({ annotation }) => ({ id: annotation.id, content: 'The price is old' }),
  deletePublicAnnotation: ({ annotation }) => ({ id: annotation.id }),
  publicAnnotations: ({ project }) => ({ projectKey: project.projectKey, url: PIN.url }),

  collect: ({ project }) => ({
    projectKey: project.projectKey,
    timestamp: Date.now(),
    url: PIN.url,
    userAgent: 'Mozilla/5.0',
    sessionId: `session-${unique()}`,
    snapshot: snapshot(),
    events: [click(Date.now())],
  }),
  recordPageEvent: ({ project }) => ({
    projectKey: project.projectKey,
    type: 'page_view',
    data: { url: PIN.url, sessionId: `session-${unique()}`, timestamp: Date.now() },
  }),
  collectSettings: ({ project }) => ({ projectKey: project.projectKey }),
  activity: ({ project }) => ({ projectId: project.id, url: PIN.url, from: LONG_AGO, to: LATER }),
  topElements: ({ project }) => ({ projectId: project.id, url: PIN.url, from: LONG_AGO, to: LATER, limit: 10 }),
  clickMap: ({ project }) => ({
    projectId: project.id,
    url: PIN.url,
    from: LONG_AGO,
    to: LATER,
    minViewportWidth: 300,
    maxViewportWidth: 2_000,
  }),
  pageActivity: ({ project }) => ({ projectId: project.id, from: LONG_AGO, to: LATER, limit: 10 }),
  pageStructure: ({ project }) => ({ projectId: project.id, url: PIN.url }),
  pageStructureChanges: ({ project, structures: [before, after] }) => ({
    projectId: project.id,
    url: PIN.url,
    before,
    after,
  }),
  annotationTrail: ({ annotation }) => ({ id: annotation.id }),
  activityChanged: ({ project }) => ({ projectId: project.id }),
  createWebhook: ({ owner, project }) => ({
    url: UNREACHABLE_URL,
    events: ['member.invited'],
    secret: SECRET,
    organizationId: owner.organizationId,
    projectId: project.id,
    includeInternal: true,
  }),
  webhooks: ({ owner }) => ({ organizationId: owner.organizationId, page: 1, limit: 100 }),
  webhook: ({ webhook }) => ({ id: webhook.id }),
  updateWebhook: ({ webhook }) => ({
    id: webhook.id,
    url: `${UNREACHABLE_URL}new`,
    events: ['project.created', 'comment.resolved'],
    enabled: true,
    includeInternal: false,
    secret: SECRET,
  }),
  deleteWebhook: ({ webhook }) => ({ id: webhook.id }),
  testWebhook: ({ webhook }) => ({ id: webhook.id }),
  webhookDeliveries: ({ webhook }) => ({ id: webhook.id, state: 'pending', page: 1, limit: 100 }),
  webhookDelivery: ({ webhook, delivery }) => ({ id: webhook.id, deliveryId: delivery.id }),
  redeliverWebhookDelivery: ({ webhook, delivery }) => ({ id: webhook.id, deliveryId: delivery.id }),
  redeliverWebhook: ({ webhook }) => ({
    id: webhook.id,
    from: '2026-01-01T00:00:00.000Z',
    to: '2100-01-01T00:00:00.000Z',
  }),
  webhookDeliveryChanged: ({ webhook }) => ({ webhookId: webhook.id }),

  createPersonalToken: ({ project }) => ({
    name: 'Laptop',
    preset: 'fix',
    projectIds: [project.id],
    expiresAt: LATER,
  }),
  personalTokens: () => ({}),
  updatePersonalToken: ({ personalToken }) => ({
    id: personalToken.id,
    name: 'Desktop',
    actions: ['project.read'],
    allProjects: true,
  }),
  revokePersonalToken: ({ personalToken }) => ({ id: personalToken.id }),
  appRequest: ({ appRequests }) => ({ code: appRequests.denied }),
  allowAppRequest: ({ appRequests, project }) => ({
    code: appRequests.allowed,
    actions: ['project.read'],
    projectIds: [project.id],
    expiresAt: LATER,
  }),
  denyAppRequest: ({ appRequests }) => ({ code: appRequests.denied }),
  connectedApps: () => ({}),
  disconnectApp: ({ connectedApp }) => ({ id: connectedApp.id }),
  createProjectToken: ({ owner, project }) => ({
    organizationId: owner.organizationId,
    role: 'editor',
    name: 'CI',
    preset: 'ci',
    actions: ['annotation.change'],
    projectIds: [project.id],
    expiresAt: LATER,
    pipeline: {
      provider: 'github',
      issuer: 'https://ci.acme.example',
      repository: 'acme/shop',
      refs: ['main'],
      pullRequests: true,
    },
  }),
  projectTokens: ({ owner }) => ({ organizationId: owner.organizationId }),
  updateProjectToken: ({ projectToken, project }) => ({
    id: projectToken.id,
    name: 'Nightly CI',
    preset: 'read',
    projectIds: [project.id],
  }),
  revokeProjectToken: ({ projectToken }) => ({ id: projectToken.id }),
  exchangePipelineToken: ({ project, pipeline }) => ({ projectId: project.id, ...pipeline }),

  createIntegration: (world) => ({
    projectId: world.project.id,
    ...UNREACHABLE_TRACKER,
    includeInternal: true,
    filter: filterOf(world),
  }),
  integrations: ({ project }) => ({ projectId: project.id }),
  integration: ({ integration }) => ({ id: integration.id }),
  updateIntegration: (world) => {
    const { provider: _fixed, ...place } = UNREACHABLE_TRACKER;
    return {
      id: world.integration.id,
      ...place,
      name: 'Tracker',
      projectKey: 'BLOG',
      enabled: true,
      includeInternal: false,
      filter: filterOf(world),
    };
  },
  deleteIntegration: ({ integration }) => ({ id: integration.id }),
  testIntegration: ({ integration }) => ({ id: integration.id }),
  findIntegrationTargets: ({ project, tracker: { baseUrl, email, token } }) => ({
    projectId: project.id,
    provider: 'jira',
    ...{ baseUrl, email, token },
    search: 'shop',
    limit: 10,
    cursor: FIRST_TARGET,
  }),
  integrationTargets: ({ integration }) => ({ id: integration.id, search: 'shop', limit: 10, cursor: FIRST_TARGET }),
  issueTrackers: ({ project }) => ({ projectId: project.id }),
  createIssue: ({ annotation, integration }) => ({ annotationId: annotation.id, integrationId: integration.id }),
  sendAnnotations: (world) => ({ integrationId: world.integration.id, filter: filterOf(world) }),
  annotationSends: ({ integration }) => ({ integrationId: integration.id }),
  annotationSend: ({ annotationSend }) => ({ id: annotationSend.id }),
  cancelAnnotationSend: ({ annotationSend }) => ({ id: annotationSend.id }),

  annotationChanged: ({ project }) => ({ projectId: project.id }),
  snapshotChanged: ({ project }) => ({ projectId: project.id }),
  scriptsChanged: ({ project }) => ({ projectId: project.id }),
  deploymentChanged: ({ project }) => ({ projectId: project.id }),
  snapshotCompleted: ({ project }) => ({ projectId: project.id }),
  publicAnnotationChanged: ({ project }) => ({ projectKey: project.projectKey, url: PIN.url }),
};

/**
 * Creates the arguments of an operation.
 * @throws for an operation without a sample
 */
export function sampleFor(name: string, world: World): Arguments {
  const sample = SAMPLES[name];
  if (!sample) throw new Error(`"${name}" has no sample arguments: add them to test/contract/support/samples.ts`);
  return sample(world);
}
