import { expect } from 'vitest';

export const UUID = expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
export const TIME = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
export const PROJECT_KEY = expect.stringMatching(/^pk_[\w-]{32}$/);
const TEXT = expect.any(String);
const NUMBER = expect.any(Number);
const OBJECT = expect.any(Object);

/** Members of a project in every response except lists. */
export const PROJECT = {
  id: UUID,
  name: TEXT,
  slug: TEXT,
  organizationId: UUID,
  projectKey: PROJECT_KEY,
  publicFeedback: expect.any(Boolean),
  respectDoNotTrack: expect.any(Boolean),
  allowedOrigins: expect.any(Array),
  panelOrigins: expect.any(Array),
  previewHosts: expect.any(Array),
  captureComments: expect.any(Boolean),
  hideWebdriver: expect.any(Boolean),
  publicAnnotations: 'all',
  publicReplies: 'own',
  snapshotRetention: NUMBER,
  createdAt: TIME,
  updatedAt: TIME,
};

/** Members of a project in lists; the interface fixes these six. */
export const LISTED_PROJECT = {
  id: UUID,
  name: TEXT,
  slug: TEXT,
  organizationId: UUID,
  createdAt: TIME,
  updatedAt: TIME,
};

/**
 * Members of a public annotation except author and comments; without e-mail address and assignee.
 */
const PUBLIC_FIELDS = {
  id: UUID,
  number: NUMBER,
  projectId: UUID,
  content: TEXT,
  url: TEXT,
  position_x: NUMBER,
  position_y: NUMBER,
  metadata: OBJECT,
  domFingerprint: OBJECT,
  status: 'open',
  source: TEXT,
  environmentId: null,
  anchor: { state: 'bound', confidence: 1, checkedAt: TIME, wantedTexts: [], fingerprint: null },
  screenshotUrl: null,
  commentCount: 0,
  createdAt: TIME,
  updatedAt: TIME,
  resolvedAt: null,
};

/** Members of a new annotation. */
export const ANNOTATION = {
  ...PUBLIC_FIELDS,
  visibility: 'public',
  mentions: [],
  via: null,
  anchor: { ...PUBLIC_FIELDS.anchor, fingerprint: null, candidates: [] },
  author: { id: UUID, name: TEXT, email: TEXT },
  link: expect.stringMatching(/#pinbound=\d+$/),
  appLink: expect.stringMatching(/\/a\/[\w-]{22}$/),
  resolution: null,
  duplicateOfId: null,
  priority: 'normal',
  labelIds: [],
  dueOn: null,
  rank: NUMBER,
  assigneeId: null,
  lastSeen: null,
  externalIssues: [],
};

/** Lists have no token. */
export const PUBLIC_ANNOTATION = {
  ...PUBLIC_FIELDS,
  picture: null,
  author: { id: null, name: null },
  visitorToken: null,
  canReply: false,
  comments: [],
};

export const VISITOR_TOKEN = expect.stringMatching(/^pbv_[\w-]{43}$/);

export const COMMENT = {
  id: UUID,
  annotationId: UUID,
  parentId: null,
  content: TEXT,
  visibility: 'public',
  byVisitor: false,
  byOtherVisitor: false,
  mentions: [],
  via: null,
  author: { id: UUID, name: TEXT, email: TEXT },
  createdAt: TIME,
  updatedAt: TIME,
};

export const ENVIRONMENT = {
  id: UUID,
  projectId: UUID,
  name: TEXT,
  url: TEXT,
  kind: TEXT,
  createdAt: TIME,
  updatedAt: TIME,
};
