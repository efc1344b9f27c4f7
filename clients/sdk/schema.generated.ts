// Written by `npm run generate`.
import type { Leaf, Link } from './selection.ts';

/** Result of a collect request. The events are committed. */
export interface Accepted {
  /** Number of counted events, plus 1 for a page structure if the storage quota allowed it; 0 when the visitor asks not to be tracked. */
  accepted: Leaf<number>;
}

/** A token for programs, sent as `Authorization: Bearer pbt_…`. A personal token has the rights of its owner at that time, a project token those of its own role, both limited to its actions and projects. */
export interface AccessToken {
  /** UUID; rows that the token writes name it as `via`. */
  id: Leaf<string>;
  /** Display name. */
  name: Leaf<string>;
  /** Kind of the token. */
  kind: Leaf<AccessTokenKind>;
  /** The token itself: only in the response of its creation, null otherwise and for pipelines. */
  token: Leaf<string | null>;
  /** Pipelines that exchange their ID tokens for tokens with its rights; null for a token to copy. */
  pipeline: Link<Pipeline | null>;
  /** First 8 characters of the token. */
  prefix: Leaf<string>;
  /** UUID of the organization of a project token; null for a personal one. */
  organizationId: Leaf<string | null>;
  /** Role of a project token; null for a personal one, whose owner has a role. */
  role: Leaf<Role | null>;
  /** UUID of the author of what the token writes: its owner, or the service account of a project token. */
  userId: Leaf<string>;
  /** UUID of the user who created it; null after the account was deleted. */
  createdById: Leaf<string | null>;
  /** Actions, sorted. */
  actions: Leaf<readonly (string)[]>;
  /** Whether it has all projects, including later ones. */
  allProjects: Leaf<boolean>;
  /** UUIDs of the listed projects; empty for a token with all projects. */
  projectIds: Leaf<readonly (string)[]>;
  /** Creation time. */
  createdAt: Leaf<string>;
  /** Time at which it stops working. */
  expiresAt: Leaf<string>;
  /** Time of its revocation; null before. */
  revokedAt: Leaf<string | null>;
  /** Time of the last use, to the minute; null before the first. */
  lastUsedAt: Leaf<string | null>;
  /** Network of that use: an IPv4 address, or the /64 network of an IPv6 address. */
  lastUsedNetwork: Leaf<string | null>;
  /** User agent of that use, the first 256 characters. */
  lastUsedClient: Leaf<string | null>;
}

/** A page of access tokens. */
export interface AccessTokenConnection {
  /** Position of this page in the list, and the cursors of its ends. */
  pageInfo: Link<PageInfo>;
  /** The items of this page, each with its cursor. */
  edges: Link<readonly (AccessTokenEdge)[]>;
  /** The items of this page, without their cursors. */
  nodes: Link<readonly (AccessToken)[]>;
}

/** An access token in a list. */
export interface AccessTokenEdge {
  /** The item. */
  node: Link<AccessToken>;
  /** Cursor of this item, for `after` or `before`. */
  cursor: Leaf<string>;
}

/** Kind of an access token. */
export type AccessTokenKind = 'personal' | 'project';

/** Named list of actions of an access token. */
export type AccessTokenPreset = 'read' | 'comment' | 'fix' | 'ci';

/** Visitor activity of today, UTC. */
export interface ActivityCounts {
  /** Number of page views. */
  views: Leaf<number>;
  /** Number of clicks. */
  clicks: Leaf<number>;
  /** Number of hovers. */
  hovers: Leaf<number>;
  /** Number of inputs into form fields. */
  inputs: Leaf<number>;
}

/** Somebody who writes: a user, a visitor or a program. */
export interface Actor {
  /** UUID of the user or the access token; null for a visitor. */
  id: Leaf<string | null>;
  /** E-mail address, if there is one. Guests see only their own. */
  email: Leaf<string | null>;
  /** Display name, if known. */
  name: Leaf<string | null>;
}

/** Connection of the pin to its element. */
export interface Anchor {
  /** State of the connection between pin and element. */
  state: Leaf<AnchorState>;
  /** Confidence of the state, 0–1. */
  confidence: Leaf<number>;
  /** Time of the last check. */
  checkedAt: Leaf<string>;
  /** Texts that the annotation asks for literally, such as: should say "Place order". Re-anchoring also binds an element in the old place that shows one of them. At most 3. */
  wantedTexts: Leaf<readonly (string)[]>;
  /** Fingerprint of the element at the last successful re-anchoring; null before the first. `domFingerprint` keeps the original. */
  fingerprint: Leaf<Record<string, unknown> | null>;
  /** Candidate elements of a moved pin, most likely first, at most 3; otherwise empty. Rebind with the id of the correct one. */
  candidates: Link<readonly (AnchorCandidate)[]>;
}

/** A candidate element for a moved pin. */
export interface AnchorCandidate {
  /** Id of the candidate, to send as `candidateId`. It never names another element; after the next capture it may be unknown. */
  id: Leaf<string>;
  /** Likelihood of the match, 0–1. */
  confidence: Leaf<number>;
  /** Fingerprint of the element, for rebinding. */
  fingerprint: Leaf<Record<string, unknown>>;
  /** Bounding box on the page. */
  box: Link<ElementBox>;
}

/** State of the connection between pin and element. */
export type AnchorState = 'bound' | 'moved' | 'rebound' | 'orphaned';

/** Feedback pinned to an element or a position of a page. */
export interface Annotation {
  /** UUID. */
  id: Leaf<string>;
  /** Sequential number within the project, from 1. */
  number: Leaf<number>;
  /** UUID of the project. */
  projectId: Leaf<string>;
  /** Text of the feedback, plain text, at most 10 000 characters. */
  content: Leaf<string>;
  /** Horizontal position on the page in CSS pixels. */
  position_x: Leaf<number>;
  /** Vertical position on the page in CSS pixels. */
  position_y: Leaf<number>;
  /** Description of the element at the time of writing, and diagnostics of the page. Guests see what visitors see: no diagnostics. */
  metadata: Leaf<Record<string, unknown>>;
  /** Fingerprint for re-anchoring the element: selector, xpath and text. */
  domFingerprint: Leaf<Record<string, unknown>>;
  /** Status of the work. */
  status: Leaf<AnnotationStatus>;
  /** Origin of the annotation. */
  source: Leaf<AnnotationSource>;
  /** Environment whose URL matches. */
  environmentId: Leaf<string | null>;
  /** Number of replies in the thread that the reader can see. */
  commentCount: Leaf<number>;
  /** Creation time. */
  createdAt: Leaf<string>;
  /** Time of the last change of the annotation or its thread that the reader can see. */
  updatedAt: Leaf<string>;
  /** Time of resolution. */
  resolvedAt: Leaf<string | null>;
  /** Readers of the annotation. Guests get public annotations only. */
  visibility: Leaf<Visibility>;
  /** Description of the element at the time of writing: the members of `metadata` that visitors can read. */
  element: Leaf<Record<string, unknown>>;
  /** Data of the page and the browser that the author attached: `metadata.diagnostics` with types. Null for guests and for access tokens without `diagnostics.read`. */
  diagnostics: Link<Diagnostics | null>;
  /** URL of the page as it was sent; for guests without secrets, as in public responses. */
  url: Leaf<string>;
  /** URL of the page that opens the thread in the overlay: `url` with `#pinbound=<number>`, or that parameter in the query of a route such as `#/list`. */
  link: Leaf<string>;
  /** URL of the annotation in the dashboard. */
  appLink: Leaf<string>;
  /** Connection of the pin to its element. */
  anchor: Link<Anchor>;
  /** Reason of resolution; null while not resolved. */
  resolution: Leaf<AnnotationResolution | null>;
  /** UUID of the annotation that this one repeats, if it was resolved as duplicate. Null for guests. */
  duplicateOfId: Leaf<string | null>;
  /** Urgency. */
  priority: Leaf<AnnotationPriority>;
  /** UUIDs of the labels, by name, at most 20. */
  labelIds: Leaf<readonly (string)[]>;
  /** Labels by name, at most 20. */
  labels: Link<readonly (Label)[]>;
  /** Annotation that this one repeats; null if there is none, or the reader cannot see it. */
  duplicateOf: Link<AnnotationReference | null>;
  /** Day on which it is due. */
  dueOn: Leaf<string | null>;
  /** Place within its status, ascending: only the order of two ranks has a meaning. */
  rank: Leaf<number>;
  /** User ID of the assigned member or service account. */
  assigneeId: Leaf<string | null>;
  /** Last known position of the element; null before the first successful re-anchoring. */
  lastSeen: Link<LastSeen | null>;
  /** Picture that the author sent. It shows what was meant if the author drew on it, or if no capture shows the element. Null without one, for guests, and for access tokens without `diagnostics.read`. */
  sentPicture: Link<SentPicture | null>;
  /** URL of the image in `lastSeen`. */
  screenshotUrl: Leaf<string | null>;
  /** Author. */
  author: Link<Author>;
  /** Member or program that works on the annotation now; null without one, and for guests. */
  claim: Link<AnnotationClaim | null>;
  /** User IDs of members whom the text mentions. */
  mentions: Leaf<readonly (string)[]>;
  /** UUID of the access token that wrote it; null if it was written without one. */
  via: Leaf<string | null>;
  /** Linked issues in the project's trackers, oldest first. Empty for guests. */
  externalIssues: Link<readonly (ExternalIssue)[]>;
  /** Visitor's steps before the annotation, oldest first, from the session `metadata.sessionId`. Empty without a session, for guests and after the events' retention; events beyond COLLECT_HOURLY_MIB are missing. */
  trail: Link<readonly (TrailStep)[], {
  /** Maximum number of steps, the latest ones, 1–200. BAD_USER_INPUT for another number. */
  last?: number | null;
}>;
  /** Assigned member or service account. */
  assignee: Link<User | null>;
  /** Project of the annotation. */
  project: Link<Project>;
  /** Whether the reader watches the thread, and is notified of its changes. */
  isWatching: Leaf<boolean>;
  /** Whether the reader has muted the thread, and is not notified of it at all. */
  isMuted: Leaf<boolean>;
  /** Until when the thread is not in the inbox of the reader; null if it is. */
  snoozedUntil: Leaf<string | null>;
  /** Whether the reader watches the thread and has unread notifications of it. */
  isUnread: Leaf<boolean>;
  /** Members who watch the thread, the first ones first, at most 100. Guests get at most themselves. */
  watchers: Link<readonly (Watcher)[]>;
  /** Files of the annotation itself, oldest first, at most 10. */
  attachments: Link<readonly (Attachment)[]>;
  /** Replies in the thread, oldest first. Guests get public replies only. */
  comments: Link<CommentConnection, {
  /** Return only items before this cursor. */
  before?: string | null;
  /** Return only items after this cursor. */
  after?: string | null;
  /** Maximum number of items from the start of the list, 1–500. Default: 100. */
  first?: number | null;
  /** Maximum number of items from the end of the list, 1–500. */
  last?: number | null;
}>;
  /** Environment whose URL matches; null if none matches. */
  environment: Link<Environment | null>;
  /** Changes of the annotation, newest first. Guests get the changes of public text. */
  history: Link<AnnotationHistoryConnection, {
  /** Return only items before this cursor. */
  before?: string | null;
  /** Return only items after this cursor. */
  after?: string | null;
  /** Maximum number of items from the start of the list, 1–500. Default: 100. */
  first?: number | null;
  /** Maximum number of items from the end of the list, 1–500. */
  last?: number | null;
}>;
  /** Pins of the annotation in snapshots, the newest first: one for each range of snapshots of a viewport in which the element was the same. Needs viewer. */
  snapshotPins: Link<SnapshotPinConnection | null, {
  /** Return only items before this cursor. */
  before?: string | null;
  /** Return only items after this cursor. */
  after?: string | null;
  /** Maximum number of items from the start of the list, 1–500. Default: 100. */
  first?: number | null;
  /** Maximum number of items from the end of the list, 1–500. */
  last?: number | null;
}>;
  /** Effects of deployments on the annotation, newest first, one for each viewport. */
  verdicts: Link<DeploymentVerdictConnection | null, {
  /** Return only items before this cursor. */
  before?: string | null;
  /** Return only items after this cursor. */
  after?: string | null;
  /** Maximum number of items from the start of the list, 1–500. Default: 100. */
  first?: number | null;
  /** Maximum number of items from the end of the list, 1–500. */
  last?: number | null;
}>;
  /** Guards of the annotation, newest first: one for each environment and viewport. Needs viewer. */
  guards: Link<GuardConnection | null, {
  /** Return only items before this cursor. */
  before?: string | null;
  /** Return only items after this cursor. */
  after?: string | null;
  /** Maximum number of items from the start of the list, 1–500. Default: 100. */
  first?: number | null;
  /** Maximum number of items from the end of the list, 1–500. */
  last?: number | null;
}>;
  /** State of the element by environment and viewport, as deployments found it, at most the 50 last checked; empty before the first deployment. */
  fixes: Link<readonly (AnnotationFix)[]>;
  /** The newest verdict that an approval or `verdictId` resolved the annotation with, with crops of the element before and after; null without one. */
  proof: Link<DeploymentVerdict | null>;
  /** Looks of the element in snapshots, with the deployments that judged it and the changes of the status, newest first. Needs viewer. */
  timeline: Link<AnnotationTimelineEntryConnection | null, {
  /** Only entries of these kinds, 1–3. */
  kinds?: readonly (AnnotationTimelineKind)[] | null;
  /** Return only items before this cursor. */
  before?: string | null;
  /** Return only items after this cursor. */
  after?: string | null;
  /** Maximum number of items from the start of the list, 1–500. Default: 100. */
  first?: number | null;
  /** Maximum number of items from the end of the list, 1–500. */
  last?: number | null;
}>;
  /** Everything that is known of the annotation as Markdown, for coding agents: what was asked, the thread, the element with its places in the code and in captures, the browser, what is known of fixes, and how a fix is checked. Without what the reader may not see. */
  brief: Leaf<string | null>;
  /** Program of `via`; null if it was written without one, once the access token was removed, and for guests. */
  program: Link<Program | null>;
}

/** An annotation as one text. */
export interface AnnotationBrief {
  /** UUID of the annotation. */
  id: Leaf<string>;
  /** The text, as Markdown. What people and pages wrote is in fenced blocks or in backticks. */
  markdown: Leaf<string>;
}

/** A change of an annotation. Delivered at least once while connected. */
export interface AnnotationChange {
  /** Kind of change. */
  kind: Leaf<AnnotationChangeKind>;
  /** Current annotation; for imported, the last one of the import. Without content when it became internal. */
  annotation: Link<Annotation>;
  /** Reply, for comment_added and comment_updated. */
  comment: Link<Comment | null>;
  /** UUID of the reply, for comment_added, comment_updated and comment_deleted. */
  commentId: Leaf<string | null>;
}

/** Reason why an annotation was not changed. */
export interface AnnotationChangeError {
  /** NOT_FOUND or BAD_USER_INPUT. */
  code: Leaf<string>;
  /** Text that says what happened, what was expected and what to do. */
  message: Leaf<string>;
}

/** Change of annotations: the given members. At least one. */
export interface AnnotationChangeInput {
  /** The new status. resolved means fixed by default. */
  status?: AnnotationStatus | null;
  /** Resolves with this reason. */
  resolution?: AnnotationResolution | null;
  /** Resolves as duplicate of this annotation, of the same project. */
  duplicateOfId?: string | null;
  /** The new priority. */
  priority?: AnnotationPriority | null;
  /** Labels of the project to add. An annotation has at most 20. */
  addLabelIds?: readonly (string)[] | null;
  /** Labels to remove, at most 20. */
  removeLabelIds?: readonly (string)[] | null;
  /** Day on which it is due; null for none. */
  dueOn?: string | null;
  /** User ID of a member who has the project, or of a service account; null unassigns. */
  assigneeId?: string | null;
}

/** Kind of change of an annotation. */
export type AnnotationChangeKind = 'created' | 'updated' | 'resolved' | 'rebound' | 'anchored' | 'deleted' | 'comment_added' | 'comment_updated' | 'comment_deleted' | 'imported';

/** Result of a bulk change for one annotation. */
export interface AnnotationChangeResult {
  /** ID as it was sent. */
  id: Leaf<string>;
  /** Whether the annotation had other values before. */
  isChanged: Leaf<boolean>;
  /** Reason why it was not changed; null if it was, or had the values. */
  error: Link<AnnotationChangeError | null>;
}

/** A lease of two hours on an annotation: who works on it. It is renewed by claiming again, and locks nothing. */
export interface AnnotationClaim {
  /** Name of the access token, or of the member. */
  name: Leaf<string>;
  /** UUID of the user. */
  userId: Leaf<string>;
  /** UUID of the access token that wrote it; null if it was written without one. */
  via: Leaf<string | null>;
  /** Time of the first claim of this holder. */
  since: Leaf<string>;
  /** Time of its end, unless it is renewed or released. */
  until: Leaf<string>;
  /** Program of `via`; null if it was written without one, once the access token was removed, and for guests. */
  program: Link<Program | null>;
}

/** A page of annotations. */
export interface AnnotationConnection {
  /** Position of this page in the list, and the cursors of its ends. */
  pageInfo: Link<PageInfo>;
  /** The items of this page, each with its cursor. */
  edges: Link<readonly (AnnotationEdge)[]>;
  /** The items of this page, without their cursors. */
  nodes: Link<readonly (Annotation)[]>;
  /** Number of annotations in the list, at most 10 000. Null in lists of a type, such as Project. */
  totalCount: Leaf<number | null>;
  /** Whether totalCount is exact; false for a list of more than 10 000. */
  isTotalExact: Leaf<boolean | null>;
}

/** Number of annotations with one value of a property. */
export interface AnnotationCount {
  /** Value of the property; null: without a value. */
  key: Leaf<string | null>;
  /** Number of annotations, at most 10 000. */
  count: Leaf<number>;
  /** Whether the count is exact; false for more than 10 000. */
  isExact: Leaf<boolean>;
}

/** Property that annotations are counted by. */
export type AnnotationCountKey = 'status' | 'resolution' | 'priority' | 'assignee' | 'page' | 'label' | 'project';

/** An annotation in a list. */
export interface AnnotationEdge {
  /** The item. */
  node: Link<Annotation>;
  /** Cursor of this item, for `after` or `before`. */
  cursor: Leaf<string>;
}

/** A file with annotations, made when its URL is opened. */
export interface AnnotationExport {
  /** URL of the file. It needs no header, has the rights of the user, and is valid for at least 5 minutes. */
  url: Leaf<string>;
}

/** Annotations that match every given member; of a list, any item. Lists have 1–100 items. IDs of other organizations match nothing. */
export interface AnnotationFilter {
  /** Words of the text, the public or readable replies, the address of the page or the name of the author, at most 200 characters. Every word must occur, or be the start of a word. `#12` finds the annotation with the number. */
  text?: string | null;
  /** Numbers within the project. */
  numbers?: readonly (number)[] | null;
  /** Projects. */
  projectIds?: readonly (string)[] | null;
  /** Statuses. */
  statuses?: readonly (AnnotationStatus)[] | null;
  /** Reasons of resolution. */
  resolutions?: readonly (AnnotationResolution)[] | null;
  /** User IDs of assigned members and service accounts. */
  assigneeIds?: readonly (string)[] | null;
  /** True: without an assignee; together with assigneeIds, those too. False: as if omitted. */
  unassigned?: boolean | null;
  /** True: mentions the authenticated user in its text, or in a reply that the user can read. False: as if omitted. */
  mentionsMe?: boolean | null;
  /** True: watched by the authenticated user. False: as if omitted. */
  watchedByMe?: boolean | null;
  /** True: watched by the authenticated user, with an unread notification. False: as if omitted. */
  unread?: boolean | null;
  /** True: snoozed by the authenticated user, and not back in the inbox. False: as if omitted. */
  snoozed?: boolean | null;
  /** User IDs of authors. */
  authorIds?: readonly (string)[] | null;
  /** E-mail address that a visitor left. FORBIDDEN for guests. */
  visitorEmail?: string | null;
  /** Origin. */
  source?: AnnotationSource | null;
  /** States of the connection to the element. */
  anchorStates?: readonly (AnchorState)[] | null;
  /** Environments. */
  environmentIds?: readonly (string)[] | null;
  /** URLs of pages, compared as in `annotations(url)`. */
  pages?: readonly (string)[] | null;
  /** Labels. */
  labelIds?: readonly (string)[] | null;
  /** Priorities. */
  priorities?: readonly (AnnotationPriority)[] | null;
  /** Due before this day; never matches without a due date. */
  dueBefore?: string | null;
  /** Created after this time. */
  createdAfter?: string | null;
  /** Created before this time, which is after createdAfter. */
  createdBefore?: string | null;
  /** Changed after this time, as far as the reader can see: the annotation or its thread. */
  updatedAfter?: string | null;
  /** Whether an issue in a tracker is linked. FORBIDDEN for guests. */
  hasIssue?: boolean | null;
  /** Environments: the element has the accepted look in one of them, in a viewport at least, and the reported look in none. */
  fixedIn?: readonly (string)[] | null;
  /** Environments: fixed in none of them in the sense of fixedIn. */
  notFixedIn?: readonly (string)[] | null;
}

/** State of an annotation's element in one environment and viewport, as the last deployment that could tell found it. */
export interface AnnotationFix {
  /** UUID of the environment. */
  environmentId: Leaf<string>;
  /** Browser viewport. */
  viewport: Link<Viewport>;
  /** The state. */
  state: Leaf<FixState>;
  /** Time from which the state is known. */
  since: Leaf<string>;
  /** Time of the last deployment that could tell. */
  checkedAt: Leaf<string>;
  /** UUID of the deployment that found the state first, which may be deleted; null for a check. */
  deploymentId: Leaf<string | null>;
}

/** A change of an annotation. */
export interface AnnotationHistory {
  /** UUID. */
  id: Leaf<string>;
  /** Kind of change. */
  kind: Leaf<AnnotationHistoryKind>;
  /** Value before the change. */
  before: Leaf<unknown | null>;
  /** Value after the change. */
  after: Leaf<unknown | null>;
  /** User who made the change; null for the system and for visitors. */
  actorId: Leaf<string | null>;
  /** UUID of the access token that wrote it; null if it was written without one. */
  via: Leaf<string | null>;
  /** Time of the change. */
  createdAt: Leaf<string>;
  /** User who made the change; null for the system. */
  actor: Link<User | null>;
  /** Program of `via`; null if it was written without one, once the access token was removed, and for guests. */
  program: Link<Program | null>;
}

/** A page of changes. */
export interface AnnotationHistoryConnection {
  /** Position of this page in the list, and the cursors of its ends. */
  pageInfo: Link<PageInfo>;
  /** The items of this page, each with its cursor. */
  edges: Link<readonly (AnnotationHistoryEdge)[]>;
  /** The items of this page, without their cursors. */
  nodes: Link<readonly (AnnotationHistory)[]>;
}

/** A change in a list. */
export interface AnnotationHistoryEdge {
  /** The item. */
  node: Link<AnnotationHistory>;
  /** Cursor of this item, for `after` or `before`. */
  cursor: Leaf<string>;
}

/** Kind of change. */
export type AnnotationHistoryKind = 'content' | 'status' | 'assignee' | 'rebound' | 'anchor' | 'comment' | 'visibility' | 'resolution' | 'priority' | 'labels' | 'due' | 'answer';

/** Annotations that concern the authenticated user. */
export type AnnotationInbox = 'mine' | 'mentions' | 'watching' | 'unread' | 'snoozed';

/** Order of a list of annotations. */
export type AnnotationOrder = 'newest' | 'oldest' | 'recently_updated' | 'priority' | 'due' | 'rank';

/** Urgency of an annotation, most urgent first. */
export type AnnotationPriority = 'urgent' | 'high' | 'normal' | 'low';

/** An annotation that another one refers to. */
export interface AnnotationReference {
  /** UUID. */
  id: Leaf<string>;
  /** Sequential number within the project. */
  number: Leaf<number>;
  /** Text of the feedback. */
  content: Leaf<string>;
  /** Status of the work. */
  status: Leaf<AnnotationStatus>;
}

/** Reason why an annotation is resolved. */
export type AnnotationResolution = 'fixed' | 'declined' | 'duplicate';

/** A request to send existing annotations to an integration, with its progress. */
export interface AnnotationSend {
  /** UUID. */
  id: Leaf<string>;
  /** UUID of the integration. */
  integrationId: Leaf<string>;
  /** Annotations that are sent. */
  filter: Link<IntegrationFilter>;
  /** Status. */
  status: Leaf<AnnotationSendStatus>;
  /** Number of annotations to send, counted at the time of the request. */
  total: Leaf<number>;
  /** Number of annotations that the provider has received. */
  sent: Leaf<number>;
  /** Number of annotations that were canceled, or whose attempts all failed. Another send repeats them. */
  failed: Leaf<number>;
  /** Number of annotations that are queued, at most 50 at a time. */
  pending: Leaf<number>;
  /** Time of the request. */
  createdAt: Leaf<string>;
  /** Time at which nothing was pending any more; null before. */
  finishedAt: Leaf<string | null>;
}

/** A page of sends. */
export interface AnnotationSendConnection {
  /** Position of this page in the list, and the cursors of its ends. */
  pageInfo: Link<PageInfo>;
  /** The items of this page, each with its cursor. */
  edges: Link<readonly (AnnotationSendEdge)[]>;
  /** The items of this page, without their cursors. */
  nodes: Link<readonly (AnnotationSend)[]>;
}

/** A send in a list. */
export interface AnnotationSendEdge {
  /** The item. */
  node: Link<AnnotationSend>;
  /** Cursor of this item, for `after` or `before`. */
  cursor: Leaf<string>;
}

/** Status of a send. */
export type AnnotationSendStatus = 'running' | 'completed' | 'canceled';

/** Origin of an annotation. */
export type AnnotationSource = 'api' | 'overlay' | 'import';

/** Status of the work on an annotation. Every transition is allowed. */
export type AnnotationStatus = 'open' | 'in_progress' | 'resolved';

/** An entry of an annotation's timeline. The members of the other kinds are null or empty. */
export interface AnnotationTimelineEntry {
  /** UUID, that of the pin, the deployment or the change. */
  id: Leaf<string>;
  /** Kind of the entry. */
  kind: Leaf<AnnotationTimelineKind>;
  /** Time of the first snapshot of the range, of the start of the deployment, or of the change. */
  createdAt: Leaf<string>;
  /** The element in a range of snapshots; null also if they were deleted meanwhile. */
  pin: Link<SnapshotPin | null>;
  /** The deployment; null also if it was deleted meanwhile. */
  deployment: Link<DeploymentSummary | null>;
  /** Verdicts of the deployment on the annotation, one for each viewport, at most 10. */
  verdicts: Link<readonly (DeploymentVerdict)[]>;
  /** The change of the status. */
  change: Link<AnnotationHistory | null>;
}

/** A page of entries. */
export interface AnnotationTimelineEntryConnection {
  /** Position of this page in the list, and the cursors of its ends. */
  pageInfo: Link<PageInfo>;
  /** The items of this page, each with its cursor. */
  edges: Link<readonly (AnnotationTimelineEntryEdge)[]>;
  /** The items of this page, without their cursors. */
  nodes: Link<readonly (AnnotationTimelineEntry)[]>;
}

/** An entry in a list. */
export interface AnnotationTimelineEntryEdge {
  /** The item. */
  node: Link<AnnotationTimelineEntry>;
  /** Cursor of this item, for `after` or `before`. */
  cursor: Leaf<string>;
}

/** Kind of an entry of a timeline. */
export type AnnotationTimelineKind = 'look' | 'deployment' | 'status';

/** A saved filter and order of the work list. */
export interface AnnotationView {
  /** UUID. */
  id: Leaf<string>;
  /** UUID of the organization. */
  organizationId: Leaf<string>;
  /** User ID of the member who saved it. */
  userId: Leaf<string>;
  /** Display name. */
  name: Leaf<string>;
  /** Filter with the members of AnnotationFilter, as lists over GraphQL accept it. */
  filter: Leaf<Record<string, unknown>>;
  /** Order. */
  orderBy: Leaf<AnnotationOrder>;
  /** Whether all members of the organization above guest have it. */
  isShared: Leaf<boolean>;
  /** Creation time. */
  createdAt: Leaf<string>;
  /** Time of the last change. */
  updatedAt: Leaf<string>;
}

/** A page of views. */
export interface AnnotationViewConnection {
  /** Position of this page in the list, and the cursors of its ends. */
  pageInfo: Link<PageInfo>;
  /** The items of this page, each with its cursor. */
  edges: Link<readonly (AnnotationViewEdge)[]>;
  /** The items of this page, without their cursors. */
  nodes: Link<readonly (AnnotationView)[]>;
}

/** A view in a list. */
export interface AnnotationViewEdge {
  /** The item. */
  node: Link<AnnotationView>;
  /** Cursor of this item, for `after` or `before`. */
  cursor: Leaf<string>;
}

/** A decision about the request of an app. */
export interface AppDecision {
  /** Path at which the browser continues; null for a device, which asks for the decision. */
  redirectTo: Leaf<string | null>;
}

/** A choice of rights for an app: what a preset shares with the request. */
export interface AppPreset {
  /** Name of the choice. */
  name: Leaf<AppPresetName>;
  /** Its actions. */
  actions: Leaf<readonly (string)[]>;
}

/** Rights that a member can choose for an app that asks, from few to many. */
export type AppPresetName = 'read' | 'comment' | 'fix' | 'requested';

/** The request of an app (an OAuth client) to act for the member. Its name and its id are not verified. */
export interface AppRequest {
  /** Code of the request, or the one that a device shows. */
  code: Leaf<string>;
  /** Id of the client: the address of its metadata document, or a registered one. */
  clientId: Leaf<string>;
  /** Name that the app gives itself, without control characters, at most 60. */
  clientName: Leaf<string | null>;
  /** Whether it is the command line client of this service. */
  isBuiltIn: Leaf<boolean>;
  /** Host that receives the code, or the scheme of a program such as `cursor:`; null for a device. */
  redirectHost: Leaf<string | null>;
  /** Choices of rights, from few to many. The last one is everything that it asks for. */
  presets: Link<readonly (AppPreset)[]>;
  /** Time until which it can be decided. */
  expiresAt: Leaf<string>;
}

/** A file that the author of an annotation or a reply attached to it. */
export interface Attachment {
  /** UUID. */
  id: Leaf<string>;
  /** Annotation of the thread. */
  annotationId: Leaf<string>;
  /** Reply; null for a file of the annotation. */
  commentId: Leaf<string | null>;
  /** File name, plain text, at most 120 characters. */
  name: Leaf<string>;
  /** MIME type of the stored file: image/png, image/jpeg, image/webp, application/pdf or text/plain. */
  contentType: Leaf<string>;
  /** Size of the stored file, bytes. */
  size: Leaf<number>;
  /** URL of the file. It needs no header and is valid for 24 hours. Pictures are shown, other files saved; text is sent as text/plain. That of a guest or a visitor ends when the text becomes internal. Null if the storage lost the file. */
  url: Leaf<string | null>;
  /** Creation time. */
  createdAt: Leaf<string>;
  /** UUID of the access token that wrote it; null if it was written without one. */
  via: Leaf<string | null>;
  /** Program of `via`; null if it was written without one, once the access token was removed, and for guests. */
  program: Link<Program | null>;
}

/** A page of attachments. */
export interface AttachmentConnection {
  /** Position of this page in the list, and the cursors of its ends. */
  pageInfo: Link<PageInfo>;
  /** The items of this page, each with its cursor. */
  edges: Link<readonly (AttachmentEdge)[]>;
  /** The items of this page, without their cursors. */
  nodes: Link<readonly (Attachment)[]>;
}

/** An attachment in a list. */
export interface AttachmentEdge {
  /** The item. */
  node: Link<Attachment>;
  /** Cursor of this item, for `after` or `before`. */
  cursor: Leaf<string>;
}

/** An attachment whose file is awaited. */
export interface AttachmentUpload {
  /** UUID. */
  id: Leaf<string>;
  /** Annotation of the thread. */
  annotationId: Leaf<string>;
  /** Reply; null for a file of the annotation. */
  commentId: Leaf<string | null>;
  /** File name, plain text, at most 120 characters. */
  name: Leaf<string>;
  /** MIME type that the file must have. */
  contentType: Leaf<string>;
  /** URL for one PUT of the file as the body, at most 10 MiB. It needs no header. The response is the attachment; a rejected or incomplete upload stores nothing and can be repeated. */
  uploadUrl: Leaf<string>;
  /** Expiry of the URL, 15 minutes later. */
  expiresAt: Leaf<string>;
}

/** Action. */
export type AuditAction = 'organization_changed' | 'organization_deleted' | 'member_joined' | 'member_role_changed' | 'member_projects_changed' | 'member_email_changed' | 'member_removed' | 'member_left' | 'member_login_linked' | 'member_login_unlinked' | 'member_erased' | 'member_exported' | 'visitor_erased' | 'visitor_exported' | 'invitation_created' | 'invitation_resent' | 'invitation_revoked' | 'access_token_created' | 'access_token_changed' | 'access_token_revoked' | 'app_connected' | 'app_disconnected' | 'project_created' | 'project_changed' | 'project_deleted' | 'project_key_rotated' | 'environment_created' | 'environment_changed' | 'environment_deleted' | 'baseline_accepted' | 'baselines_moved' | 'ignore_rule_created' | 'ignore_rule_deleted' | 'capture_credentials_set' | 'capture_credentials_deleted' | 'guard_retired' | 'webhook_created' | 'webhook_changed' | 'webhook_disabled' | 'webhook_deleted' | 'integration_created' | 'integration_changed' | 'integration_disabled' | 'integration_deleted' | 'subscription_changed' | 'invoice_paid' | 'invoice_voided';

/** A security-relevant change in an organization. Entries cannot be changed or deleted. */
export interface AuditEntry {
  /** UUID. */
  id: Leaf<string>;
  /** Action. */
  action: Leaf<AuditAction>;
  /** Type of the changed resource, such as project. */
  targetType: Leaf<string>;
  /** ID of the changed resource, which may no longer exist. */
  targetId: Leaf<string>;
  /** Name of the changed resource at that time. */
  targetName: Leaf<string>;
  /** Changed members, each with before and after. Values of secrets are omitted. */
  changes: Leaf<Record<string, unknown>>;
  /** User who made the change; null for the system. */
  actorId: Leaf<string | null>;
  /** User who made the change; null for the system and for a deleted account. */
  actor: Link<User | null>;
  /** UUID of the access token that wrote it; null if it was written without one. */
  via: Leaf<string | null>;
  /** IP address of the request. */
  ip: Leaf<string>;
  /** User agent of the request, the first 256 characters. */
  userAgent: Leaf<string | null>;
  /** Time of the change. */
  createdAt: Leaf<string>;
  /** Program of `via`; null if it was written without one, once the access token was removed, and for guests. */
  program: Link<Program | null>;
}

/** A page of changes. */
export interface AuditEntryConnection {
  /** Position of this page in the list, and the cursors of its ends. */
  pageInfo: Link<PageInfo>;
  /** The items of this page, each with its cursor. */
  edges: Link<readonly (AuditEntryEdge)[]>;
  /** The items of this page, without their cursors. */
  nodes: Link<readonly (AuditEntry)[]>;
}

/** A change in a list. */
export interface AuditEntryEdge {
  /** The item. */
  node: Link<AuditEntry>;
  /** Cursor of this item, for `after` or `before`. */
  cursor: Leaf<string>;
}

/** Author with the name at the time of writing. */
export interface Author {
  /** UUID of the user; null for a visitor. */
  id: Leaf<string | null>;
  /** Display name, if known. */
  name: Leaf<string | null>;
  /** E-mail address, if known; null for a service account. Guests see only their own. */
  email: Leaf<string | null>;
  /** The author as an object: a user with the present name, a program for a service account, or a visitor. Null if it is not known: for imports, deleted accounts and erased persons. */
  actor: Link<Actor | null>;
}

/** A user session with its tokens. */
export interface AuthSession {
  /** The authenticated user. */
  user: Link<User>;
  /** First organization of the user; null for a user without one. */
  organization: Link<Organization | null>;
  /** Access token for the header `Authorization: Bearer …`. */
  accessToken: Leaf<string>;
  /** Refresh token, valid for 30 days. It cannot be read again. */
  refreshToken: Leaf<string>;
  /** Always Bearer. */
  tokenType: Leaf<string>;
  /** Lifetime of the access token, seconds. */
  expiresIn: Leaf<number>;
}

/** The accepted snapshot of a page in one environment and viewport. */
export interface Baseline {
  /** UUID. */
  id: Leaf<string>;
  /** UUID of the environment. */
  environmentId: Leaf<string>;
  /** URL of the page. */
  url: Leaf<string>;
  /** Browser viewport. */
  viewport: Link<Viewport>;
  /** UUID of the snapshot. */
  snapshotId: Leaf<string>;
  /** UUID of the user who accepted it; null if it became the baseline without a review. */
  acceptedById: Leaf<string | null>;
  /** Time from which this look of the page is the baseline. */
  acceptedAt: Leaf<string>;
  /** Time of the first baseline of the page. */
  createdAt: Leaf<string>;
  /** The snapshot; null if it was deleted meanwhile. */
  snapshot: Link<Snapshot | null>;
}

/** A page of baselines. */
export interface BaselineConnection {
  /** Position of this page in the list, and the cursors of its ends. */
  pageInfo: Link<PageInfo>;
  /** The items of this page, each with its cursor. */
  edges: Link<readonly (BaselineEdge)[]>;
  /** The items of this page, without their cursors. */
  nodes: Link<readonly (Baseline)[]>;
}

/** A baseline in a list. */
export interface BaselineEdge {
  /** The item. */
  node: Link<Baseline>;
  /** Cursor of this item, for `after` or `before`. */
  cursor: Leaf<string>;
}

/** Result of moving the baselines of a page. */
export interface BaselineMove {
  /** Number of moved baselines, one for each viewport. */
  moved: Leaf<number>;
}

/** User name and password for HTTP basic authentication. */
export interface BasicCredentialsInput {
  /** User name, 1–255 characters, without a colon. */
  username: string;
  /** Password, at most 1 024 characters. */
  password: string;
}

/** A Stripe billing portal session for payment methods, invoices and cancellation. */
export interface BillingPortal {
  /** URL to open in the browser immediately. It can be used once. */
  url: Leaf<string>;
}

/** Payment method. */
export type BillingProvider = 'manual' | 'stripe';

/** Subscription of an organization: its plan and payment method. */
export interface BillingSubscription {
  /** UUID of the organization. */
  organizationId: Leaf<string>;
  /** Current plan. */
  plan: Leaf<PlanId>;
  /** Cheaper plan that starts at the end of the period; null when the plan stays the same. */
  pendingPlan: Leaf<PlanId | null>;
  /** Payment status. */
  status: Leaf<SubscriptionStatus>;
  /** Payment method. */
  provider: Leaf<BillingProvider>;
  /** Start of the paid month; null for a free plan. */
  currentPeriodStart: Leaf<string | null>;
  /** Start of the next month, when the next invoice is issued; null for a free plan. */
  currentPeriodEnd: Leaf<string | null>;
  /** Whether the subscription falls back to the default plan at the end of the period. */
  cancelAtPeriodEnd: Leaf<boolean>;
  /** Whether the operator has set up Stripe, so that startCheckout and openBillingPortal work. */
  acceptsCards: Leaf<boolean>;
}

/** Browser that an annotation was written in. Members are null if they were not sent. */
export interface BrowserDiagnostics {
  /** The browser's user agent string. */
  userAgent: Leaf<string | null>;
  /** Language of the page. */
  language: Leaf<string | null>;
  /** Languages that the author prefers, in order. */
  languages: Leaf<readonly (string)[]>;
  /** IANA name of the time zone. */
  timeZone: Leaf<string | null>;
  /** Size of the window. */
  viewport: Link<PixelSize | null>;
  /** Size of the screen. */
  screen: Link<PixelSize | null>;
  /** Device pixels per CSS pixel. */
  pixelRatio: Leaf<number | null>;
  /** light or dark. */
  colorScheme: Leaf<string | null>;
  /** Whether the browser was online. */
  online: Leaf<boolean | null>;
}

/** A feature that the browser of a capture may lack. */
export type BrowserFeature = 'webgl' | 'webgl2' | 'webgpu';

/** Credentials that captures of an environment send, without their values: nothing returns those. */
export interface CaptureCredentials {
  /** UUID of the environment. */
  environmentId: Leaf<string>;
  /** Whether the environment has credentials. */
  isSet: Leaf<boolean>;
  /** The only origin that receives them. */
  origin: Leaf<string>;
  /** Whether they have a user name and a password for HTTP basic authentication. */
  hasBasicAuth: Leaf<boolean>;
  /** Names of the headers. */
  headerNames: Leaf<readonly (string)[]>;
  /** Names of the cookies. */
  cookieNames: Leaf<readonly (string)[]>;
  /** Path prefixes of the pages and requests that receive them; empty without credentials. */
  paths: Leaf<readonly (string)[]>;
  /** Whether visitors may read texts that captures with the credentials find. */
  isShared: Leaf<boolean>;
  /** Time when they were set; null without credentials. */
  updatedAt: Leaf<string | null>;
}

/** An element that differs between two structures. */
export interface ChangedElement {
  /** XPath of the element. */
  xpath: Leaf<string>;
  /** Members that differ, such as text or box. */
  members: Leaf<readonly (string)[]>;
  /** The element in the earlier structure. */
  before: Leaf<Record<string, unknown>>;
  /** The element in the later structure. */
  after: Leaf<Record<string, unknown>>;
}

/** Effect of a change on an annotation, by rules that read its text and the element's text and styles. */
export type ChangeEffect = 'does_it' | 'changed_otherwise' | 'went_back';

/** The deployment that first found a change that is not reviewed yet. */
export interface ChangeSince {
  /** UUID of the deployment. */
  deploymentId: Leaf<string>;
  /** Its commit or release. */
  commit: Leaf<string>;
  /** Its creation time. */
  createdAt: Leaf<string>;
}

/** A Stripe Checkout page for a paid plan. */
export interface Checkout {
  /** URL to open in the browser. */
  url: Leaf<string>;
  /** Expiration time of the page. */
  expiresAt: Leaf<string>;
}

/** A clicked element. */
export interface ClickedElement {
  /** CSS selector reported by the embed script. */
  selector: Leaf<string>;
  /** Number of clicks on the element. */
  clicks: Leaf<number>;
  /** Bounding box in `structure`; null when the structure no longer contains the element. */
  box: Link<ElementBox | null>;
}

/** Clicks on a page, for display over an image of it. */
export interface ClickMap {
  /** Number of clicks in the period that are stored as single events. */
  clicks: Leaf<number>;
  /** The 2 000 most clicked positions. */
  points: Link<readonly (ClickPoint)[]>;
  /** The 200 most clicked elements. */
  elements: Link<readonly (ClickedElement)[]>;
  /** The 50 viewport widths with the most clicks in the period, whatever widths are requested. Capture the page in one of them to draw its clicks on the picture. */
  viewports: Link<readonly (ViewportClicks)[]>;
  /** Latest structure of the page, to which the boxes refer. */
  structure: Link<PageStructure | null>;
}

/** A clicked position on a page. */
export interface ClickPoint {
  /** CSS pixels from the left edge of the page. */
  x: Leaf<number>;
  /** CSS pixels from the top edge of the page. */
  y: Leaf<number>;
  /** Number of clicks at this position. */
  clicks: Leaf<number>;
}

/** Settings that the embed script reads before it collects. */
export interface CollectSettings {
  /** Whether visitors who ask not to be tracked are excluded from collection. */
  respectDoNotTrack: Leaf<boolean>;
}

/** A reply in an annotation's thread. */
export interface Comment {
  /** UUID. */
  id: Leaf<string>;
  /** Annotation of the thread. */
  annotationId: Leaf<string>;
  /** Parent reply. When the parent is deleted, its own parent takes over: another reply, or null. */
  parentId: Leaf<string | null>;
  /** Plain text, at most 10 000 characters. */
  content: Leaf<string>;
  /** Readers of the reply, set when it is written. */
  visibility: Leaf<Visibility>;
  /** User IDs of members whom the text mentions. */
  mentions: Leaf<readonly (string)[]>;
  /** Author. */
  author: Link<Author>;
  /** Whether the visitor who wrote the annotation wrote the reply. */
  byVisitor: Leaf<boolean>;
  /** Whether another visitor wrote the reply. The name is not verified. */
  byOtherVisitor: Leaf<boolean>;
  /** Files of the reply, oldest first, at most 10. */
  attachments: Link<readonly (Attachment)[]>;
  /** UUID of the access token that wrote it; null if it was written without one. */
  via: Leaf<string | null>;
  /** Creation time. */
  createdAt: Leaf<string>;
  /** Time of the last change of the text; initially the creation time. */
  updatedAt: Leaf<string>;
  /** Program of `via`; null if it was written without one, once the access token was removed, and for guests. */
  program: Link<Program | null>;
}

/** A page of replies. */
export interface CommentConnection {
  /** Position of this page in the list, and the cursors of its ends. */
  pageInfo: Link<PageInfo>;
  /** The items of this page, each with its cursor. */
  edges: Link<readonly (CommentEdge)[]>;
  /** The items of this page, without their cursors. */
  nodes: Link<readonly (Comment)[]>;
}

/** A reply in a list. */
export interface CommentEdge {
  /** The item. */
  node: Link<Comment>;
  /** Cursor of this item, for `after` or `before`. */
  cursor: Leaf<string>;
}

/** Differences between two snapshots. Both images are placed on one canvas from the top left corner; rows that only one image has are inserted. */
export interface Comparison {
  /** UUID. */
  id: Leaf<string>;
  /** Baseline snapshot. */
  baselineId: Leaf<string>;
  /** Snapshot compared with the baseline. */
  comparisonId: Leaf<string>;
  /** diffPixels as a percentage of totalPixels, 0–100. */
  diffPercentage: Leaf<number>;
  /** Number of differing pixels: beyond the threshold and not caused by anti-aliasing (as counted by pixelmatch), or present in only one image. */
  diffPixels: Leaf<number>;
  /** Number of compared pixels, width × height. */
  totalPixels: Leaf<number>;
  /** Width of the wider image in pixels. */
  width: Leaf<number>;
  /** Height of the taller image in pixels. With shifts: number of rows of both images combined. */
  height: Leaf<number>;
  /** URL of the diff image (PNG): the page in pale gray with colored differences. It needs no header and is valid for 24 hours. The image is rendered on first use. */
  diffImageUrl: Leaf<string>;
  /** Whether the snapshots were captured by different browsers or browser versions, which can render the same text differently. Null for snapshots older than this field. */
  browsersDiffer: Leaf<boolean | null>;
  /** Whether both pages had finished loading. False when requests were pending during a capture, which can cause differences. Null for snapshots older than this field. */
  isComplete: Leaf<boolean | null>;
  /** Time of the first comparison with these options. */
  createdAt: Leaf<string>;
  /** Differing regions from top to bottom: at most 100, plus regions that only one image has, and at most 200 without pixels. */
  regions: Link<readonly (Region)[]>;
  /** Inserted or removed rows that shifted the content below, from top to bottom. */
  shifts: Link<readonly (Shift)[]>;
}

/** A comparison in a list. Read the comparison itself for its regions. */
export interface ComparisonSummary {
  /** UUID. */
  id: Leaf<string>;
  /** Baseline snapshot. */
  baselineId: Leaf<string>;
  /** Snapshot compared with the baseline. */
  comparisonId: Leaf<string>;
  /** diffPixels as a percentage of totalPixels, 0–100. */
  diffPercentage: Leaf<number>;
  /** Number of differing pixels: beyond the threshold and not caused by anti-aliasing (as counted by pixelmatch), or present in only one image. */
  diffPixels: Leaf<number>;
  /** Number of compared pixels, width × height. */
  totalPixels: Leaf<number>;
  /** Width of the wider image in pixels. */
  width: Leaf<number>;
  /** Height of the taller image in pixels. With shifts: number of rows of both images combined. */
  height: Leaf<number>;
  /** URL of the diff image (PNG): the page in pale gray with colored differences. It needs no header and is valid for 24 hours. The image is rendered on first use. */
  diffImageUrl: Leaf<string>;
  /** Whether the snapshots were captured by different browsers or browser versions, which can render the same text differently. Null for snapshots older than this field. */
  browsersDiffer: Leaf<boolean | null>;
  /** Whether both pages had finished loading. False when requests were pending during a capture, which can cause differences. Null for snapshots older than this field. */
  isComplete: Leaf<boolean | null>;
  /** Time of the first comparison with these options. */
  createdAt: Leaf<string>;
  /** Number of regions. */
  regionCount: Leaf<number>;
}

/** A page of comparisons. */
export interface ComparisonSummaryConnection {
  /** Position of this page in the list, and the cursors of its ends. */
  pageInfo: Link<PageInfo>;
  /** The items of this page, each with its cursor. */
  edges: Link<readonly (ComparisonSummaryEdge)[]>;
  /** The items of this page, without their cursors. */
  nodes: Link<readonly (ComparisonSummary)[]>;
}

/** A comparison in a list. */
export interface ComparisonSummaryEdge {
  /** The item. */
  node: Link<ComparisonSummary>;
  /** Cursor of this item, for `after` or `before`. */
  cursor: Leaf<string>;
}

/** An app that a member allowed to act for them, limited to actions and projects, until a time. */
export interface ConnectedApp {
  /** UUID; rows that the app writes name it as `via`. */
  id: Leaf<string>;
  /** Name that the app gave itself. */
  name: Leaf<string>;
  /** Id of its client. */
  clientId: Leaf<string>;
  /** Host that received its code, or the scheme of a program; null for a device. */
  redirectHost: Leaf<string | null>;
  /** Actions, sorted. */
  actions: Leaf<readonly (string)[]>;
  /** Whether it has all projects, also later ones. */
  allProjects: Leaf<boolean>;
  /** UUIDs of the listed projects; empty for an app with all projects. */
  projectIds: Leaf<readonly (string)[]>;
  /** Time of the consent. */
  createdAt: Leaf<string>;
  /** Time until which it is connected. */
  expiresAt: Leaf<string>;
  /** Time at which it was disconnected; null before. */
  revokedAt: Leaf<string | null>;
  /** Time of the last use, to the minute; null before the first. */
  lastUsedAt: Leaf<string | null>;
  /** Network of that use: an IPv4 address, or the /64 network of an IPv6 address. */
  lastUsedNetwork: Leaf<string | null>;
  /** User agent of that use, the first 256 characters. */
  lastUsedClient: Leaf<string | null>;
}

/** A page of connected apps. */
export interface ConnectedAppConnection {
  /** Position of this page in the list, and the cursors of its ends. */
  pageInfo: Link<PageInfo>;
  /** The items of this page, each with its cursor. */
  edges: Link<readonly (ConnectedAppEdge)[]>;
  /** The items of this page, without their cursors. */
  nodes: Link<readonly (ConnectedApp)[]>;
}

/** A connected app in a list. */
export interface ConnectedAppEdge {
  /** The item. */
  node: Link<ConnectedApp>;
  /** Cursor of this item, for `after` or `before`. */
  cursor: Leaf<string>;
}

/** A line that the page logged to its console, or an uncaught error. */
export interface ConsoleLine {
  /** Level, such as log, warn or error. */
  level: Leaf<string | null>;
  /** Plain text; the overlay sends at most 300 characters. */
  text: Leaf<string>;
  /** Milliseconds from the start of the navigation. */
  at: Leaf<number | null>;
}

/** A header or a cookie. */
export interface CredentialValueInput {
  /** Name, 1–128 characters. */
  name: string;
  /** Value, 1–4 096 printable ASCII characters. */
  value: string;
}

/** Visitor activity of one day. */
export interface DailyActivity {
  /** Day, YYYY-MM-DD, UTC. */
  day: Leaf<string>;
  /** Number of page views. */
  views: Leaf<number>;
  /** Number of clicks. */
  clicks: Leaf<number>;
  /** Number of hovers. */
  hovers: Leaf<number>;
  /** Number of inputs into form fields. */
  inputs: Leaf<number>;
}

/** Confirmation of a deletion. */
export interface Deleted {
  /** ID of the deleted resource. */
  id: Leaf<string>;
  /** Always true. */
  deleted: Leaf<boolean>;
}

/** A commit or release that reached an environment: its captured pages, changes and verdicts. */
export interface Deployment {
  /** UUID. */
  id: Leaf<string>;
  /** UUID of the project. */
  projectId: Leaf<string>;
  /** UUID of the environment. */
  environmentId: Leaf<string>;
  /** Commit or release, as it was sent. */
  commit: Leaf<string>;
  /** Branch, as it was sent. */
  branch: Leaf<string | null>;
  /** URL of the release or of the pipeline run, for people. */
  url: Leaf<string | null>;
  /** Status. */
  status: Leaf<DeploymentStatus>;
  /** Number of failed captures, for the status failed; null if none did. */
  error: Leaf<string | null>;
  /** UUID of the deployment that replaced it; null unless superseded. */
  supersededById: Leaf<string | null>;
  /** UUID of the user or the service account. */
  authorId: Leaf<string | null>;
  /** UUID of the access token that wrote it; null if it was written without one. */
  via: Leaf<string | null>;
  /** Creation time. */
  createdAt: Leaf<string>;
  /** Time of the first capture. */
  startedAt: Leaf<string | null>;
  /** Time of the end. */
  finishedAt: Leaf<string | null>;
  /** Numbers of the report. */
  counts: Link<DeploymentCounts>;
  /** Whether its changes can be reviewed: it has ended, and no newer one of its environment has. */
  isReviewable: Leaf<boolean>;
  /** UUID of the newest ended deployment of the environment; null if it is this one. */
  replacedById: Leaf<string | null>;
  /** URL of the report in the dashboard, for people. */
  reportUrl: Leaf<string>;
  /** Captures that could not be compared, with their reasons, at most 100. */
  failedCaptures: Link<readonly (FailedCapture)[]>;
  /** Verdicts on annotations, at most 500. Guests get those on public annotations. */
  verdicts: Link<readonly (DeploymentVerdict)[]>;
  /** Changed elements, at most 500. */
  changes: Link<readonly (DeploymentChange)[]>;
  /** Project of the deployment. */
  project: Link<Project>;
  /** Environment that the commit reached. */
  environment: Link<Environment>;
  /** Captured pages, in the order of work. Needs viewer. */
  captures: Link<DeploymentCaptureConnection | null, {
  /** Return only items before this cursor. */
  before?: string | null;
  /** Return only items after this cursor. */
  after?: string | null;
  /** Maximum number of items from the start of the list, 1–500. Default: 100. */
  first?: number | null;
  /** Maximum number of items from the end of the list, 1–500. */
  last?: number | null;
}>;
  /** Reviews of the deployment, newest first, also those that were undone. */
  reviews: Link<DeploymentReviewConnection, {
  /** Return only items before this cursor. */
  before?: string | null;
  /** Return only items after this cursor. */
  after?: string | null;
  /** Maximum number of items from the start of the list, 1–500. Default: 100. */
  first?: number | null;
  /** Maximum number of items from the end of the list, 1–500. */
  last?: number | null;
}>;
  /** Program of `via`; null if it was written without one, once the access token was removed, and for guests. */
  program: Link<Program | null>;
}

/** A page in one viewport, captured by a deployment. */
export interface DeploymentCapture {
  /** UUID. */
  id: Leaf<string>;
  /** URL of the page; for guests without secrets, as in public responses. */
  url: Leaf<string>;
  /** Browser viewport. */
  viewport: Link<Viewport>;
  /** State. */
  state: Leaf<DeploymentCaptureState>;
  /** Reason for the state failed, otherwise null. */
  error: Leaf<string | null>;
  /** UUID of the snapshot; null until it is ordered, and once it is deleted. */
  snapshotId: Leaf<string | null>;
  /** UUID of the snapshot that it was compared with; null without one, and once it is deleted. */
  baselineId: Leaf<string | null>;
  /** UUID of the comparison; null for equal pictures, and once a snapshot is deleted. */
  comparisonId: Leaf<string | null>;
  /** Number of changed elements. At most the first 200 are listed. */
  changeCount: Leaf<number>;
  /** Time of the result. */
  finishedAt: Leaf<string | null>;
  /** The snapshot; null like snapshotId. */
  snapshot: Link<Snapshot | null>;
  /** The snapshot that it was compared with; null like baselineId. */
  baseline: Link<Snapshot | null>;
  /** Changed elements of the page, from the top. */
  changes: Link<DeploymentChangeConnection, {
  /** Return only items before this cursor. */
  before?: string | null;
  /** Return only items after this cursor. */
  after?: string | null;
  /** Maximum number of items from the start of the list, 1–500. Default: 100. */
  first?: number | null;
  /** Maximum number of items from the end of the list, 1–500. */
  last?: number | null;
}>;
  /** Verdicts on the annotations of the page. Guests get those on public annotations. */
  verdicts: Link<DeploymentVerdictConnection, {
  /** Return only items before this cursor. */
  before?: string | null;
  /** Return only items after this cursor. */
  after?: string | null;
  /** Maximum number of items from the start of the list, 1–500. Default: 100. */
  first?: number | null;
  /** Maximum number of items from the end of the list, 1–500. */
  last?: number | null;
}>;
}

/** A page of captures. */
export interface DeploymentCaptureConnection {
  /** Position of this page in the list, and the cursors of its ends. */
  pageInfo: Link<PageInfo>;
  /** The items of this page, each with its cursor. */
  edges: Link<readonly (DeploymentCaptureEdge)[]>;
  /** The items of this page, without their cursors. */
  nodes: Link<readonly (DeploymentCapture)[]>;
}

/** A capture in a list. */
export interface DeploymentCaptureEdge {
  /** The item. */
  node: Link<DeploymentCapture>;
  /** Cursor of this item, for `after` or `before`. */
  cursor: Leaf<string>;
}

/** State of a page in one viewport within a deployment. */
export type DeploymentCaptureState = 'queued' | 'capturing' | 'baseline' | 'unchanged' | 'changed' | 'failed' | 'skipped';

/** An element of a page that differs from the baseline, or a region without one. */
export interface DeploymentChange {
  /** UUID. */
  id: Leaf<string>;
  /** UUID of the capture of the deployment. */
  captureId: Leaf<string>;
  /** CSS selector of the element; null for a region without one. */
  selector: Leaf<string | null>;
  /** Tag name, in lowercase; null like selector. */
  tag: Leaf<string | null>;
  /** Kinds of changes, as of elements in comparisons, with silent if computed styles differ and pixels do not show it; of a region without an element: changed, inserted or removed. */
  kinds: Leaf<readonly (string)[]>;
  /** The region of the comparison that shows it, pixels. */
  region: Link<ElementBox>;
  /** State in the baseline: text, box and the styles that differ. Null for an added element, and for guests if a snapshot used capture credentials whose pages are not shared. */
  before: Leaf<Record<string, unknown> | null>;
  /** The same in the snapshot; null for a removed element, and for guests like before. */
  after: Leaf<Record<string, unknown> | null>;
  /** Equal for changes of one cause, also on other pages, which can be reviewed together: the same new text, the same new colors or fonts on any element, or a new place among the same siblings. */
  likeness: Leaf<string>;
  /** UUIDs of the annotations at the element that the reader may read; empty without any. Whether it answers them, the verdicts say. */
  annotationIds: Leaf<readonly (string)[]>;
  /** UUIDs of the resolved annotations whose guards watch the element. */
  guardedIds: Leaf<readonly (string)[]>;
  /** The earlier deployment that found it first; null if this one did, and once it is approved. */
  since: Link<ChangeSince | null>;
  /** Decision of its review; null without one. */
  decision: Leaf<ReviewDecision | null>;
  /** UUID of its review; null without one. */
  reviewId: Leaf<string | null>;
}

/** A page of changes. */
export interface DeploymentChangeConnection {
  /** Position of this page in the list, and the cursors of its ends. */
  pageInfo: Link<PageInfo>;
  /** The items of this page, each with its cursor. */
  edges: Link<readonly (DeploymentChangeEdge)[]>;
  /** The items of this page, without their cursors. */
  nodes: Link<readonly (DeploymentChange)[]>;
}

/** A change in a list. */
export interface DeploymentChangeEdge {
  /** The item. */
  node: Link<DeploymentChange>;
  /** Cursor of this item, for `after` or `before`. */
  cursor: Leaf<string>;
}

/** Numbers of a deployment. An annotation counts once, with its most serious verdict; for guests, if it is public. */
export interface DeploymentCounts {
  /** Pages × viewports. */
  captures: Leaf<number>;
  /** Captures that are compared, failed or skipped. */
  finishedCaptures: Leaf<number>;
  /** Captures that could not be compared. */
  failedCaptures: Leaf<number>;
  /** Captures that became the baseline of their page. */
  newBaselines: Leaf<number>;
  /** Captures that equal their baseline. */
  unchangedCaptures: Leaf<number>;
  /** Captures that differ from their baseline. */
  changedCaptures: Leaf<number>;
  /** Annotations whose element changed. */
  changed: Leaf<number>;
  /** Annotations whose element looks as before, without those whose reported look is there again. */
  unchanged: Leaf<number>;
  /** Annotations whose element is not on the page any more. */
  gone: Leaf<number>;
  /** Annotations whose reported look is back. */
  regressed: Leaf<number>;
  /** Annotations whose verdict is unknown. */
  unknown: Leaf<number>;
  /** Annotations for which the deployment does what they say, in every capture in which their element was reported. */
  doesIt: Leaf<number>;
  /** Annotations whose element changed or went otherwise: whether that answers them, a person must say. */
  changedOtherwise: Leaf<number>;
  /** Annotations whose reported look is there again. */
  wentBack: Leaf<number>;
  /** Changed elements. */
  changes: Leaf<number>;
  /** Changed elements at which an annotation is. */
  explained: Leaf<number>;
  /** Changed elements that no annotation names. */
  unexplained: Leaf<number>;
  /** Changed elements that are approved. */
  approved: Leaf<number>;
  /** Changed elements that are rejected. */
  rejected: Leaf<number>;
  /** Changed elements without a review. */
  unreviewed: Leaf<number>;
}

/** An approval or rejection of changes of a deployment. */
export interface DeploymentReview {
  /** UUID. */
  id: Leaf<string>;
  /** UUID of the deployment. */
  deploymentId: Leaf<string>;
  /** The decision. */
  decision: Leaf<ReviewDecision>;
  /** UUID of the author; null for a deleted account. */
  authorId: Leaf<string | null>;
  /** UUID of the access token that wrote it; null if it was written without one. */
  via: Leaf<string | null>;
  /** Time of the review. */
  createdAt: Leaf<string>;
  /** Number of changed elements that it decided. */
  changeCount: Leaf<number>;
  /** Number of captures whose pictures it made the baselines of their pages. */
  baselineCount: Leaf<number>;
  /** UUIDs of the annotations that it resolved; some may be deleted. Guests get those of public ones. */
  resolvedAnnotationIds: Leaf<readonly (string)[]>;
  /** UUID of the user who undid it. */
  undoneById: Leaf<string | null>;
  /** Time when it was undone. */
  undoneAt: Leaf<string | null>;
  /** Program of `via`; null if it was written without one, once the access token was removed, and for guests. */
  program: Link<Program | null>;
}

/** A page of reviews. */
export interface DeploymentReviewConnection {
  /** Position of this page in the list, and the cursors of its ends. */
  pageInfo: Link<PageInfo>;
  /** The items of this page, each with its cursor. */
  edges: Link<readonly (DeploymentReviewEdge)[]>;
  /** The items of this page, without their cursors. */
  nodes: Link<readonly (DeploymentReview)[]>;
}

/** A review in a list. */
export interface DeploymentReviewEdge {
  /** The item. */
  node: Link<DeploymentReview>;
  /** Cursor of this item, for `after` or `before`. */
  cursor: Leaf<string>;
}

/** Status of a deployment. */
export type DeploymentStatus = 'queued' | 'running' | 'needs_review' | 'passed' | 'failed' | 'cancelled' | 'superseded';

/** A deployment in a list. Read the deployment itself for its verdicts and changes. */
export interface DeploymentSummary {
  /** UUID. */
  id: Leaf<string>;
  /** UUID of the project. */
  projectId: Leaf<string>;
  /** UUID of the environment. */
  environmentId: Leaf<string>;
  /** Commit or release, as it was sent. */
  commit: Leaf<string>;
  /** Branch, as it was sent. */
  branch: Leaf<string | null>;
  /** URL of the release or of the pipeline run, for people. */
  url: Leaf<string | null>;
  /** Status. */
  status: Leaf<DeploymentStatus>;
  /** Number of failed captures, for the status failed; null if none did. */
  error: Leaf<string | null>;
  /** UUID of the deployment that replaced it; null unless superseded. */
  supersededById: Leaf<string | null>;
  /** UUID of the user or the service account. */
  authorId: Leaf<string | null>;
  /** UUID of the access token that wrote it; null if it was written without one. */
  via: Leaf<string | null>;
  /** Creation time. */
  createdAt: Leaf<string>;
  /** Time of the first capture. */
  startedAt: Leaf<string | null>;
  /** Time of the end. */
  finishedAt: Leaf<string | null>;
  /** Numbers of the report. */
  counts: Link<DeploymentCounts>;
  /** Program of `via`; null if it was written without one, once the access token was removed, and for guests. */
  program: Link<Program | null>;
}

/** A page of deployments. */
export interface DeploymentSummaryConnection {
  /** Position of this page in the list, and the cursors of its ends. */
  pageInfo: Link<PageInfo>;
  /** The items of this page, each with its cursor. */
  edges: Link<readonly (DeploymentSummaryEdge)[]>;
  /** The items of this page, without their cursors. */
  nodes: Link<readonly (DeploymentSummary)[]>;
}

/** A deployment in a list. */
export interface DeploymentSummaryEdge {
  /** The item. */
  node: Link<DeploymentSummary>;
  /** Cursor of this item, for `after` or `before`. */
  cursor: Leaf<string>;
}

/** A change of a deployment: its status, or a finished capture. Delivered at least once while connected. */
export interface DeploymentUpdate {
  /** UUID of the deployment. */
  deploymentId: Leaf<string>;
  /** Current deployment; null if it was deleted with its environment. */
  deployment: Link<DeploymentSummary | null>;
}

/** Effect of a deployment on an annotation in one viewport, or what a check of a single snapshot found. */
export interface DeploymentVerdict {
  /** UUID. */
  id: Leaf<string>;
  /** UUID of the deployment; null for a check of the page. */
  deploymentId: Leaf<string | null>;
  /** UUID of the capture of the deployment; null for a check. */
  captureId: Leaf<string | null>;
  /** UUID of the annotation. */
  annotationId: Leaf<string>;
  /** Number of the annotation within its project. */
  annotationNumber: Leaf<number>;
  /** The effect, compared with the reported look, or with the accepted look of a guarded annotation. */
  verdict: Leaf<VerdictKind>;
  /** Least favorable effect on the annotation in all captures of the deployment: does_it needs every capture in which its element was seen as reported. Null where nothing changed, or nothing is known. */
  overallEffect: Leaf<ChangeEffect | null>;
  /** The effect since the picture before this deployment or check. It decides no verdict. Null if it was not compared. */
  sinceDeployment: Leaf<VerdictKind | null>;
  /** UUID of the snapshot that shows the compared look; null without one. */
  beforeSnapshotId: Leaf<string | null>;
  /** Viewport of that snapshot: the nearest width, if the element was not reported in that of the judged picture. Null without one, and once it is deleted. */
  beforeViewport: Link<Viewport | null>;
  /** Reason of the verdict unknown, such as no_earlier_pin or picture_incomplete; otherwise null. */
  reason: Leaf<string | null>;
  /** Whether the element shows a text that the comment states; null if it states none. */
  isLiteralMet: Leaf<boolean | null>;
  /** Effect on the annotation; null where nothing changed, or nothing is known. */
  effect: Leaf<ChangeEffect | null>;
  /** Answer of a model of the operator about the effect changed_otherwise. It decides nothing. Null without a model, and until it answered. */
  suggestion: Link<VerdictSuggestion | null>;
  /** Changes of the element: text, styles, size, place in a list and number of pixels, null or empty where equal. Without them for guests, if a snapshot used capture credentials whose pages are not shared. */
  evidence: Leaf<Record<string, unknown>>;
  /** Number of changed elements of the page that the annotation does not explain. */
  otherChangeCount: Leaf<number>;
  /** URL of a crop that shows the element before, outlined (WebP), valid for 24 hours. Null if it was not found. Of a proof it stays; of other verdicts, until the snapshot is deleted. Null for guests like the evidence. */
  beforeUrl: Leaf<string | null>;
  /** URL of a crop that shows the element in the deployment, like beforeUrl. */
  afterUrl: Leaf<string | null>;
  /** Answer of the visitor who reported the annotation to the mailed proof; null without one. */
  answer: Leaf<ReporterAnswer | null>;
  /** Time of the answer. */
  answeredAt: Leaf<string | null>;
  /** Whether the fix is in dispute: the reporter answered that it is still wrong, or a later deployment found the reported look again. */
  isDisputed: Leaf<boolean>;
  /** Decision of its review; null without one. */
  decision: Leaf<ReviewDecision | null>;
  /** UUID of its review; null without one. */
  reviewId: Leaf<string | null>;
  /** Time when the annotation was resolved with this verdict as the proof; null if it was not. */
  resolvedAt: Leaf<string | null>;
  /** Time of the verdict. */
  createdAt: Leaf<string>;
  /** The annotation; null if it was deleted meanwhile. */
  annotation: Link<Annotation | null>;
}

/** A page of verdicts. */
export interface DeploymentVerdictConnection {
  /** Position of this page in the list, and the cursors of its ends. */
  pageInfo: Link<PageInfo>;
  /** The items of this page, each with its cursor. */
  edges: Link<readonly (DeploymentVerdictEdge)[]>;
  /** The items of this page, without their cursors. */
  nodes: Link<readonly (DeploymentVerdict)[]>;
}

/** A verdict in a list. */
export interface DeploymentVerdictEdge {
  /** The item. */
  node: Link<DeploymentVerdict>;
  /** Cursor of this item, for `after` or `before`. */
  cursor: Leaf<string>;
}

/** Data of the page and the browser that the author attached to an annotation. */
export interface Diagnostics {
  /** Picture of the element's surroundings, drawn by the overlay: a URL that needs no header and is valid for 24 hours (WebP), or a data URL until the service has stored it. */
  picture: Leaf<string | null>;
  /** Browser of the author; null if it was not attached. */
  browser: Link<BrowserDiagnostics | null>;
  /** Last lines that the page logged, oldest first; the overlay sends at most 50. */
  console: Link<readonly (ConsoleLine)[]>;
  /** Last failed requests of the page, oldest first; the overlay sends at most 20. */
  requests: Link<readonly (FailedRequest)[]>;
  /** Files that the page named for the element when the comment was written, the nearest first, at most four. Empty for pages that name none, as most built pages. */
  source: Link<readonly (SourceHint)[]>;
  /** Id that the build plugin `pinbound-source` gave the element, or the nearest marked one around it; at most 32 characters. `pinbound locate` finds its line of code. Null for pages that are built without the plugin. */
  elementId: Leaf<string | null>;
  /** Visitor's steps before the annotation, oldest first, from the session `metadata.sessionId`. Empty without a session, for guests and after the events' retention; events beyond COLLECT_HOURLY_MIB are missing. */
  trail: Link<readonly (TrailStep)[], {
  /** Maximum number of steps, the latest ones, 1–200. BAD_USER_INPUT for another number. */
  last?: number | null;
}>;
}

/** Visitor activity on one element of a page. */
export interface ElementActivity {
  /** Normalized URL of the page. */
  url: Leaf<string>;
  /** CSS selector reported by the embed script. */
  selector: Leaf<string>;
  /** Number of clicks. */
  clicks: Leaf<number>;
  /** Number of hovers. */
  hovers: Leaf<number>;
  /** Number of inputs into form fields. */
  inputs: Leaf<number>;
}

/** Bounding box of an element, in CSS pixels from the top left corner of its page or image. */
export interface ElementBox {
  /** Distance from the left edge. */
  x: Leaf<number>;
  /** Distance from the top edge. */
  y: Leaf<number>;
  /** Width. */
  width: Leaf<number>;
  /** Height. */
  height: Leaf<number>;
}

/** An element that differs between two snapshots. */
export interface ElementChange {
  /** CSS selector of the element in the comparison, or in the baseline for a removed element. */
  selector: Leaf<string>;
  /** XPath of the element in the same snapshot. */
  xpath: Leaf<string>;
  /** Tag name, in lowercase. */
  tag: Leaf<string>;
  /** Kinds of changes. */
  kinds: Leaf<readonly (ElementChangeKind)[]>;
  /** State in the baseline; null for an added element. */
  before: Link<ElementState | null>;
  /** State in the comparison; null for a removed element. */
  after: Link<ElementState | null>;
}

/** Kind of change of an element. */
export type ElementChangeKind = 'added' | 'removed' | 'text' | 'moved' | 'resized' | 'recolored' | 'restyled' | 'relinked' | 'content';

/** Places where the code of the element of an annotation may be. */
export interface ElementSource {
  /** UUID of the annotation. */
  annotationId: Leaf<string>;
  /** Commit whose manifest names the element; null if none does. */
  commit: Leaf<string | null>;
  /** The most probable place first; empty if nothing is known. */
  candidates: Link<readonly (SourceCandidate)[]>;
}

/** State of an element in one snapshot. */
export interface ElementState {
  /** Visible text, at most 200 characters. */
  text: Leaf<string>;
  /** Bounding box of the element. */
  box: Link<ElementBox>;
  /** Computed values that differ between the snapshots, of color, backgroundColor, borderColor, opacity, fontSize, fontWeight, fontFamily, linkTarget and linkWindow; of all recorded styles in a region without pixels. */
  style: Leaf<Record<string, unknown>>;
}

/** Confirmation of a verified e-mail address. */
export interface EmailVerification {
  /** Always true. */
  verified: Leaf<boolean>;
}

/** Acknowledgment of a request for a verification mail. */
export interface EmailVerificationRequest {
  /** Always true. */
  accepted: Leaf<boolean>;
}

/** HTML that loads the scripts of the project on its website. */
export interface EmbedScript {
  /** HTML that loads the embed script, to insert before the closing head tag. */
  script: Leaf<string>;
  /** HTML that loads the overlay, to insert before the closing head tag. */
  overlayScript: Leaf<string>;
  /** Project key used in the HTML. */
  projectKey: Leaf<string>;
}

/** A deployment of a project's website. Annotations of its pages belong to it. */
export interface Environment {
  /** UUID. */
  id: Leaf<string>;
  /** UUID of the project. */
  projectId: Leaf<string>;
  /** Display name. */
  name: Leaf<string>;
  /** Base URL of the pages as it was sent. */
  url: Leaf<string>;
  /** Purpose of the environment. */
  kind: Leaf<EnvironmentKind>;
  /** Creation time. */
  createdAt: Leaf<string>;
  /** Time of the last change. */
  updatedAt: Leaf<string>;
}

/** A page of environments. */
export interface EnvironmentConnection {
  /** Position of this page in the list, and the cursors of its ends. */
  pageInfo: Link<PageInfo>;
  /** The items of this page, each with its cursor. */
  edges: Link<readonly (EnvironmentEdge)[]>;
  /** The items of this page, without their cursors. */
  nodes: Link<readonly (Environment)[]>;
}

/** An environment in a list. */
export interface EnvironmentEdge {
  /** The item. */
  node: Link<Environment>;
  /** Cursor of this item, for `after` or `before`. */
  cursor: Leaf<string>;
}

/** Purpose of an environment. */
export type EnvironmentKind = 'production' | 'staging' | 'development';

/** Result of an erasure. Texts stay, without name, e-mail address and diagnostics of their author. */
export interface Erasure {
  /** Number of annotations that no longer name their author. */
  annotations: Leaf<number>;
  /** Number of replies that no longer name their author. */
  comments: Leaf<number>;
}

/** Format of an export. */
export type ExportFormat = 'csv' | 'json';

/** An issue that an integration created for an annotation. */
export interface ExternalIssue {
  /** Integration that synchronizes the issue. */
  integrationId: Leaf<string>;
  /** Issue tracker. */
  provider: Leaf<IntegrationProvider>;
  /** Key in the tracker: #12, SHOP-12. */
  key: Leaf<string>;
  /** URL of the issue. */
  url: Leaf<string>;
  /** Last known state in the tracker. */
  state: Leaf<IssueState>;
}

/** A page in one viewport that a deployment could not compare. */
export interface FailedCapture {
  /** UUID of the capture. */
  id: Leaf<string>;
  /** URL of the page. */
  url: Leaf<string>;
  /** Browser viewport. */
  viewport: Link<Viewport>;
  /** Reason. */
  error: Leaf<string | null>;
}

/** A capture that failed, or a delivery whose attempts are exhausted. */
export interface FailedJob {
  /** UUID of the snapshot or the delivery. */
  id: Leaf<string>;
  /** Kind of the job. */
  kind: Leaf<FailedJobKind>;
  /** UUID of the organization. */
  organizationId: Leaf<string>;
  /** URL of the page, or type of the event. */
  subject: Leaf<string>;
  /** Reason of the failure, if it is known. */
  error: Leaf<string | null>;
  /** Time of the request. */
  createdAt: Leaf<string>;
}

/** A page of failed jobs. */
export interface FailedJobConnection {
  /** Position of this page in the list, and the cursors of its ends. */
  pageInfo: Link<PageInfo>;
  /** The items of this page, each with its cursor. */
  edges: Link<readonly (FailedJobEdge)[]>;
  /** The items of this page, without their cursors. */
  nodes: Link<readonly (FailedJob)[]>;
}

/** A failed job in a list. */
export interface FailedJobEdge {
  /** The item. */
  node: Link<FailedJob>;
  /** Cursor of this item, for `after` or `before`. */
  cursor: Leaf<string>;
}

/** Kind of a failed job. */
export type FailedJobKind = 'capture' | 'delivery';

/** A request of the page that failed. */
export interface FailedRequest {
  /** URL; the overlay sends it without query. */
  url: Leaf<string>;
  /** HTTP status; 0 without a response. */
  status: Leaf<number | null>;
  /** Milliseconds from the start of the navigation. */
  at: Leaf<number | null>;
}

/** State of an annotation's element in one environment and viewport. */
export type FixState = 'as_reported' | 'changed' | 'accepted' | 'gone' | 'unknown';

/** State of an annotation's element in a snapshot, compared with its reported look, or with the accepted look if it is resolved and guarded. */
export interface FixVerdict {
  /** UUID of the annotation. */
  annotationId: Leaf<string>;
  /** UUID of the snapshot. */
  snapshotId: Leaf<string>;
  /** Address that the snapshot captured, and the verdict is about. */
  url: Leaf<string>;
  /** UUID of the verdict, with which the annotation can be resolved. Null while the snapshot is processing, and for a verdict unknown that may be another one later. */
  id: Leaf<string | null>;
  /** UUID of the snapshot that shows the compared look; null without one. */
  beforeSnapshotId: Leaf<string | null>;
  /** Viewport of that snapshot: the nearest width, if the element was not reported in that of the judged picture. Null without one, and once it is deleted. */
  beforeViewport: Link<Viewport | null>;
  /** Reason of the verdict unknown, such as no_earlier_pin or picture_incomplete; otherwise null. */
  reason: Leaf<string | null>;
  /** The verdict; null while the snapshot is processing. */
  verdict: Leaf<VerdictKind | null>;
  /** Texts, prices and times that the comment asks for literally, also if the element was not found. */
  expectedTexts: Leaf<readonly (string)[]>;
  /** Whether the element shows all of them; null without one, for an element that was not found, and if its text was cut before their end. */
  isTextMet: Leaf<boolean | null>;
  /** Effect on the annotation; null where nothing changed, or nothing is known. */
  effect: Leaf<ChangeEffect | null>;
  /** Changes of the element: text and size (before, after), styles (name, before, after), and pixels (differing, total); null or empty where equal or not compared. If the comment asks for another place in a list, also order: the places (before, after), from 1. */
  evidence: Leaf<Record<string, unknown>>;
  /** URL of a crop that shows the element before, outlined (WebP), valid for 24 hours; null without a pin. */
  beforeUrl: Leaf<string | null>;
  /** URL of a crop that shows the element in the snapshot, like beforeUrl. */
  afterUrl: Leaf<string | null>;
}

/** The accepted look of a resolved annotation's element in one environment and viewport. A deployment with the reported look reopens the annotation. */
export interface Guard {
  /** UUID. */
  id: Leaf<string>;
  /** UUID of the annotation. */
  annotationId: Leaf<string>;
  /** UUID of the environment. */
  environmentId: Leaf<string>;
  /** URL of the page. */
  url: Leaf<string>;
  /** Browser viewport. */
  viewport: Link<Viewport>;
  /** State. */
  state: Leaf<GuardState>;
  /** Whether the annotation is not resolved now, so that no deployment compares its guard. */
  isPaused: Leaf<boolean>;
  /** The annotation; null if it was deleted meanwhile. */
  annotation: Link<Annotation | null>;
  /** Reported look: state, confidence and box of the pin, text and styles. */
  reported: Leaf<Record<string, unknown>>;
  /** Accepted look, like reported. The state is orphaned if the removal of the element was accepted. */
  accepted: Leaf<Record<string, unknown>>;
  /** URL of a crop of the reported look (WebP), valid for 24 hours. Null until it is stored. */
  reportedUrl: Leaf<string | null>;
  /** URL of a crop of the accepted look, like reportedUrl; null for a removed element. */
  acceptedUrl: Leaf<string | null>;
  /** UUID of the deployment that showed the accepted look, which may be deleted; null for a check. */
  deploymentId: Leaf<string | null>;
  /** Time of the start. */
  createdAt: Leaf<string>;
  /** Time of the last deployment that could compare the element. */
  checkedAt: Leaf<string>;
  /** Time of the end. */
  endedAt: Leaf<string | null>;
  /** UUID of the user who retired it; null for the others and for a deleted account. */
  endedById: Leaf<string | null>;
  /** Reason of its retirement. */
  reason: Leaf<string | null>;
}

/** A page of guards. */
export interface GuardConnection {
  /** Position of this page in the list, and the cursors of its ends. */
  pageInfo: Link<PageInfo>;
  /** The items of this page, each with its cursor. */
  edges: Link<readonly (GuardEdge)[]>;
  /** The items of this page, without their cursors. */
  nodes: Link<readonly (Guard)[]>;
}

/** A guard in a list. */
export interface GuardEdge {
  /** The item. */
  node: Link<Guard>;
  /** Cursor of this item, for `after` or `before`. */
  cursor: Leaf<string>;
}

/** State of a guard. */
export type GuardState = 'active' | 'returned' | 'retired';

/** An element that comparisons of deployments with baselines ignore. */
export interface IgnoreRule {
  /** UUID. */
  id: Leaf<string>;
  /** UUID of the project. */
  projectId: Leaf<string>;
  /** UUID of the environment; null for all. */
  environmentId: Leaf<string | null>;
  /** Path of the page, relative to its environment; null for all pages. */
  page: Leaf<string | null>;
  /** CSS selector of the element, or of several. */
  selector: Leaf<string>;
  /** Reason, as it was sent. */
  reason: Leaf<string>;
  /** Time from which it has no effect; null: never. */
  expiresAt: Leaf<string | null>;
  /** UUID of the author; null for a deleted account. */
  authorId: Leaf<string | null>;
  /** UUID of the access token that wrote it; null if it was written without one. */
  via: Leaf<string | null>;
  /** Creation time. */
  createdAt: Leaf<string>;
  /** Program of `via`; null if it was written without one, once the access token was removed, and for guests. */
  program: Link<Program | null>;
}

/** A page of rules. */
export interface IgnoreRuleConnection {
  /** Position of this page in the list, and the cursors of its ends. */
  pageInfo: Link<PageInfo>;
  /** The items of this page, each with its cursor. */
  edges: Link<readonly (IgnoreRuleEdge)[]>;
  /** The items of this page, without their cursors. */
  nodes: Link<readonly (IgnoreRule)[]>;
}

/** A rule in a list. */
export interface IgnoreRuleEdge {
  /** The item. */
  node: Link<IgnoreRule>;
  /** Cursor of this item, for `after` or `before`. */
  cursor: Leaf<string>;
}

/** An item that could not be imported. */
export interface ImportFailure {
  /** Index of the item in the request, from 0. */
  index: Leaf<number>;
  /** Error message. */
  message: Leaf<string>;
}

/** Result of an import. */
export interface ImportResult {
  /** Number of imported items. */
  imported: Leaf<number>;
  /** Number of skipped items: existing ones and duplicates in the request. */
  skipped: Leaf<number>;
  /** Invalid items. They do not affect other items. */
  failed: Link<readonly (ImportFailure)[]>;
  /** The valid items of a dry run, at most 1 000. Null for an import. */
  preview: Link<readonly (PreviewedItem)[] | null>;
}

/** Versions, counts and storage of this installation. */
export interface Installation {
  /** Version of Pinbound, of the process that responds. */
  version: Leaf<string>;
  /** Version of Node.js, of the process that responds. */
  nodeVersion: Leaf<string>;
  /** Version of PostgreSQL. */
  postgresVersion: Leaf<string>;
  /** Number of accounts. */
  users: Leaf<number>;
  /** Number of organizations. */
  organizations: Leaf<number>;
  /** Number of projects. */
  projects: Leaf<number>;
  /** Size of stored images, page records and attachments, bytes. */
  storedBytes: Leaf<number>;
  /** Size of the database, bytes. */
  databaseBytes: Leaf<number>;
  /** Names of the backfills of migrations that are not complete. */
  pendingBackfills: Leaf<readonly (string)[]>;
  /** Name and version of the browser that took the newest snapshot; null before the first one. */
  browser: Leaf<string | null>;
  /** Approximate release of that browser's major version, by the schedule of Chromium; null if unknown. */
  browserReleasedAt: Leaf<string | null>;
  /** Whether that release was over eight weeks ago, so that the browser should be updated. */
  isBrowserOutdated: Leaf<boolean>;
}

/** The result of a check of a part of the installation. */
export interface InstallationCheck {
  /** The checked part. */
  part: Leaf<InstallationPart>;
  /** Result of the check. */
  state: Leaf<InstallationCheckState>;
  /** Findings, and what to do. */
  message: Leaf<string>;
}

/** Result of a check. */
export type InstallationCheckState = 'works' | 'failing' | 'off' | 'unknown';

/** An organization of the installation, for its administrators. */
export interface InstallationOrganization {
  /** UUID. */
  id: Leaf<string>;
  /** Display name. */
  name: Leaf<string>;
  /** URL-friendly name, unique in this installation. */
  slug: Leaf<string>;
  /** Creation time. */
  createdAt: Leaf<string>;
  /** Number of members and guests. */
  members: Leaf<number>;
  /** Number of projects. */
  projects: Leaf<number>;
  /** Size of images, page records and attachments, bytes. A file of two organizations counts for both. */
  storedBytes: Leaf<number>;
}

/** A page of organizations. */
export interface InstallationOrganizationConnection {
  /** Position of this page in the list, and the cursors of its ends. */
  pageInfo: Link<PageInfo>;
  /** The items of this page, each with its cursor. */
  edges: Link<readonly (InstallationOrganizationEdge)[]>;
  /** The items of this page, without their cursors. */
  nodes: Link<readonly (InstallationOrganization)[]>;
}

/** An organization in a list. */
export interface InstallationOrganizationEdge {
  /** The item. */
  node: Link<InstallationOrganization>;
  /** Cursor of this item, for `after` or `before`. */
  cursor: Leaf<string>;
}

/** A part of the installation that is checked. */
export type InstallationPart = 'mail' | 'storage' | 'captures' | 'backups';

/** An account of the installation, for its administrators. */
export interface InstallationUser {
  /** UUID. */
  id: Leaf<string>;
  /** E-mail address, in lowercase. */
  email: Leaf<string>;
  /** Display name. */
  name: Leaf<string>;
  /** Time when the user verified the e-mail address; null if it is not verified. */
  emailVerifiedAt: Leaf<string | null>;
  /** Time when the command made the user an administrator; null for all others. */
  administratorSince: Leaf<string | null>;
  /** Creation time of the account. */
  createdAt: Leaf<string>;
  /** Time of the newest login or refresh; null if there is none. */
  lastSeenAt: Leaf<string | null>;
  /** Number of organizations that the user belongs to. */
  organizations: Leaf<number>;
}

/** A page of users. */
export interface InstallationUserConnection {
  /** Position of this page in the list, and the cursors of its ends. */
  pageInfo: Link<PageInfo>;
  /** The items of this page, each with its cursor. */
  edges: Link<readonly (InstallationUserEdge)[]>;
  /** The items of this page, without their cursors. */
  nodes: Link<readonly (InstallationUser)[]>;
}

/** A user in a list. */
export interface InstallationUserEdge {
  /** The item. */
  node: Link<InstallationUser>;
  /** Cursor of this item, for `after` or `before`. */
  cursor: Leaf<string>;
}

/** A project's connection to an external service. Its credentials cannot be read. */
export interface Integration {
  /** UUID. */
  id: Leaf<string>;
  /** UUID of the project. */
  projectId: Leaf<string>;
  /** External service. */
  provider: Leaf<IntegrationProvider>;
  /** Display name. */
  name: Leaf<string>;
  /** Changes sent to the integration. */
  notify: Leaf<readonly (IntegrationNotice)[]>;
  /** Whether internal annotations and replies are sent. */
  includeInternal: Leaf<boolean>;
  /** Annotations that are sent. Linked issues are synchronized whatever the filter. */
  filter: Link<IntegrationFilter>;
  /** Whether changes are sent and received. */
  enabled: Leaf<boolean>;
  /** Reason for automatic disabling; null when enabled or disabled by a person. */
  disabledReason: Leaf<IntegrationDisabledReason | null>;
  /** Base URL of the provider's API; null for Slack and Discord, unless one was set for a bot. */
  baseUrl: Leaf<string | null>;
  /** GitHub repository or GitLab project. */
  repository: Leaf<string | null>;
  /** Key of the Jira project. */
  projectKey: Leaf<string | null>;
  /** Type of the Jira issues. */
  issueType: Leaf<string | null>;
  /** Values of further fields of the Jira issues, by their ids. */
  issueFields: Leaf<Record<string, unknown> | null>;
  /** Key of the Linear team. */
  teamKey: Leaf<string | null>;
  /** ID of the channel of a Slack or Discord bot; null for an incoming webhook. */
  channelId: Leaf<string | null>;
  /** Jira Cloud account of the token. */
  email: Leaf<string | null>;
  /** Ellipsis and the last four characters of the token or webhook URL; short values show no characters. */
  credentialHint: Leaf<string>;
  /** URL to which the tracker posts its changes; null for Slack and Discord. */
  inboundUrl: Leaf<string | null>;
  /** Signing secret for requests of the tracker. Null except in the response that creates the integration. */
  inboundSecret: Leaf<string | null>;
  /** Whether an inbound secret is set. Without one, requests of the tracker are rejected. */
  hasInboundSecret: Leaf<boolean>;
  /** Number of queued events. */
  pendingCount: Leaf<number>;
  /** End of the pause requested by the provider; null without a pause. */
  pausedUntil: Leaf<string | null>;
  /** Time of the last successful delivery within 30 days. */
  lastSuccessAt: Leaf<string | null>;
  /** Error of the last attempt with advice; null after a success. */
  lastError: Leaf<string | null>;
  /** Time of the last error. */
  lastErrorAt: Leaf<string | null>;
  /** Time of the last change received from the tracker with a valid signature. */
  lastInboundAt: Leaf<string | null>;
  /** Creation time. */
  createdAt: Leaf<string>;
  /** Time of the last change. */
  updatedAt: Leaf<string>;
}

/** A page of integrations. */
export interface IntegrationConnection {
  /** Position of this page in the list, and the cursors of its ends. */
  pageInfo: Link<PageInfo>;
  /** The items of this page, each with its cursor. */
  edges: Link<readonly (IntegrationEdge)[]>;
  /** The items of this page, without their cursors. */
  nodes: Link<readonly (Integration)[]>;
}

/** Reason for the automatic disabling of an integration. */
export type IntegrationDisabledReason = 'refused' | 'failing';

/** An integration in a list. */
export interface IntegrationEdge {
  /** The item. */
  node: Link<Integration>;
  /** Cursor of this item, for `after` or `before`. */
  cursor: Leaf<string>;
}

/** Annotations that are sent: those that match every member that is not null. */
export interface IntegrationFilter {
  /** Only annotations with one of these statuses; null: any. */
  statuses: Leaf<readonly (AnnotationStatus)[] | null>;
  /** Only annotations on one of these pages, at most 50: a path, such as /cart, or with * at its end all that begin with it, such as /docs/*. Without query; null: any. */
  pages: Leaf<readonly (string)[] | null>;
  /** Only annotations with one of these labels of the project, at most 100; null: any. */
  labelIds: Leaf<readonly (string)[] | null>;
  /** Only annotations with one of these priorities; null: any. */
  priorities: Leaf<readonly (AnnotationPriority)[] | null>;
}

/** Annotations to send: those that match every given member. An empty filter selects all. */
export interface IntegrationFilterInput {
  /** Only annotations with one of these statuses. Default: any. */
  statuses?: readonly (AnnotationStatus)[] | null;
  /** Only annotations on one of these pages, at most 50: a path, such as /cart, or with * at its end all that begin with it, such as /docs/*. Without query. Default: any. */
  pages?: readonly (string)[] | null;
  /** Only annotations with one of these labels of the project, at most 100. Default: any. */
  labelIds?: readonly (string)[] | null;
  /** Only annotations with one of these priorities. Default: any. */
  priorities?: readonly (AnnotationPriority)[] | null;
}

/** Changes sent to an integration. Issue trackers also send them back. */
export type IntegrationNotice = 'annotation' | 'reply' | 'status';

/** External service of an integration. */
export type IntegrationProvider = 'slack' | 'discord' | 'github' | 'gitlab' | 'jira' | 'linear';

/** A place that an integration can write to: a repository, a project, a team or a channel. */
export interface IntegrationTarget {
  /** Value of the argument that selects it: repository for GitHub and GitLab, projectKey for Jira, teamKey for Linear, channelId for Slack and Discord. */
  value: Leaf<string>;
  /** Display name at the provider. */
  name: Leaf<string>;
  /** GitHub: owner. GitLab: group. Discord: server. Null for the others. */
  group: Leaf<string | null>;
  /** Whether it is closed to the public; null if the provider does not report it. */
  isPrivate: Leaf<boolean | null>;
  /** Jira Cloud: values for issueType, without subtasks. Empty for the others. */
  issueTypes: Leaf<readonly (string)[]>;
}

/** A page of targets. */
export interface IntegrationTargets {
  /** The targets, in the provider's order, at most `limit`. */
  targets: Link<readonly (IntegrationTarget)[]>;
  /** Cursor of the next page; null at the end. A page of a search may be empty without being the last one. */
  nextCursor: Leaf<string | null>;
}

/** Result of a test. */
export interface IntegrationTest {
  /** Whether the integration has write access. */
  ok: Leaf<boolean>;
  /** Destination of writes, or the error with advice. */
  message: Leaf<string>;
  /** HTTP status of a rejected request; null when none was rejected. */
  status: Leaf<number | null>;
}

/** An invitation by e-mail to join an organization, valid once. */
export interface Invitation {
  /** UUID, also of the resulting membership. */
  id: Leaf<string>;
  /** Organization to join. */
  organizationId: Leaf<string>;
  /** E-mail address of the invited person, in lowercase. */
  email: Leaf<string>;
  /** Role of the new member. */
  role: Leaf<Role>;
  /** Whether the member has all projects: true for owners and admins, false for guests. */
  allProjects: Leaf<boolean>;
  /** UUIDs of the projects of a member who does not have all; empty for none. Lists only projects that you have, too. */
  projectIds: Leaf<readonly (string)[]>;
  /** Creation time. */
  createdAt: Leaf<string>;
  /** Expiration time of the link. */
  expiresAt: Leaf<string>;
  /** Time when the mail server accepted the e-mail; null before that. */
  mailedAt: Leaf<string | null>;
  /** Link to pass on instead of the e-mail, while the invitation is pending. It verifies no address. Null for an expired invitation, and for a role that the reader may not manage. */
  link: Leaf<string | null>;
}

/** A page of invitations. */
export interface InvitationConnection {
  /** Position of this page in the list, and the cursors of its ends. */
  pageInfo: Link<PageInfo>;
  /** The items of this page, each with its cursor. */
  edges: Link<readonly (InvitationEdge)[]>;
  /** The items of this page, without their cursors. */
  nodes: Link<readonly (Invitation)[]>;
}

/** An invitation in a list. */
export interface InvitationEdge {
  /** The item. */
  node: Link<Invitation>;
  /** Cursor of this item, for `after` or `before`. */
  cursor: Leaf<string>;
}

/** An invitation, for the holder of its token. */
export interface InvitationPreview {
  /** State of the token. */
  state: Leaf<InvitationState>;
  /** Organization to join; null once the token was accepted, revoked or replaced, like all other fields. */
  organizationName: Leaf<string | null>;
  /** Name of the person who invites; null after that account was deleted. */
  inviterName: Leaf<string | null>;
  /** E-mail address of that person; null for guests, who see no addresses. */
  inviterEmail: Leaf<string | null>;
  /** Invited e-mail address, in lowercase. */
  email: Leaf<string | null>;
  /** Role of the new member. */
  role: Leaf<Role | null>;
  /** Expiration time. */
  expiresAt: Leaf<string | null>;
}

/** State of an invitation token. */
export type InvitationState = 'pending' | 'expired' | 'accepted' | 'revoked' | 'replaced';

/** An invoice. After issue, only its payment status changes. */
export interface Invoice {
  /** UUID. */
  id: Leaf<string>;
  /** Invoiced organization. */
  organizationId: Leaf<string>;
  /** Invoice number, such as PB-2026-000001, sequential without gaps in this installation. Stripe invoices have Stripe's number. Null for a draft. */
  number: Leaf<string | null>;
  /** Status of the invoice. */
  status: Leaf<InvoiceStatus>;
  /** Payment method. */
  provider: Leaf<BillingProvider>;
  /** ISO 4217, such as EUR. */
  currency: Leaf<string>;
  /** Sum of the lines in cents of the currency, without tax. Stripe invoices include tax calculated by Stripe. */
  totalCents: Leaf<number>;
  /** Lines of the invoice. */
  lines: Link<readonly (InvoiceLine)[]>;
  /** Name of the organization at the time of issue. */
  customerName: Leaf<string>;
  /** E-mail address of the first owner at the time of issue. */
  customerEmail: Leaf<string>;
  /** Start of the invoiced period. */
  periodStart: Leaf<string>;
  /** End of the period. */
  periodEnd: Leaf<string>;
  /** Time of issue; null for a draft. */
  issuedAt: Leaf<string | null>;
  /** Due date, 14 days after issue. Null when Stripe charges automatically. */
  dueAt: Leaf<string | null>;
  /** Time of payment. */
  paidAt: Leaf<string | null>;
  /** Time of voiding. */
  voidedAt: Leaf<string | null>;
  /** URL of the PDF. It needs no token and is valid for 15 to 30 minutes. Stripe invoices have Stripe's PDF. Null for a draft. */
  pdfUrl: Leaf<string | null>;
  /** Creation time. */
  createdAt: Leaf<string>;
}

/** A page of invoices. */
export interface InvoiceConnection {
  /** Position of this page in the list, and the cursors of its ends. */
  pageInfo: Link<PageInfo>;
  /** The items of this page, each with its cursor. */
  edges: Link<readonly (InvoiceEdge)[]>;
  /** The items of this page, without their cursors. */
  nodes: Link<readonly (Invoice)[]>;
}

/** An invoice in a list. */
export interface InvoiceEdge {
  /** The item. */
  node: Link<Invoice>;
  /** Cursor of this item, for `after` or `before`. */
  cursor: Leaf<string>;
}

/** A line of an invoice. */
export interface InvoiceLine {
  /** Text of the line. */
  description: Leaf<string>;
  /** Quantity. */
  quantity: Leaf<number>;
  /** Amount in cents of the currency; negative for a credit. */
  amountCents: Leaf<number>;
  /** Start of the period. */
  periodStart: Leaf<string>;
  /** End of the period. */
  periodEnd: Leaf<string>;
}

/** Status of an invoice. */
export type InvoiceStatus = 'draft' | 'open' | 'paid' | 'void';

/** State of an issue, common to all trackers. */
export type IssueState = 'open' | 'started' | 'closed';

/** An enabled integration that creates issues. */
export interface IssueTracker {
  /** UUID of the integration. */
  id: Leaf<string>;
  /** Issue tracker. */
  provider: Leaf<IntegrationProvider>;
  /** Display name. */
  name: Leaf<string>;
  /** Creation time of the integration. */
  createdAt: Leaf<string>;
}

/** A page of issue trackers. */
export interface IssueTrackerConnection {
  /** Position of this page in the list, and the cursors of its ends. */
  pageInfo: Link<PageInfo>;
  /** The items of this page, each with its cursor. */
  edges: Link<readonly (IssueTrackerEdge)[]>;
  /** The items of this page, without their cursors. */
  nodes: Link<readonly (IssueTracker)[]>;
}

/** An issue tracker in a list. */
export interface IssueTrackerEdge {
  /** The item. */
  node: Link<IssueTracker>;
  /** Cursor of this item, for `after` or `before`. */
  cursor: Leaf<string>;
}

/** An organization with the role of the authenticated user. */
export interface JoinedOrganization {
  /** UUID. */
  id: Leaf<string>;
  /** Display name. */
  name: Leaf<string>;
  /** URL-friendly name, unique in this installation. */
  slug: Leaf<string>;
  /** Role of the authenticated user. */
  role: Leaf<Role>;
  /** Creation time. */
  createdAt: Leaf<string>;
  /** Time of the last change. */
  updatedAt: Leaf<string>;
  /** Role of the authenticated user in the organization. */
  viewerRole: Leaf<Role | null>;
  /** Actions that the authenticated user may perform in the organization, sorted: names of the policy table in docs/access-tokens.md and of actions that no access token has. For an access token, only those it has. */
  viewerActions: Leaf<readonly (string)[] | null>;
  /** Projects of the organization that the authenticated user has, newest first. */
  projects: Link<ProjectConnection | null, {
  /** Return only items before this cursor. */
  before?: string | null;
  /** Return only items after this cursor. */
  after?: string | null;
  /** Maximum number of items from the start of the list, 1–500. Default: 100. */
  first?: number | null;
  /** Maximum number of items from the end of the list, 1–500. */
  last?: number | null;
}>;
}

/** A page of organizations. */
export interface JoinedOrganizationConnection {
  /** Position of this page in the list, and the cursors of its ends. */
  pageInfo: Link<PageInfo>;
  /** The items of this page, each with its cursor. */
  edges: Link<readonly (JoinedOrganizationEdge)[]>;
  /** The items of this page, without their cursors. */
  nodes: Link<readonly (JoinedOrganization)[]>;
}

/** An organization in a list. */
export interface JoinedOrganizationEdge {
  /** The item. */
  node: Link<JoinedOrganization>;
  /** Cursor of this item, for `after` or `before`. */
  cursor: Leaf<string>;
}

/** A label of a project for its annotations. */
export interface Label {
  /** UUID. */
  id: Leaf<string>;
  /** UUID of the project. */
  projectId: Leaf<string>;
  /** Display name, unique in the project. */
  name: Leaf<string>;
  /** Color, `#rrggbb` in lower case. */
  color: Leaf<string>;
  /** Creation time. */
  createdAt: Leaf<string>;
  /** Time of the last change. */
  updatedAt: Leaf<string>;
}

/** A page of labels. */
export interface LabelConnection {
  /** Position of this page in the list, and the cursors of its ends. */
  pageInfo: Link<PageInfo>;
  /** The items of this page, each with its cursor. */
  edges: Link<readonly (LabelEdge)[]>;
  /** The items of this page, without their cursors. */
  nodes: Link<readonly (Label)[]>;
}

/** A label in a list. */
export interface LabelEdge {
  /** The item. */
  node: Link<Label>;
  /** Cursor of this item, for `after` or `before`. */
  cursor: Leaf<string>;
}

/** Last known position of an element. It remains for orphaned annotations. */
export interface LastSeen {
  /** URL of the image of the page (PNG). It needs no header and is valid for 24 hours. After deletion of the snapshot, a crop remains (WebP): the element with a margin of 40 CSS pixels, at most the first 800 × 600. */
  imageUrl: Leaf<string>;
  /** Bounding box of the element in the image. A crop can be smaller than the box. */
  box: Link<ElementBox>;
  /** Part that the comment is about; null if the image cannot show it, because the element is hidden there. */
  meant: Link<MeantPart | null>;
  /** Image pixels per CSS pixel. */
  scale: Leaf<number>;
  /** Time of the re-anchoring that found the element. */
  at: Leaf<string>;
}

/** Confirmation of a logout. */
export interface LoggedOut {
  /** Always true. */
  loggedOut: Leaf<boolean>;
}

/** Ways to log in and to register, beside passwords. */
export interface LoginOptions {
  /** People who can create an account. */
  registration: Leaf<Registration>;
  /** Login with an OpenID provider; null if the operator has configured none. */
  oidc: Link<OidcLogin | null>;
  /** Address of the service, of the setting BASE_URL. Sessions of browsers work only there. */
  baseUrl: Leaf<string>;
  /** Whether the service sends mails. Without the setting SMTP_URL, it writes them to files. */
  sendsMail: Leaf<boolean>;
}

/** A session on one device. It expires with its latest refresh token. */
export interface LoginSession {
  /** UUID. */
  id: Leaf<string>;
  /** Time of the login. */
  createdAt: Leaf<string>;
  /** Time of the login or of the last refresh. */
  lastUsedAt: Leaf<string>;
  /** User agent at that time, the first 256 characters. */
  userAgent: Leaf<string | null>;
  /** IP address at that time. */
  ip: Leaf<string | null>;
}

/** A page of sessions. */
export interface LoginSessionConnection {
  /** Position of this page in the list, and the cursors of its ends. */
  pageInfo: Link<PageInfo>;
  /** The items of this page, each with its cursor. */
  edges: Link<readonly (LoginSessionEdge)[]>;
  /** The items of this page, without their cursors. */
  nodes: Link<readonly (LoginSession)[]>;
}

/** A session in a list. */
export interface LoginSessionEdge {
  /** The item. */
  node: Link<LoginSession>;
  /** Cursor of this item, for `after` or `before`. */
  cursor: Leaf<string>;
}

/** The outcome of a mail. The text is not stored. */
export interface MailRecord {
  /** UUID. */
  id: Leaf<string>;
  /** E-mail address of the recipient. */
  recipient: Leaf<string>;
  /** Subject. */
  subject: Leaf<string>;
  /** Reason of the failure; null if the mail server accepted the mail, or a file was written. */
  error: Leaf<string | null>;
  /** Time of the attempt. */
  createdAt: Leaf<string>;
}

/** A page of mails. */
export interface MailRecordConnection {
  /** Position of this page in the list, and the cursors of its ends. */
  pageInfo: Link<PageInfo>;
  /** The items of this page, each with its cursor. */
  edges: Link<readonly (MailRecordEdge)[]>;
  /** The items of this page, without their cursors. */
  nodes: Link<readonly (MailRecord)[]>;
}

/** A mail in a list. */
export interface MailRecordEdge {
  /** The item. */
  node: Link<MailRecord>;
  /** Cursor of this item, for `after` or `before`. */
  cursor: Leaf<string>;
}

/** Part of a picture that a comment is about. */
export interface MeantPart {
  /** The area that was drawn or the text that was selected; else the element. */
  box: Link<ElementBox>;
  /** Place that was clicked on a canvas, a picture or another large element; else null. */
  point: Link<PicturePoint | null>;
}

/** A user's membership in an organization. */
export interface Member {
  /** UUID of the membership. */
  id: Leaf<string>;
  /** UUID of the user, as used for assignments. */
  userId: Leaf<string>;
  /** Display name of the user. */
  name: Leaf<string>;
  /** E-mail address of the user, in lowercase. */
  email: Leaf<string>;
  /** Role of the user in the organization. */
  role: Leaf<Role>;
  /** Whether the member has all projects: true for owners and admins, false for guests. */
  allProjects: Leaf<boolean>;
  /** UUIDs of the projects of a member who does not have all; empty for none. Lists only projects that you have, too. */
  projectIds: Leaf<readonly (string)[]>;
  /** Time of joining. */
  createdAt: Leaf<string>;
}

/** A page of members. */
export interface MemberConnection {
  /** Position of this page in the list, and the cursors of its ends. */
  pageInfo: Link<PageInfo>;
  /** The items of this page, each with its cursor. */
  edges: Link<readonly (MemberEdge)[]>;
  /** The items of this page, without their cursors. */
  nodes: Link<readonly (Member)[]>;
}

/** A member in a list. */
export interface MemberEdge {
  /** The item. */
  node: Link<Member>;
  /** Cursor of this item, for `after` or `before`. */
  cursor: Leaf<string>;
}

/** A user's membership in an organization. */
export interface Membership {
  /** Role of the user in the organization. */
  role: Leaf<Role>;
  /** Organization of the membership. */
  organization: Link<Organization>;
}

/** Usage of one metric. */
export interface MetricUsage {
  /** Used amount, a whole number. */
  used: Leaf<number>;
  /** Limit, a whole number; null without a limit. */
  limit: Leaf<number | null>;
  /** Time of the next reset to 0; null for metrics that count existing resources. */
  resetsAt: Leaf<string | null>;
}

/** Write operations. */
export interface Mutation {
  /** Creates an access token of the authenticated user. Only this response has the token. CONFLICT with 50 active ones. */
  createPersonalToken: Link<AccessToken, {
  /** Display name, 1–120 characters. */
  name: string;
  /** Named list of actions; `actions` extends it. */
  preset?: AccessTokenPreset | null;
  /** Actions, at least one without a preset: names of the policy table in docs/access-tokens.md. */
  actions?: readonly (string)[] | null;
  /** Whether it has all projects, including later ones. */
  allProjects?: boolean | null;
  /** UUIDs of its projects, 1–500; omit it with allProjects. */
  projectIds?: readonly (string)[] | null;
  /** Expiry, at most a year ahead. Default: in 90 days. */
  expiresAt?: string | null;
}>;
  /** Updates the given fields of an access token of the authenticated user. Its open streams end. */
  updatePersonalToken: Link<AccessToken, {
  /** The access token's UUID. */
  id: string;
  /** Display name, 1–120 characters. */
  name?: string | null;
  /** Named list of actions; `actions` extends it. */
  preset?: AccessTokenPreset | null;
  /** Actions, at least one without a preset: names of the policy table in docs/access-tokens.md. */
  actions?: readonly (string)[] | null;
  /** Whether it has all projects, including later ones. */
  allProjects?: boolean | null;
  /** UUIDs of its projects, 1–500; omit it with allProjects. */
  projectIds?: readonly (string)[] | null;
}>;
  /** Revokes an access token of the authenticated user. Its open streams end. */
  revokePersonalToken: Link<Deleted, {
  /** The access token's UUID. */
  id: string;
}>;
  /** Creates an access token that belongs to the organization and outlives its creator. Needs admin. It writes as a service account with its name; the account is not a member, and annotations can be assigned to it if the token has annotation.change. Only this response has the token. CONFLICT with 100 active ones. */
  createProjectToken: Link<AccessToken, {
  /** UUID of the organization. */
  organizationId: string;
  /** Role of the token, which cannot change. */
  role: ProjectTokenRole;
  /** Pipelines that exchange their ID tokens. The response then has no token to copy. */
  pipeline?: PipelineInput | null;
  /** Display name, 1–120 characters. */
  name: string;
  /** Named list of actions; `actions` extends it. */
  preset?: AccessTokenPreset | null;
  /** Actions, at least one without a preset: names of the policy table in docs/access-tokens.md. */
  actions?: readonly (string)[] | null;
  /** Whether it has all projects, including later ones. */
  allProjects?: boolean | null;
  /** UUIDs of its projects, 1–500; omit it with allProjects. */
  projectIds?: readonly (string)[] | null;
  /** Expiry, at most a year ahead. Default: in 90 days. */
  expiresAt?: string | null;
}>;
  /** Updates the given fields of a project token. Needs admin. Its open streams end. */
  updateProjectToken: Link<AccessToken, {
  /** The access token's UUID. */
  id: string;
  /** Display name, 1–120 characters. */
  name?: string | null;
  /** Named list of actions; `actions` extends it. */
  preset?: AccessTokenPreset | null;
  /** Actions, at least one without a preset: names of the policy table in docs/access-tokens.md. */
  actions?: readonly (string)[] | null;
  /** Whether it has all projects, including later ones. */
  allProjects?: boolean | null;
  /** UUIDs of its projects, 1–500; omit it with allProjects. */
  projectIds?: readonly (string)[] | null;
}>;
  /** Revokes a project token. Needs admin. Its open streams end, and its annotations are unassigned; what it wrote stays. */
  revokeProjectToken: Link<Deleted, {
  /** The access token's UUID. */
  id: string;
}>;
  /** Creates an account with its first organization and logs in. A mail with a link verifies the address, unless an invitation that was mailed to it is given. CONFLICT when the e-mail address has an account; FORBIDDEN when registration requires an invitation. */
  register: Link<AuthSession, {
  /** E-mail address, case-insensitive. */
  email: string;
  /** 8–200 characters; very common passwords are rejected. */
  password: string;
  /** Display name, 1–120 characters. */
  name: string;
  /** Name of the organization, 1–120 characters. Default: derived from the name. */
  organizationName?: string | null;
  /** Token of an invitation to this address, required when the operator has set REGISTRATION=invited. Registering does not accept the invitation. */
  invitationToken?: string | null;
}>;
  /** Logs in. A wrong password and an unknown e-mail address get the same UNAUTHENTICATED. RATE_LIMITED after 10 wrong passwords for one address in 15 minutes. */
  login: Link<AuthSession, {
  /** E-mail address. */
  email: string;
  /** Password. */
  password: string;
}>;
  /** Updates the name and e-mail address of the authenticated user. Existing feedback keeps the name at the time of writing. A new address invalidates pending password resets, keeps all sessions and is unverified until its mail is confirmed; the previous address is notified, and the change is recorded in the audit trail of each organization. CONFLICT when the address has an account. */
  updateMe: Link<Viewer, {
  /** Display name, 1–120 characters. */
  name?: string | null;
  /** E-mail address, case-insensitive. */
  email?: string | null;
  /** Required when the address changes, otherwise ignored. At most 10 wrong passwords in 15 minutes, as for logins. */
  currentPassword?: string | null;
}>;
  /** Ends the link of the account with the OpenID provider; does nothing for an account without one. The password remains as the way to log in. Recorded in the audit trail of each organization. */
  unlinkOidc: Link<Viewer, {
  /** Current password. At most 10 wrong passwords in 15 minutes, as for logins. */
  currentPassword: string;
}>;
  /** Sends a password reset token by e-mail. The response is the same for addresses without an account. */
  requestPasswordReset: Link<PasswordResetRequest, {
  /** E-mail address of the account. */
  email: string;
}>;
  /** Sets a new password with a reset token and ends all sessions of the user. */
  confirmPasswordReset: Link<PasswordChange, {
  /** Reset token from the e-mail. It can be used once, within an hour. */
  token: string;
  /** 8–200 characters; very common passwords are rejected. */
  password: string;
}>;
  /** Changes the password of the authenticated user and ends their other sessions. */
  changePassword: Link<PasswordChange, {
  /** Current password. */
  currentPassword: string;
  /** 8–200 characters; very common passwords are rejected. */
  newPassword: string;
  /** Refresh token of the session to keep. Default: all sessions end. */
  refreshToken?: string | null;
}>;
  /** Sends a mail with a link that verifies the authenticated user's e-mail address, valid for a day. CONFLICT for a verified address; RATE_LIMITED after MAIL_ADDRESS_LIMIT mails of a day (UTC). */
  requestEmailVerification: Link<EmailVerificationRequest>;
  /** Verifies an e-mail address with the token from the mail. */
  confirmEmailVerification: Link<EmailVerification, {
  /** Token from the e-mail. It can be used once, within a day, while the account has the address. */
  token: string;
}>;
  /** Creates an organization owned by the authenticated user. CONFLICT when the slug is taken. */
  createOrganization: Link<JoinedOrganization, {
  /** Display name, 1–120 characters. */
  name: string;
  /** Lowercase words joined by hyphens, at most 64 characters, unique in this installation. Default: derived from the name. */
  slug?: string | null;
}>;
  /** Updates the given fields. Needs admin. CONFLICT when the slug is taken. */
  updateOrganization: Link<JoinedOrganization, {
  /** The organization's UUID. */
  id: string;
  /** Display name, 1–120 characters. */
  name?: string | null;
  /** Lowercase words joined by hyphens, at most 64 characters, unique in this installation. */
  slug?: string | null;
}>;
  /** Deletes an organization with its projects, keys, members and invitations. Needs owner. Open streams end. Its data is removed after 30 days. */
  deleteOrganization: Link<Deleted, {
  /** The organization's UUID. */
  id: string;
}>;
  /** Changes the role and the projects of a member, effective from the next request. Needs admin; owner when the current or the new role is admin or owner. Without allProjects and projectIds, editors, viewers and guests keep their projects. BAD_USER_INPUT for the last owner, and for projects that the role cannot have. FORBIDDEN when a guest gets another role and the plan has no seat left. */
  changeMemberRole: Link<Member, {
  /** UUID of the organization. */
  organizationId: string;
  /** The membership's UUID. */
  memberId: string;
  /** The new role. */
  role: Role;
  /** Whether the member has all projects, also later ones. Must not be false for owners and admins, nor true for guests. */
  allProjects?: boolean | null;
  /** UUIDs of the projects that the member has, at most 500. Guests need at least one. */
  projectIds?: readonly (string)[] | null;
}>;
  /** Removes a member from the organization, effective from the next request. Needs admin; owner for an admin or owner. Open streams end and assignments are removed. All members may remove themselves. BAD_USER_INPUT for the last owner. */
  removeMember: Link<Deleted, {
  /** UUID of the organization. */
  organizationId: string;
  /** The membership's UUID. */
  memberId: string;
}>;
  /** Invites a person by e-mail. Needs admin; owner for the roles admin and owner. The link can be used once, within 7 days. Emits member.invited. CONFLICT for a member, and for an address with a pending invitation. BAD_USER_INPUT for projects that the role cannot have. */
  createInvitation: Link<Invitation, {
  /** UUID of the organization. */
  organizationId: string;
  /** E-mail address, case-insensitive. */
  email: string;
  /** Role of the new member. */
  role: Role;
  /** Whether the member has all projects, also later ones. Must not be false for owners and admins, nor true for guests. Default: true, unless projectIds is given. */
  allProjects?: boolean | null;
  /** UUIDs of the projects that the member has, at most 500. Guests need at least one. */
  projectIds?: readonly (string)[] | null;
}>;
  /** Sends an invitation again with a new link, valid for 7 days. Needs admin; owner when it is for an admin or owner. The old link stops working. FORBIDDEN when the invitation has expired and the plan has no seat left. */
  resendInvitation: Link<Invitation, {
  /** UUID of the organization. */
  organizationId: string;
  /** The invitation's UUID. */
  invitationId: string;
}>;
  /** Revokes an invitation. Needs admin; owner when it is for an admin or owner. Its link stops working. */
  revokeInvitation: Link<Deleted, {
  /** UUID of the organization. */
  organizationId: string;
  /** The invitation's UUID. */
  invitationId: string;
}>;
  /** Accepts an invitation: the authenticated user becomes a member. FORBIDDEN when the invitation was sent to another address. BAD_USER_INPUT for a token that is unknown, used, revoked, replaced or older than 7 days. */
  acceptInvitation: Link<JoinedOrganization, {
  /** Token from the e-mail or the link. */
  token: string;
}>;
  /** Creates a project. Needs admin. Accepts access tokens. Emits project.created. CONFLICT when the slug is taken. */
  createProject: Link<Project, {
  /** UUID of the organization. */
  organizationId: string;
  /** Display name, 1–120 characters. */
  name: string;
  /** Lowercase words joined by hyphens, at most 64 characters. Default: derived from the name, free in the organization. */
  slug?: string | null;
  /** Whether visitors who ask not to be tracked are excluded from collection. Default: true. */
  respectDoNotTrack?: boolean | null;
}>;
  /** Updates the given fields. Needs admin. Accepts access tokens. CONFLICT when the slug is taken. */
  updateProject: Link<Project, {
  /** The project's UUID. */
  id: string;
  /** Display name, 1–120 characters. */
  name?: string | null;
  /** Lowercase words joined by hyphens, at most 64 characters. */
  slug?: string | null;
  /** Whether visitors may read and write feedback. false also closes the endpoints of the embed script. */
  publicFeedback?: boolean | null;
  /** Origins that may use the public endpoints, such as https://shop.example, at most 50; empty: all origins. */
  allowedOrigins?: readonly (string)[] | null;
  /** Retention of snapshots in days, 0–3 650; 0: until they are deleted. */
  snapshotRetention?: number | null;
  /** Whether visitors who ask not to be tracked are excluded from collection. */
  respectDoNotTrack?: boolean | null;
  /** Whether the pages of comments written in the overlay are captured. */
  captureComments?: boolean | null;
  /** Whether captured pages read false from navigator.webdriver. Terms of a site may forbid that; false by default. */
  hideWebdriver?: boolean | null;
  /** Annotations that third parties with the project key may list and follow: all, own or none. */
  publicAnnotations?: PublicAnnotations | null;
  /** Visitors who may reply to public annotations: all, own or none; own by default. */
  publicReplies?: PublicReplies | null;
  /** Origins whose pages may frame the panel of members, such as https://shop.example, at most 50; empty: none. Removing one ends the sessions of the panel there. */
  panelOrigins?: readonly (string)[] | null;
  /** Hosts outside of the environments where fixes can be checked, at most 20: preview.shop.example, *.preview.shop.example or *--shop.netlify.app. * stands for letters, digits and hyphens of the first label. Captures send no credentials there. */
  previewHosts?: readonly (string)[] | null;
}>;
  /** Deletes a project. Needs admin. Accepts access tokens. Its data is removed after 30 days. */
  deleteProject: Link<Deleted, {
  /** The project's UUID. */
  id: string;
}>;
  /** Replaces the project key. Needs admin. Accepts access tokens. The old key works for 24 more hours. This does not block any client: the project ID is accepted wherever a key is. */
  rotateProjectKey: Link<Project, {
  /** The project's UUID. */
  id: string;
}>;
  /** Creates an environment. Needs admin. Accepts access tokens. Annotations belong to the environment with the same origin and the longest matching path. Existing annotations are reassigned; if there are very many, the oldest follow shortly after the response. CONFLICT when the project already has the URL. */
  createEnvironment: Link<Environment, {
  /** UUID of the project. */
  projectId: string;
  /** Display name, 1–120 characters. */
  name: string;
  /** Base URL of the pages, origin and path: http or https, at most 2 048 characters. */
  url: string;
  /** Purpose of the environment. */
  kind: EnvironmentKind;
}>;
  /** Updates the given fields. Needs admin. Accepts access tokens. A new URL reassigns annotations; if there are very many, the oldest follow shortly after the response. CONFLICT when the project already has the URL. */
  updateEnvironment: Link<Environment, {
  /** The environment's UUID. */
  id: string;
  /** Display name, 1–120 characters. */
  name?: string | null;
  /** Base URL of the pages, origin and path: http or https, at most 2 048 characters. */
  url?: string | null;
  /** Purpose of the environment. */
  kind?: EnvironmentKind | null;
}>;
  /** Deletes an environment. Needs admin. Accepts access tokens. Its annotations are reassigned; if there are very many, the oldest follow shortly after the response. */
  deleteEnvironment: Link<Deleted, {
  /** The environment's UUID. */
  id: string;
}>;
  /** Sets or replaces the credentials that captures of an environment send to its origin: those that members or deployments order, never those that a visitor's comment causes. Needs admin. They are deleted when the origin changes. */
  setCaptureCredentials: Link<CaptureCredentials, {
  /** The environment's UUID. */
  id: string;
  /** HTTP basic authentication. Required without headers and cookies. */
  basic?: BasicCredentialsInput | null;
  /** Headers, at most 10. */
  headers?: readonly (CredentialValueInput)[] | null;
  /** Cookies, at most 20. */
  cookies?: readonly (CredentialValueInput)[] | null;
  /** Path prefixes of the pages and requests that receive them, at most 20 of 1 024 characters. Default: /, all. */
  paths?: readonly (string)[] | null;
  /** Whether visitors may read texts that captures with the credentials find. Default: false. */
  isShared?: boolean | null;
}>;
  /** Deletes the capture credentials of an environment; nothing happens without any. Needs admin. */
  deleteCaptureCredentials: Link<Deleted, {
  /** The environment's UUID. */
  id: string;
}>;
  /** Creates a label for the annotations of a project. Needs editor. Accepts access tokens. CONFLICT when the project has a label with the name, or 1 000 labels. */
  createLabel: Link<Label, {
  /** UUID of the project. */
  projectId: string;
  /** Display name, 1–120 characters, unique in the project. */
  name: string;
  /** Color as #rrggbb. */
  color: string;
}>;
  /** Changes the given fields. Needs editor. Accepts access tokens. CONFLICT when the project has another label with the name. */
  updateLabel: Link<Label, {
  /** The label's UUID. */
  id: string;
  /** Display name, 1–120 characters, unique in the project. */
  name?: string | null;
  /** Color as #rrggbb. */
  color?: string | null;
}>;
  /** Deletes a label and takes it from all annotations. Needs editor. Accepts access tokens. */
  deleteLabel: Link<Deleted, {
  /** The label's UUID. */
  id: string;
}>;
  /** Creates an annotation on a page. Needs editor or guest; viewer with `snapshotId`. Accepts access tokens. Emits comment.created. */
  createAnnotation: Link<Annotation, {
  /** UUID of the project. */
  projectId: string;
  /** Text of the feedback, 1–10 000 characters. */
  content: string;
  /** URL of the page: http or https, at most 2 048 characters. */
  url: string;
  /** Horizontal position on the page in CSS pixels. Default: 0. */
  position_x?: number | null;
  /** Vertical position on the page in CSS pixels. Default: 0. */
  position_y?: number | null;
  /** Description of the element: selector, xpath, text and other members. Visitors can read `tag`, `selector`, `xpath`, `text`, `styles`, `box`, `traits`, `offset`, `area` and `quote`; only members can read the rest, such as `diagnostics`. */
  metadata?: Record<string, unknown> | null;
  /** Picture of the target, instead of the smaller one in `metadata.diagnostics.picture`: data URL of a PNG, JPEG or WebP picture, at most 400 000 characters and 5 million pixels. It is stored as an image. */
  picture?: string | null;
  /** api (default) or overlay, which captures the page as for visitors. import is not allowed. */
  source?: AnnotationSource | null;
  /** public (default) or internal. Guests create public annotations only. */
  visibility?: Visibility | null;
  /** User IDs of members whom the text mentions, at most 50. They are notified and watch the thread. BAD_USER_INPUT for anyone who cannot read the text. The text itself contains plain names. */
  mentions?: readonly (string)[] | null;
  /** UUID of a completed snapshot of the page. The position is then a point of its image in CSS pixels; the element there becomes the anchor, and `metadata` describes it. */
  snapshotId?: string | null;
}>;
  /** Sets the status. Needs editor; viewer with `verdictId`. Accepts access tokens. A change to resolved emits comment.resolved. With `verdictId`, the verdict becomes the proof: the annotation shows it, its look is guarded, and the reporter is mailed both pictures. CONFLICT for a verdict that a newer one of the same page and viewport, a review or the reporter contradicts. */
  setAnnotationStatus: Link<Annotation, {
  /** The annotation's UUID. */
  id: string;
  /** The new status. */
  status: AnnotationStatus;
  /** UUID of a verdict on the annotation, changed or gone, that proves the resolution. Only with the status resolved. */
  verdictId?: string | null;
}>;
  /** Makes an annotation public or internal. Needs editor. Accepts access tokens. For guests and visitors a change to internal is a deletion, and a change to public a creation, which emits comment.created. Replies keep their visibility: those written while the annotation was internal stay internal. */
  setAnnotationVisibility: Link<Annotation, {
  /** The annotation's UUID. */
  id: string;
  /** The new visibility. */
  visibility: Visibility;
}>;
  /** Assigns an annotation to a member of the organization. Needs editor. Accepts access tokens. */
  assignAnnotation: Link<Annotation, {
  /** The annotation's UUID. */
  id: string;
  /** User ID of the member or service account; null removes the assignment. */
  assigneeId?: string | null;
}>;
  /** Claims an annotation for two hours, or renews the claim: others see who works on it, and nothing is locked. Needs editor. Accepts access tokens. CONFLICT while somebody else claims it, and for a resolved annotation. */
  claimAnnotation: Link<Annotation, {
  /** The annotation's UUID. */
  id: string;
  /** Whether to replace the claim of somebody else. Default: false. */
  takeOver?: boolean | null;
}>;
  /** Releases the claim of an annotation, and replies internally with the reason, if there is one. Needs editor; editor with `content`. Accepts access tokens. A member releases any claim, an access token its own. A resolution releases it, too. */
  releaseAnnotation: Link<Annotation, {
  /** The annotation's UUID. */
  id: string;
  /** Reason: text of an internal reply, 1–10 000 characters. Default: no reply. */
  content?: string | null;
}>;
  /** Attaches the pin to another element: one of its candidates, or one with a fingerprint. Needs editor. Accepts access tokens. The previous fingerprint remains in the history. CONFLICT for a candidate that it does not have now. */
  rebindAnnotation: Link<Annotation, {
  /** The annotation's UUID. */
  id: string;
  /** selector, xpath, text: strings, at least one of them. Required without `candidateId`. */
  domFingerprint?: Record<string, unknown> | null;
  /** Id of one of the `candidates` of the anchor, instead of a fingerprint. */
  candidateId?: string | null;
}>;
  /** Changes the given fields: the text, whom it mentions, and the triage, in one transaction. Needs editor. Accepts access tokens. The previous values remain in the history. */
  updateAnnotation: Link<Annotation, {
  /** The annotation's UUID. */
  id: string;
  /** Text of the feedback, 1–10 000 characters. */
  content?: string | null;
  /** User IDs of members whom the text mentions, at most 50. They are notified and watch the thread. BAD_USER_INPUT for anyone who cannot read the text. The text itself contains plain names. Without it, they stay as they are. Only those added are checked and notified. */
  mentions?: readonly (string)[] | null;
  /** Urgency. */
  priority?: AnnotationPriority | null;
  /** UUIDs of all labels that it has afterwards, at most 20 of the project. */
  labelIds?: readonly (string)[] | null;
  /** Day on which it is due; null for none. */
  dueOn?: string | null;
  /** User ID of a member who has the project, or of a service account; null unassigns. */
  assigneeId?: string | null;
}>;
  /** Deletes an annotation. Needs editor. Accepts access tokens. Its data is removed after 30 days. */
  deleteAnnotation: Link<Deleted, {
  /** The annotation's UUID. */
  id: string;
}>;
  /** Changes several annotations of an organization in one transaction, each with its own history and event. Needs editor. Accepts access tokens. One that cannot be changed is reported and does not affect the others. Emits comment.resolved for each that becomes resolved. */
  updateAnnotations: Link<readonly (AnnotationChangeResult)[], {
  /** UUID of the organization. */
  organizationId: string;
  /** UUIDs of annotations, 1–500. */
  ids: readonly (string)[];
  /** The change. */
  change: AnnotationChangeInput;
}>;
  /** Sets the status of an annotation and its place in the column of that status, for boards. Needs editor. Accepts access tokens. Lists with the order rank show the places. A change to resolved emits comment.resolved. */
  moveAnnotation: Link<Annotation, {
  /** The annotation's UUID. */
  id: string;
  /** The new status, or the present one. */
  status: AnnotationStatus;
  /** UUID of the annotation that precedes it in the column: of the same project, with the status. Null or omitted: the top. */
  after?: string | null;
}>;
  /** Exports annotations of the user's projects in an organization: returns the URL of a file. Needs viewer. */
  exportAnnotations: Link<AnnotationExport, {
  /** UUID of the organization. */
  organizationId: string;
  /** Only matching annotations. At most 4 KiB as JSON. Default: all. */
  filter?: AnnotationFilter | null;
  /** Order, except rank. Default: newest. */
  orderBy?: AnnotationOrder | null;
  /** Format of the file. */
  format: ExportFormat;
}>;
  /** Saves a view of the work list. Needs viewer; editor for a shared view. Accepts access tokens. CONFLICT when the user has 200 views in the organization. */
  createAnnotationView: Link<AnnotationView, {
  /** UUID of the organization. */
  organizationId: string;
  /** Display name, 1–120 characters. */
  name: string;
  /** Filter of the list. Default: all annotations. */
  filter?: AnnotationFilter | null;
  /** Order of the list. Default: newest. */
  orderBy?: AnnotationOrder | null;
  /** Whether all members above guest have it. Default: false. */
  isShared?: boolean | null;
}>;
  /** Changes the given fields of one of your views, or of a shared one. Needs viewer; editor for a shared view. Accepts access tokens. */
  updateAnnotationView: Link<AnnotationView, {
  /** The view's UUID. */
  id: string;
  /** Display name, 1–120 characters. */
  name?: string | null;
  /** Filter of the list; replaces the previous one. */
  filter?: AnnotationFilter | null;
  /** Order of the list. */
  orderBy?: AnnotationOrder | null;
  /** Whether all members above guest have it. */
  isShared?: boolean | null;
}>;
  /** Deletes one of your views, or a shared one. Needs viewer; editor for a shared view. Accepts access tokens. */
  deleteAnnotationView: Link<Deleted, {
  /** The view's UUID. */
  id: string;
}>;
  /** Adds a reply to an annotation's thread. Needs editor or guest. Accepts access tokens. Accepts x-visitor-token. Emits comment.created. A visitor replies to their own annotation, with the name and address given there; RATE_LIMITED after 30 replies and changes in the thread within an hour. */
  addComment: Link<Comment, {
  /** The annotation's UUID. */
  id: string;
  /** Plain text, 1–10 000 characters. */
  content: string;
  /** Parent reply in the same thread. */
  parentId?: string | null;
  /** public or internal. Default: that of the parent reply, or of the annotation. Replies to an internal annotation or reply are internal: BAD_USER_INPUT for public. Guests and visitors write public replies only. */
  visibility?: Visibility | null;
  /** User IDs of members whom the text mentions, at most 50. They are notified and watch the thread. BAD_USER_INPUT for anyone who cannot read the text. The text itself contains plain names. */
  mentions?: readonly (string)[] | null;
}>;
  /** Changes the text of a reply of the authenticated user, or for 15 minutes of the visitor. Needs editor or guest. Accepts access tokens. Accepts x-visitor-token. The previous text remains in the history. */
  updateComment: Link<Comment, {
  /** The annotation's UUID. */
  id: string;
  /** UUID of a reply in the thread. */
  commentId: string;
  /** Plain text, 1–10 000 characters. */
  content: string;
  /** User IDs of members whom the text mentions, at most 50. They are notified and watch the thread. BAD_USER_INPUT for anyone who cannot read the text. The text itself contains plain names. Without it, they stay as they are. Only those added are checked and notified. */
  mentions?: readonly (string)[] | null;
}>;
  /** Permanently deletes a reply, including its text in the annotation's history. Needs editor or guest; admin for replies by others. Accepts access tokens. Its replies move to its parent. */
  deleteComment: Link<Deleted, {
  /** The annotation's UUID. */
  id: string;
  /** UUID of a reply in the thread. */
  commentId: string;
}>;
  /** Announces a file for an annotation or a reply of the authenticated user or the visitor, and returns the URL to upload it to. Needs editor or guest. Accepts access tokens. Accepts x-visitor-token. At most ten files per annotation or reply: CONFLICT for more. */
  createAttachment: Link<AttachmentUpload, {
  /** The annotation's UUID. */
  id: string;
  /** Reply in the thread. Default: the annotation itself. */
  commentId?: string | null;
  /** File name, 1–120 characters. */
  name: string;
  /** MIME type of the file: image/png, image/jpeg, image/webp, image/gif, application/pdf, or text/plain for UTF-8 text. The service checks it by the content. Pictures are encoded again, without metadata such as the place of a photo; animations become their first frame, as PNG. SVG and HTML are rejected. */
  contentType: string;
}>;
  /** Permanently deletes a file of an annotation or a reply. Needs editor or guest; admin for files of others. Accepts access tokens. Accepts x-visitor-token. A visitor deletes own files, for 15 minutes after the text was written. */
  deleteAttachment: Link<Deleted, {
  /** The annotation's UUID. */
  id: string;
  /** UUID of a file in the thread. */
  attachmentId: string;
}>;
  /** Imports comments of another tool as annotations. Needs editor. Accepts access tokens. Existing ones are skipped. Does not emit comment.created; subscriptions get one change of the kind imported. */
  importComments: Link<ImportResult, {
  /** UUID of the project. */
  projectId: string;
  /** Source tool, 1–64 characters: bugherd, marker.io, userback, or any other name. The generic format is always read. */
  source: string;
  /** Items, at most 10 000. Generic format: content (or text), url (or page), position_x and position_y (or x and y), status, author {name, email}, createdAt (string, Unix time in seconds or milliseconds, or day number of a spreadsheet), metadata, externalId. */
  comments: readonly (Record<string, unknown> | null)[];
  /** First year of the day numbers of a spreadsheet: 1900, or 1904 as in some files of Excel for Mac. Default: 1900. */
  dateSystem?: number | null;
  /** Whether to import nothing, and return what would be imported: counts, failures and preview. Default: false. */
  dryRun?: boolean | null;
}>;
  /** Creates projects from a list of websites, each with a slug from its name and a production environment. Needs admin. Accepts access tokens. URLs that are already an environment of a project are skipped. Emits project.created for each. */
  importProjects: Link<ImportResult, {
  /** UUID of the organization. Default: the first organization of the authenticated user. */
  organizationId?: string | null;
  /** Items, at most 1 000. name: 1–120 characters; url: base URL of the pages, http or https. */
  projects: readonly (Record<string, unknown> | null)[];
  /** Whether to import nothing, and return what would be imported: counts, failures and preview. Default: false. */
  dryRun?: boolean | null;
}>;
  /** Invites a list of people by e-mail. Needs admin; owner for items with the role admin or owner, which fail otherwise. Members and people with a pending invitation are skipped. Emits member.invited for each. */
  importMembers: Link<ImportResult, {
  /** UUID of the organization. Default: the first organization of the authenticated user. */
  organizationId?: string | null;
  /** Items, at most 1 000. email; role: owner, admin, editor, viewer or guest; allProjects and projectIds as for an invitation. */
  members: readonly (Record<string, unknown> | null)[];
  /** Whether to import nothing, and return what would be imported: counts, failures and preview. Default: false. */
  dryRun?: boolean | null;
}>;
  /** Marks notifications of the authenticated user as read. Returns the number of the remaining unread ones. */
  markNotificationsRead: Link<UnreadNotifications, {
  /** UUID of the organization. */
  organizationId: string;
  /** UUIDs of notifications, at most 500; others have no effect. Without it, all. */
  ids?: readonly (string)[] | null;
}>;
  /** Marks the notifications of a thread as read. Returns the number of the remaining unread ones in the organization. */
  markThreadRead: Link<UnreadNotifications, {
  /** The annotation's UUID. */
  id: string;
}>;
  /** Watches, stops watching or mutes a thread for the authenticated user. Authors, assignees, mentioned and replying members watch a thread automatically. */
  watchAnnotation: Link<Annotation, {
  /** The annotation's UUID. */
  id: string;
  /** The new state. */
  state: WatchState;
}>;
  /** Takes a thread out of the inbox of the authenticated user until a time, or until a newer notification of it. Nobody else notices. */
  snoozeAnnotation: Link<Annotation, {
  /** The annotation's UUID. */
  id: string;
  /** Within 366 days. Null or absent: the thread returns at once. */
  until?: string | null;
}>;
  /** Changes the preferences of the authenticated user for notifications. What is omitted stays as it is. */
  updateNotificationSettings: Link<NotificationSettings, {
  /** Kinds to change. Other kinds stay as they are. */
  preferences?: readonly (NotificationPreferenceInput)[] | null;
  /** Whether notifications are mailed. */
  mails?: boolean | null;
  /** IANA time zone of digests, such as Europe/Berlin. */
  timeZone?: string | null;
  /** Local hour of digests, 0–23. */
  digestHour?: number | null;
  /** Local day of weekly digests, from Monday, 1–7. */
  digestWeekday?: number | null;
}>;
  /** Replaces the preferences of the authenticated user for the notifications of a project. */
  setProjectNotificationSettings: Link<ProjectNotificationSettings, {
  /** UUID of the project. */
  projectId: string;
  /** Kinds that the project overrides. Other kinds follow the general preferences. */
  preferences: readonly (NotificationPreferenceInput)[];
}>;
  /** Changes the plan. Needs owner. A more expensive plan takes effect immediately, and the difference for the rest of the month is invoiced; a cheaper one takes effect at the end of the period. Existing data stays, even above the limits of the new plan. Choosing the current plan reverts a cancellation or a pending plan. CONFLICT when the first paid plan requires a checkout. */
  changePlan: Link<BillingSubscription, {
  /** UUID of the organization. */
  organizationId: string;
  /** New plan. */
  plan: PlanId;
}>;
  /** Cancels the paid plan at the end of the period; it can be resumed until then. Needs owner. CONFLICT for a free plan. */
  cancelSubscription: Link<BillingSubscription, {
  /** UUID of the organization. */
  organizationId: string;
}>;
  /** Reverts a cancellation. Needs owner. Without a cancellation, the call has no effect. */
  resumeSubscription: Link<BillingSubscription, {
  /** UUID of the organization. */
  organizationId: string;
}>;
  /** Opens a Stripe Checkout page for a paid plan, which starts after payment. Needs owner. Earlier pages expire. CONFLICT with manual payment, and for an organization that already pays through Stripe. */
  startCheckout: Link<Checkout, {
  /** UUID of the organization. */
  organizationId: string;
  /** Plan to subscribe to. */
  plan: PaidPlanId;
  /** URL to which Stripe redirects the browser: http or https, at most 2 048 characters. Default: BASE_URL. */
  returnUrl?: string | null;
}>;
  /** Opens a Stripe billing portal session. Needs owner. CONFLICT with manual payment. */
  openBillingPortal: Link<BillingPortal, {
  /** UUID of the organization. */
  organizationId: string;
  /** URL to which Stripe redirects the browser: http or https, at most 2 048 characters. Default: BASE_URL. */
  returnUrl?: string | null;
}>;
  /** Marks an open invoice as paid. Needs owner. Repeating the call has no effect. CONFLICT for void invoices and Stripe invoices. */
  markInvoicePaid: Link<Invoice, {
  /** The invoice's UUID. */
  id: string;
}>;
  /** Voids an open invoice, which keeps its number. Needs owner. Repeating the call has no effect. CONFLICT for paid invoices and Stripe invoices. */
  voidInvoice: Link<Invoice, {
  /** The invoice's UUID. */
  id: string;
}>;
  /** Creates an annotation as a visitor, authorized by the project key. Emits comment.created. A repeat under the same Idempotency-Key returns another visitorToken. RATE_LIMITED also after 64 MiB of visitor feedback in the project within an hour, or a quarter of that from one network. */
  createPublicAnnotation: Link<PublicAnnotation, {
  /** Key or ID of the project. Alternative: the header x-project-key. */
  projectKey?: string | null;
  /** Text of the feedback, 1–10 000 characters. */
  content: string;
  /** URL of the page: http or https, at most 2 048 characters. */
  url: string;
  /** Horizontal position on the page in CSS pixels. Default: 0. */
  position_x?: number | null;
  /** Vertical position on the page in CSS pixels. Default: 0. */
  position_y?: number | null;
  /** Description of the element: selector, xpath, text and other members. Visitors can read `tag`, `selector`, `xpath`, `text`, `styles`, `box`, `traits`, `offset`, `area` and `quote`; only members can read the rest, such as `diagnostics`. */
  metadata?: Record<string, unknown> | null;
  /** Picture of the target, instead of the smaller one in `metadata.diagnostics.picture`: data URL of a PNG, JPEG or WebP picture, at most 400 000 characters and 5 million pixels. It is stored as an image. */
  picture?: string | null;
  /** Name of the visitor, 1–120 characters. */
  name?: string | null;
  /** E-mail address of the visitor, visible to members only. */
  email?: string | null;
}>;
  /** Replies to a public annotation, as a visitor who did not write it, authorized by the project key, if `publicReplies` of the project is all. Emits comment.created. The name is not verified. RATE_LIMITED after 30 such replies in the thread within an hour, or 10 from one network. */
  addPublicComment: Link<PublicComment, {
  /** Key or ID of the project. Alternative: the header x-project-key. */
  projectKey?: string | null;
  /** The annotation's UUID. */
  id: string;
  /** Plain text, 1–10 000 characters. */
  content: string;
  /** Name of the visitor, 1–120 characters. */
  name?: string | null;
}>;
  /** Changes the text of the visitor's own annotation, within 15 minutes after its creation. The previous text remains in the history. Requires the header x-visitor-token. */
  updatePublicAnnotation: Link<PublicAnnotation, {
  /** The annotation's UUID. */
  id: string;
  /** Text of the feedback, 1–10 000 characters. */
  content: string;
}>;
  /** Deletes the visitor's own annotation before its first public reply; CONFLICT afterwards. Requires the header x-visitor-token. */
  deletePublicAnnotation: Link<Deleted, {
  /** The annotation's UUID. */
  id: string;
}>;
  /** Exchanges the code in the link of a mail for a token of the visitor who wrote the annotation. BAD_USER_INPUT for an invalid or expired code. */
  exchangeVisitorCode: Link<VisitorAccess, {
  /** Code from the mail: the part of the fragment parameter pinbound after the dot. It is valid for 30 days, on every device. */
  code: string;
}>;
  /** Exchanges a refresh token for a new pair of tokens. A used token remains valid for 10 more seconds; using it later ends its session. UNAUTHENTICATED when the token is invalid. */
  refresh: Link<AuthSession, {
  /** Refresh token from the last login or refresh. */
  refreshToken: string;
}>;
  /** Ends the session of a refresh token. The response is the same for an unknown or expired token. */
  logout: Link<LoggedOut, {
  /** Any refresh token of the session. */
  refreshToken: string;
}>;
  /** Ends a session of the authenticated user. It can no longer be refreshed. */
  endSession: Link<Deleted, {
  /** The session's UUID. */
  id: string;
}>;
  /** Queues a capture of a page and returns immediately. Needs editor. Accepts access tokens. Emits snapshot.completed on completion. `error` has the reason for a failed capture. RATE_LIMITED when 1 000 snapshots of the project are queued. */
  createSnapshot: Link<Snapshot, {
  /** UUID of the project. */
  projectId: string;
  /** URL of the page: http or https, at most 2 048 characters, without credentials, on a port that browsers allow. */
  url: string;
  /** Browser viewport. Default: 1920 × 1080. */
  viewport?: ViewportInput | null;
  /** Whether to capture the whole page instead of the viewport. Default: false. */
  fullPage?: boolean | null;
  /** CSS selector of an element to wait for, at most 1 024 characters. The snapshot fails if the element does not appear within 15 s. */
  waitForSelector?: string | null;
  /** Delay before the capture in milliseconds, at most 30 000. Default: 0. */
  delay?: number | null;
  /** CSS selectors of elements to hide without changing the layout: at most 50 of 1 024 characters. */
  hideSelectors?: readonly (string)[] | null;
  /** Whether to freeze the page's scripts: a fixed clock, deterministic random numbers, and no timers above 0.9 s. Default: false. */
  freeze?: boolean | null;
}>;
  /** Re-anchors all annotations of a page on its current version by queuing a snapshot of the whole page, and returns immediately. Needs editor. Accepts access tokens. Every completed snapshot re-anchors annotations too. RATE_LIMITED when 1 000 snapshots of the project are queued. */
  rebindSweep: Link<Snapshot, {
  /** UUID of the project. */
  projectId: string;
  /** URL of the page: http or https, at most 2 048 characters, without credentials, on a port that browsers allow. */
  url: string;
}>;
  /** Deletes a snapshot and its image. Needs editor. Accepts access tokens. */
  deleteSnapshot: Link<Deleted, {
  /** The snapshot's UUID. */
  id: string;
}>;
  /** Compares the images of two completed snapshots of one project. Needs editor. Accepts access tokens. Results are stored: repeated calls with the same options return the stored comparison. */
  compareSnapshots: Link<Comparison, {
  /** UUID of the baseline snapshot. */
  baselineId: string;
  /** UUID of the snapshot to compare with the baseline. */
  comparisonId: string;
  /** Tolerance per pixel, from 0 (none) to 1 (every difference). Default: 0.1. */
  threshold?: number | null;
  /** Regions to ignore, at most 50: CSS selectors of at most 1 024 characters, made of names, #id, .class and :nth-of-type(n), joined by spaces, > and commas; or boxes { x, y, width, height } in pixels of either image. */
  ignore?: readonly (Record<string, unknown>)[] | null;
  /** Whether to align rows that moved vertically, which makes an inserted banner one change. false: row y is compared with row y. Default: true. */
  alignRows?: boolean | null;
}>;
  /** Captures an annotation's page at once, with the options of the last snapshot that looked for it, and returns immediately. Needs editor. Accepts access tokens. Once the snapshot is completed, its verdict on the annotation can prove a resolution. */
  verifyFix: Link<Snapshot, {
  /** The annotation's UUID. */
  id: string;
  /** UUID of the environment to capture, of the annotation's project. Default: where it was seen last. */
  environmentId?: string | null;
  /** URL to capture instead: http or https, at most 2 048 characters, without credentials. Not with environmentId. On a host of an environment or of the comment, or the same page on one of the previewHosts of the project. */
  url?: string | null;
}>;
  /** Captures the pages of an environment after a deployment and compares them with their baselines. Needs editor. Accepts access tokens. Returns immediately. The commit of the newest deployment of the environment returns that one, unless it was cancelled. An unfinished deployment of the environment is superseded. */
  createDeployment: Link<Deployment, {
  /** UUID of the project. */
  projectId: string;
  /** UUID of the environment. */
  environmentId: string;
  /** Commit or release, 1–255 characters. */
  commit: string;
  /** Branch, 1–255 characters. */
  branch?: string | null;
  /** URL of the release or of the pipeline run, for people: http or https, at most 2 048 characters. */
  url?: string | null;
  /** Pages to capture, 1–500: paths relative to the environment, or addresses of it. Default: the pages with annotations or baselines; without any, the address of the environment. */
  pages?: readonly (string)[] | null;
  /** Browser viewports, 1–10; widths that repeat count once. Default: of each page, those of its baselines and of most of its comments, at most 4. Pages × viewports must be at most 500. */
  viewports?: readonly (ViewportInput)[] | null;
  /** Whether to run again for the commit of the newest deployment. Default: false. */
  force?: boolean | null;
}>;
  /** Cancels a queued or running deployment. Needs editor. Accepts access tokens. Snapshots that it ordered are completed. CONFLICT for a finished one. */
  cancelDeployment: Link<Deployment, {
  /** The deployment's UUID. */
  id: string;
}>;
  /** Captures the failed pages of an ended deployment again; the others keep their results and reviews. Needs editor. Accepts access tokens. CONFLICT for one that has not ended, that a newer one of its environment replaced, or without failed captures. */
  recaptureDeployment: Link<Deployment, {
  /** The deployment's UUID. */
  id: string;
}>;
  /** Approves or rejects the changes of a deployment that have no decision yet: the named ones, those of named annotations, or all. Needs editor; editor where annotations are resolved. Accepts access tokens. A picture whose changes are all approved becomes the baseline of its page. An approval resolves named annotations, and those for which the deployment does what they say (`overallEffect` does_it); others stay open for a person. CONFLICT if each has a decision already, and for a deployment that has not ended, was cancelled, or that a newer one of its environment replaced. */
  reviewDeployment: Link<DeploymentReview, {
  /** The deployment's UUID. */
  id: string;
  /** The decision. */
  decision: ReviewDecision;
  /** UUIDs of changes of the deployment, 1–500. They include the verdicts on the annotations at their elements. */
  changeIds?: readonly (string)[] | null;
  /** UUIDs of annotations, 1–500: the verdicts on them that need a review, and the changes at their elements. */
  annotationIds?: readonly (string)[] | null;
  /** Whether changes with the likeness of one in changeIds are included. Default: false. */
  alike?: boolean | null;
  /** Without changeIds and annotationIds. True: only changes at elements with annotations; an approval that resolves takes only those that do what the annotation says. False: only the other changes, and the returns of reported looks. Default: both. */
  explained?: boolean | null;
  /** Whether an approval resolves annotations. Default: true. */
  resolve?: boolean | null;
}>;
  /** Undoes a review: its changes have no decision again, the baselines are those before it, and annotations that it resolved have their former status, unless it was changed meanwhile. Needs editor; editor where annotations are resolved. Accepts access tokens. A review that was undone stays as it is. CONFLICT for a deployment that a newer one of its environment replaced. */
  undoReview: Link<DeploymentReview, {
  /** The review's UUID. */
  id: string;
}>;
  /** Makes a completed snapshot the baseline of its page in its viewport, without a review. Needs editor. Accepts access tokens. CONFLICT for one that deployments cannot be compared with: an error page, a redirect, an incomplete page, other options, no environment. */
  acceptBaseline: Link<Baseline, {
  /** The snapshot's UUID. */
  snapshotId: string;
}>;
  /** Moves the baselines of a page to its new address, so that the next deployment compares the new address with the old page. Needs editor. Accepts access tokens. Baselines that the new address has in the same viewports are replaced. */
  moveBaselines: Link<BaselineMove, {
  /** UUID of the environment. */
  environmentId: string;
  /** Page with baselines: a path relative to the environment, or its address. */
  from: string;
  /** Its new address, like from. */
  to: string;
}>;
  /** Lets comparisons of deployments with baselines ignore an element, such as a clock or an ad, from the next capture on. Needs editor. Accepts access tokens. CONFLICT when the project has 50 rules that have not expired. */
  createIgnoreRule: Link<IgnoreRule, {
  /** UUID of the project. */
  projectId: string;
  /** Only in this environment: its UUID. Default: all. */
  environmentId?: string | null;
  /** Only on this page: its path relative to the environment, with the leading slash. Default: all pages. */
  page?: string | null;
  /** CSS selector of names, #id, .class and :nth-of-type(n), joined by spaces, > and commas; at most 1 024 characters. */
  selector: string;
  /** Reason, for people: 1–255 characters. */
  reason: string;
  /** Time in the future from which it has no effect. Default: never. */
  expiresAt?: string | null;
}>;
  /** Deletes a rule: comparisons no longer ignore the element. Needs editor. Accepts access tokens. */
  deleteIgnoreRule: Link<Deleted, {
  /** The rule's UUID. */
  id: string;
}>;
  /** Stores where the elements of a commit are in the code, by the ids of the build plugin. Needs editor. Accepts access tokens. A repetition changes nothing; another manifest of the commit replaces it. The last 30 are kept, and those of the commits that environments show. */
  uploadSources: Link<SourceManifest, {
  /** UUID of the project. */
  projectId: string;
  /** Commit, as deployments name it, 1–255 characters. */
  commit: string;
  /** Web page of the repository, such as https://github.com/acme/shop, for links to lines. */
  repository?: string | null;
  /** Manifest of the plugin, with at most 200 000 places, and paths within the repository. An id of more than 20 places is not stored. */
  manifest: Record<string, unknown>;
}>;
  /** Stores a batch of the embed script atomically. Batches with the same sessionId, timestamp and content are stored once. Beyond COLLECT_HOURLY_MIB, events are added to the counts of their page without being stored individually. FORBIDDEN also when the plan's limit of events is reached. UNAVAILABLE when the batch cannot be stored at the moment: send it again. */
  collect: Link<Accepted, {
  /** Key or ID of the project. Alternative: the header x-project-key. */
  projectKey?: string | null;
  /** Time of sending by the visitor's clock: Unix time in milliseconds or seconds. */
  timestamp: number;
  /** URL of the page: http or https, at most 2 048 characters. */
  url: string;
  /** User agent of the browser. Default: the header user-agent. */
  userAgent?: string | null;
  /** Identifier of the visit, 1–128 characters. */
  sessionId: string;
  /** Page structure: timestamp, url, title, elements, assets, fonts, viewport {width, height}. With `base`: the changes since that structure. */
  snapshot?: Record<string, unknown> | null;
  /** Events, at most 1 000: type (click, hover or input), timestamp, elementMetadata, and position {x, y}, or inputType and valueLength. */
  events?: readonly (Record<string, unknown>)[] | null;
}>;
  /** Stores one event of a page. FORBIDDEN also when the plan's limit of events is reached. UNAVAILABLE when the event cannot be stored at the moment: send it again. */
  recordPageEvent: Link<Accepted, {
  /** Key or ID of the project. Alternative: the header x-project-key. */
  projectKey?: string | null;
  /** page_view, which is counted, or a custom type of at most 64 characters, which is stored. */
  type: string;
  /** url (default: Referer or Origin), sessionId and timestamp (for deduplication), and any other members. */
  data: Record<string, unknown>;
}>;
  /** Creates a webhook. Needs admin. Accepts access tokens. Only this response has its secret. */
  createWebhook: Link<Webhook, {
  /** URL to which events are posted: http or https, at most 2 048 characters. A user name and a password in it are stored encrypted and sent as Basic authentication; `•••@` keeps those that are stored. Private addresses are rejected unless the operator allows them. */
  url: string;
  /** Types of the events to send, at least one: project.created, snapshot.completed, comment.created, comment.resolved, member.invited, deployment.completed, annotation.created, annotation.updated, annotation.reopened, annotation.deleted, annotation.orphaned, annotation.found, comment.updated, comment.deleted. */
  events: readonly (string)[];
  /** Signing secret: whsec_ and 1–250 ASCII characters without spaces. Default: generated. */
  secret?: string | null;
  /** UUID of the organization. Default: the first organization of the authenticated user. */
  organizationId?: string | null;
  /** Only events of this project, by UUID; project.created and member.invited belong to none. Default: all projects. */
  projectId?: string | null;
  /** Whether events of internal annotations and replies are sent, with their text. Default: false. */
  includeInternal?: boolean | null;
}>;
  /** Updates the given fields. Needs admin. Accepts access tokens. Disabling cancels pending deliveries. A replaced secret also signs for 24 more hours. */
  updateWebhook: Link<Webhook, {
  /** The webhook's UUID. */
  id: string;
  /** URL to which events are posted: http or https, at most 2 048 characters. A user name and a password in it are stored encrypted and sent as Basic authentication; `•••@` keeps those that are stored. Private addresses are rejected unless the operator allows them. */
  url?: string | null;
  /** Types of the events to send, at least one: project.created, snapshot.completed, comment.created, comment.resolved, member.invited, deployment.completed, annotation.created, annotation.updated, annotation.reopened, annotation.deleted, annotation.orphaned, annotation.found, comment.updated, comment.deleted. */
  events?: readonly (string)[] | null;
  /** Whether events are sent. */
  enabled?: boolean | null;
  /** Whether events of internal annotations and replies are sent, with their text. */
  includeInternal?: boolean | null;
  /** New signing secret: whsec_ and 1–250 ASCII characters without spaces. */
  secret?: string | null;
}>;
  /** Deletes a webhook with its deliveries. Needs admin. Accepts access tokens. */
  deleteWebhook: Link<Deleted, {
  /** The webhook's UUID. */
  id: string;
}>;
  /** Sends an event of type test to a webhook, regardless of its subscriptions. Needs admin. Accepts access tokens. BAD_USER_INPUT for a disabled webhook. */
  testWebhook: Link<WebhookDelivery, {
  /** The webhook's UUID. */
  id: string;
}>;
  /** Attempts a delivery again immediately, regardless of its state and in addition to its scheduled attempts. Needs admin. Accepts access tokens. BAD_USER_INPUT for a disabled webhook. */
  redeliverWebhookDelivery: Link<WebhookDelivery, {
  /** The webhook's UUID. */
  id: string;
  /** The delivery's UUID. */
  deliveryId: string;
}>;
  /** Attempts again immediately the undelivered deliveries of a period, in addition to their scheduled attempts. Needs admin. Accepts access tokens. One call covers the 20 000 oldest. BAD_USER_INPUT for a disabled webhook. */
  redeliverWebhook: Link<WebhookRedelivery, {
  /** The webhook's UUID. */
  id: string;
  /** Start of the period. */
  from: string;
  /** End of the period, inclusive; a date covers the whole day, UTC. */
  to: string;
}>;
  /** Connects a project to an external service, which then receives changes of its annotations. Needs admin. Accepts access tokens. Only this response has the inboundSecret. BAD_USER_INPUT for missing settings and for settings of other providers. */
  createIntegration: Link<Integration, {
  /** UUID of the project. */
  projectId: string;
  /** External service. */
  provider: IntegrationProvider;
  /** Display name, 1–120 characters. Default: the provider's name. */
  name?: string | null;
  /** Changes to send, at least one. Default: all. */
  notify?: readonly (IntegrationNotice)[] | null;
  /** Whether internal annotations and replies are sent, with their text. Default: false. */
  includeInternal?: boolean | null;
  /** Annotations to send. Linked issues are synchronized whatever the filter. Default: all. */
  filter?: IntegrationFilterInput | null;
  /** Base URL of the provider's API, http or https without query. Required for Jira: https://example.atlassian.net. Default: the provider's public service. */
  baseUrl?: string | null;
  /** jira: account of the token for Jira Cloud; omit it for Data Center. */
  email?: string | null;
  /** github, gitlab, jira, linear: access token. slack, discord: token of a bot. At most 1 024 characters. */
  token?: string | null;
  /** slack, discord: URL of the incoming webhook. It allows posting and is stored like a token. Omit it for a bot. */
  webhookUrl?: string | null;
  /** github: owner/name. gitlab: group/name, with subgroups, or the project ID. */
  repository?: string | null;
  /** jira: key of the project, such as SHOP. */
  projectKey?: string | null;
  /** jira: type of the issues. Default: Task. */
  issueType?: string | null;
  /** jira: values of further fields by their ids, as its API takes them, such as {"customfield_10010": {"value": "Web"}}. The connection test names those that the project requires. */
  issueFields?: Record<string, unknown> | null;
  /** linear: key of the team, such as ENG. */
  teamKey?: string | null;
  /** slack, discord: ID of the channel that the bot posts to. */
  channelId?: string | null;
  /** github, gitlab, jira, linear: signing secret for requests of the tracker, 16–256 characters. Linear generates it; for the others, the default is generated here. */
  inboundSecret?: string | null;
}>;
  /** Updates the given fields. Needs admin. Accepts access tokens. Failed deliveries are retried when the integration is enabled or its destination or token changes. A baseUrl with another scheme, host or port requires the token: stored credentials are never sent to another host. */
  updateIntegration: Link<Integration, {
  /** The integration's UUID. */
  id: string;
  /** Display name, 1–120 characters. */
  name?: string | null;
  /** Changes to send, at least one. */
  notify?: readonly (IntegrationNotice)[] | null;
  /** Whether changes are sent and received. Changes while disabled are not sent later. */
  enabled?: boolean | null;
  /** Whether internal annotations and replies are sent, with their text. */
  includeInternal?: boolean | null;
  /** Annotations to send, instead of the present filter; {} for all. */
  filter?: IntegrationFilterInput | null;
  /** Base URL of the provider's API, http or https without query. Required for Jira: https://example.atlassian.net. Default: the provider's public service. */
  baseUrl?: string | null;
  /** jira: account of the token for Jira Cloud; omit it for Data Center. */
  email?: string | null;
  /** github, gitlab, jira, linear: access token. slack, discord: token of a bot. At most 1 024 characters. */
  token?: string | null;
  /** slack, discord: URL of the incoming webhook. It allows posting and is stored like a token. Omit it for a bot. */
  webhookUrl?: string | null;
  /** github: owner/name. gitlab: group/name, with subgroups, or the project ID. */
  repository?: string | null;
  /** jira: key of the project, such as SHOP. */
  projectKey?: string | null;
  /** jira: type of the issues. Default: Task. */
  issueType?: string | null;
  /** jira: values of further fields by their ids, as its API takes them, such as {"customfield_10010": {"value": "Web"}}. The connection test names those that the project requires. */
  issueFields?: Record<string, unknown> | null;
  /** linear: key of the team, such as ENG. */
  teamKey?: string | null;
  /** slack, discord: ID of the channel that the bot posts to. */
  channelId?: string | null;
  /** github, gitlab, jira, linear: signing secret for requests of the tracker, 16–256 characters. Linear generates it; for the others, the default is generated here. */
  inboundSecret?: string | null;
}>;
  /** Deletes an integration and its queued events. Needs admin. Accepts access tokens. Existing issues and comments remain. */
  deleteIntegration: Link<Deleted, {
  /** The integration's UUID. */
  id: string;
}>;
  /** Checks whether the integration has write access. Needs admin. Accepts access tokens. Trackers are only read; Slack channels receive a message. */
  testIntegration: Link<IntegrationTest, {
  /** The integration's UUID. */
  id: string;
}>;
  /** Lists the repositories, projects, teams or channels that a token can write to, before an integration exists. Needs admin. Accepts access tokens. A mutation, so that the token is never part of a URL; stores nothing. BAD_USER_INPUT where the provider rejects the credentials, RATE_LIMITED while it requests a pause, CONFLICT while it cannot be reached. */
  findIntegrationTargets: Link<IntegrationTargets, {
  /** UUID of the project. */
  projectId: string;
  /** External service. */
  provider: IntegrationProvider;
  /** Base URL of the provider's API, http or https without query. Required for Jira: https://example.atlassian.net. Default: the provider's public service. */
  baseUrl?: string | null;
  /** jira: account of the token for Jira Cloud; omit it for Data Center. */
  email?: string | null;
  /** github, gitlab, jira, linear: access token. slack, discord: token of a bot. At most 1 024 characters. */
  token?: string | null;
  /** Part of a name, in any case, 1–100 characters. */
  search?: string | null;
  /** Number of targets, 1–100. Default: 30. */
  limit?: number | null;
  /** nextCursor of the page before. Default: from the start. */
  cursor?: string | null;
}>;
  /** Creates the issue of an annotation in a tracker, whatever the filter of the integration. Needs editor. Accepts access tokens. Returns the existing issue if there is one. BAD_USER_INPUT for a channel, for an internal annotation unless the integration includes internal ones, and where the tracker rejects the request; RATE_LIMITED while it requests a pause; CONFLICT while it cannot be reached or the integration is disabled. */
  createIssue: Link<ExternalIssue, {
  /** UUID of the annotation. */
  annotationId: string;
  /** UUID of the integration. */
  integrationId: string;
}>;
  /** Sends the existing annotations of the project that match a filter to an integration, in the background: one issue or message each. Needs admin. Accepts access tokens. Those that it has received are left out; replies are not sent. Sends of an integration run one after another, while it is enabled. */
  sendAnnotations: Link<AnnotationSend, {
  /** UUID of the integration. */
  integrationId: string;
  /** Annotations to send. Default: the filter of the integration. */
  filter?: IntegrationFilterInput | null;
}>;
  /** Cancels the rest of a send. Needs admin. Accepts access tokens. What was sent stays; a request in progress may still succeed. */
  cancelAnnotationSend: Link<AnnotationSend, {
  /** The send's UUID. */
  id: string;
}>;
  /** Exchanges the ID token of a pipeline for a token of 15 minutes with the rights of a project token whose rule permits the pipeline. The audience of the ID token is the address of the installation. UNAUTHENTICATED if no rule permits it. */
  exchangePipelineToken: Link<PipelineToken, {
  /** UUID of the project. */
  projectId: string;
  /** ID token of GitHub Actions or GitLab CI, a JWT. */
  idToken: string;
  /** Secret of the job, 20–200 characters. An ID token is exchanged again only with the same one. */
  proof?: string | null;
}>;
  /** Connects an app to the account of the authenticated user. It has the rights of the user at each time, limited to these actions and projects. CONFLICT with 50 connected apps. */
  allowAppRequest: Link<AppDecision, {
  /** Code of the request, or the one that a device shows. */
  code: string;
  /** Whether a device shows the code and the member typed it. Default: false. NOT_FOUND for the other kind. */
  isDevice?: boolean | null;
  /** Actions, at least one, of those that the app asks for. */
  actions: readonly (string)[];
  /** Whether it has all projects, also later ones. */
  allProjects?: boolean | null;
  /** UUIDs of its projects, 1–500; omit it with allProjects. */
  projectIds?: readonly (string)[] | null;
  /** End, at most a year ahead. Default: in 90 days. */
  expiresAt?: string | null;
}>;
  /** Denies the request of an app. */
  denyAppRequest: Link<AppDecision, {
  /** Code of the request, or the one that a device shows. */
  code: string;
  /** Whether a device shows the code and the member typed it. Default: false. NOT_FOUND for the other kind. */
  isDevice?: boolean | null;
}>;
  /** Disconnects an app of the authenticated user. Its tokens and its open streams end; what it wrote stays. */
  disconnectApp: Link<Deleted, {
  /** The connected app's UUID. */
  id: string;
}>;
  /** Creates a link that downloads everything that is stored about the authenticated user. */
  exportMyData: Link<PersonalDataExport>;
  /** Erases the account of the authenticated user. Organizations without another member are deleted with the account. CONFLICT when another organization would have no owner. */
  deleteAccount: Link<Erasure, {
  /** Current password. At most 10 wrong passwords in 15 minutes, as for logins. */
  currentPassword: string;
  /** UUID of the user who becomes owner of the organizations that would have none; a member above guest of each. */
  successorId?: string | null;
}>;
  /** Creates a link that downloads everything that is stored about a user. FORBIDDEN unless the user is an administrator of the installation. */
  exportUser: Link<PersonalDataExport, {
  /** The user's UUID. */
  id: string;
}>;
  /** Erases the account of a user. Organizations without another member are deleted with the account. CONFLICT when another organization would have no owner. FORBIDDEN unless the user is an administrator of the installation. */
  eraseUser: Link<Erasure, {
  /** The user's UUID. */
  id: string;
  /** UUID of the user who becomes owner of the organizations that would have none; a member above guest of each. */
  successorId?: string | null;
}>;
  /** Creates a link that downloads what a person without an account wrote in the projects of an organization, with the diagnostics and the collected events of these visits. Needs admin. */
  exportVisitor: Link<PersonalDataExport, {
  /** UUID of the organization. */
  organizationId: string;
  /** E-mail address that the person left, case-insensitive. */
  email: string;
}>;
  /** Removes name, e-mail address, diagnostics and collected events of a person without an account from the projects of an organization, and revokes open invitations to the address. Needs admin. The result is the same for an unknown address. */
  eraseVisitor: Link<Erasure, {
  /** UUID of the organization. */
  organizationId: string;
  /** E-mail address that the person left, case-insensitive. */
  email: string;
}>;
  /** Ends a guard, with a reason. Needs editor. Accepts access tokens. No guard starts by itself in its environment and viewport again, until a change of the element is approved. CONFLICT for a guard that has ended. */
  retireGuard: Link<Guard, {
  /** The guard's UUID. */
  id: string;
  /** Reason, for people: 1–255 characters. */
  reason: string;
}>;
}

/** An object that `node` and `nodes` read by its id. Ids are UUIDs, unique over all types. */
export interface Node {
  /** UUID. */
  id: Leaf<string>;
}

/** An event that concerns the reader. Kept for 90 days, and hidden while the reader has no access to its subject. */
export interface Notification {
  /** UUID. */
  id: Leaf<string>;
  /** Reason of the notification. */
  kind: Leaf<NotificationKind>;
  /** UUID of the project. */
  projectId: Leaf<string>;
  /** Display name of the project. */
  projectName: Leaf<string>;
  /** UUID of the annotation; null for import and deployment. */
  annotationId: Leaf<string | null>;
  /** Number of the annotation, if it concerns one. */
  number: Leaf<number | null>;
  /** The annotation; null if it concerns none, and if it was deleted meanwhile. */
  annotation: Link<Annotation | null>;
  /** UUID of the reply, if it concerns one. */
  commentId: Leaf<string | null>;
  /** UUID of the deployment, for deployment only; it may be deleted. */
  deploymentId: Leaf<string | null>;
  /** First 200 characters of the reply, the annotation or the commit; null for import. */
  excerpt: Leaf<string | null>;
  /** UUID of the user who caused it; null for a visitor and for the system. */
  actorId: Leaf<string | null>;
  /** Name of the user or visitor, if known. */
  actorName: Leaf<string | null>;
  /** Creation time. */
  createdAt: Leaf<string>;
  /** Time of reading; null while unread. */
  readAt: Leaf<string | null>;
}

/** A change of the notifications of the reader. Delivered at least once while connected. */
export interface NotificationChange {
  /** The new notification; null if only the number changed. */
  notification: Link<Notification | null>;
  /** Unread notifications in the organization; 1000 stands for at least as many. */
  unreadCount: Leaf<number>;
}

/** Way to receive a kind of notifications. */
export type NotificationChannel = 'off' | 'in_app' | 'mail' | 'daily_digest' | 'weekly_digest';

/** A page of notifications. */
export interface NotificationConnection {
  /** Position of this page in the list, and the cursors of its ends. */
  pageInfo: Link<PageInfo>;
  /** The items of this page, each with its cursor. */
  edges: Link<readonly (NotificationEdge)[]>;
  /** The items of this page, without their cursors. */
  nodes: Link<readonly (Notification)[]>;
}

/** A notification in a list. */
export interface NotificationEdge {
  /** The item. */
  node: Link<Notification>;
  /** Cursor of this item, for `after` or `before`. */
  cursor: Leaf<string>;
}

/** Reason of a notification. If several apply, the first one of mention, assignment and the others. */
export type NotificationKind = 'annotation' | 'reply' | 'mention' | 'assignment' | 'status' | 'reopened' | 'regressed' | 'proof' | 'own_proof' | 'deployment' | 'due' | 'import';

/** Channel through which a kind of notifications is received. */
export interface NotificationPreference {
  /** Kind of notifications. */
  kind: Leaf<NotificationKind>;
  /** Way to receive it. */
  channel: Leaf<NotificationChannel>;
  /** Whether the project overrides the general preference. */
  isOverridden: Leaf<boolean>;
}

/** Choice of the channel through which a kind of notifications is received. */
export interface NotificationPreferenceInput {
  /** Kind of notifications. */
  kind: NotificationKind;
  /** Way to receive it. */
  channel: NotificationChannel;
}

/** Preferences of a user for notifications. */
export interface NotificationSettings {
  /** Every kind with its channel. */
  preferences: Link<readonly (NotificationPreference)[]>;
  /** Whether notifications are mailed. Unsubscribing in a mail sets false. */
  mails: Leaf<boolean>;
  /** IANA time zone of digests, such as Europe/Berlin. */
  timeZone: Leaf<string>;
  /** Local hour of digests, 0–23. */
  digestHour: Leaf<number>;
  /** Local day of weekly digests, 1 (Monday) to 7. */
  digestWeekday: Leaf<number>;
  /** Time at which a mail server reported the address as invalid; null if none did. Mails resume after the address or any of these preferences is changed. */
  bouncedAt: Leaf<string | null>;
}

/** Login with the OpenID provider of this installation. */
export interface OidcLogin {
  /** Name of the provider, for a button. */
  name: Leaf<string>;
  /** Address that starts the login in a browser; `?returnTo=` names a path of this service to return to. */
  url: Leaf<string>;
}

/** A workspace whose members share its projects. */
export interface Organization {
  /** UUID. */
  id: Leaf<string>;
  /** Display name. */
  name: Leaf<string>;
  /** URL-friendly name, unique in this installation. */
  slug: Leaf<string>;
  /** Role of the authenticated user in the organization. */
  viewerRole: Leaf<Role | null>;
  /** Actions that the authenticated user may perform in the organization, sorted: names of the policy table in docs/access-tokens.md and of actions that no access token has. For an access token, only those it has. */
  viewerActions: Leaf<readonly (string)[] | null>;
  /** Projects of the organization that the authenticated user has, newest first. */
  projects: Link<ProjectConnection | null, {
  /** Return only items before this cursor. */
  before?: string | null;
  /** Return only items after this cursor. */
  after?: string | null;
  /** Maximum number of items from the start of the list, 1–500. Default: 100. */
  first?: number | null;
  /** Maximum number of items from the end of the list, 1–500. */
  last?: number | null;
}>;
}

/** People who see the overlay on the website. */
export type OverlayAudience = 'everyone' | 'parameter' | 'members';

/** A page of a project that has annotations or completed snapshots: the same path in all environments, or an address of no environment. */
export interface Page {
  /** UUID, the same for project and path at all times. */
  id: Leaf<string>;
  /** UUID of the project. */
  projectId: Leaf<string>;
  /** Path relative to the environment, with query and route; the normalized URL if the page belongs to none. */
  path: Leaf<string>;
  /** Normalized URL, in production if there is one. */
  url: Leaf<string>;
  /** Normalized URLs in all environments, production first, at most 50. */
  urls: Leaf<readonly (string)[]>;
  /** Title in the newest snapshot; null without one, and without the right to read snapshots. */
  title: Leaf<string | null>;
  /** Number of open annotations that the reader can see. */
  open: Leaf<number>;
  /** Number of annotations in progress. */
  inProgress: Leaf<number>;
  /** Number of resolved annotations. */
  resolved: Leaf<number>;
  /** Number of unresolved annotations whose element was not found by the last re-anchoring. */
  orphaned: Leaf<number>;
  /** Creation time of the newest annotation; null without annotations. */
  newestAt: Leaf<string | null>;
  /** Latest completed snapshot of each environment, viewport and scale, the newest first, at most 20, among the last 200 of each URL. Needs viewer. */
  latestSnapshots: Link<readonly (Snapshot)[] | null>;
  /** Number of page views in the last 30 days, UTC. Needs viewer. */
  views: Leaf<number | null>;
}

/** Visitor activity on a page. */
export interface PageActivity {
  /** Normalized URL of the page. */
  url: Leaf<string>;
  /** Number of page views. */
  views: Leaf<number>;
  /** Number of clicks. */
  clicks: Leaf<number>;
  /** Number of hovers. */
  hovers: Leaf<number>;
  /** Number of inputs into form fields. */
  inputs: Leaf<number>;
  /** Time of the last event of the page. */
  lastSeenAt: Leaf<string>;
}

/** A page of pages. */
export interface PageConnection {
  /** Position of this page in the list, and the cursors of its ends. */
  pageInfo: Link<PageInfo>;
  /** The items of this page, each with its cursor. */
  edges: Link<readonly (PageEdge)[]>;
  /** The items of this page, without their cursors. */
  nodes: Link<readonly (Page)[]>;
}

/** A page in a list. */
export interface PageEdge {
  /** The item. */
  node: Link<Page>;
  /** Cursor of this item, for `after` or `before`. */
  cursor: Leaf<string>;
}

/** Position of a page in a list. */
export interface PageInfo {
  /** Whether items follow this page. */
  hasNextPage: Leaf<boolean>;
  /** Whether items precede this page. */
  hasPreviousPage: Leaf<boolean>;
  /** Cursor of the first item of this page. */
  startCursor: Leaf<string | null>;
  /** Cursor of the last item of this page, for `after`. */
  endCursor: Leaf<string | null>;
}

/** Order of pages; those that are equal by path. */
export type PageOrder = 'path' | 'open' | 'orphaned' | 'newest';

/** A script that pages load. */
export type PageScript = 'overlay' | 'embed';

/** Elements of a page as recorded by the embed script. Identical structures are stored once. */
export interface PageStructure {
  /** SHA-256 of the content, hexadecimal. */
  hash: Leaf<string>;
  /** Title of the page. */
  title: Leaf<string>;
  /** Elements: tag, step, parent (the ref of another), id, classes, attributes, text, style, box [x, y, width, height]. */
  elements: Leaf<readonly (Record<string, unknown>)[]>;
  /** Sets of computed styles; an element's `style` is an index into this list. */
  styles: Leaf<readonly (unknown)[]>;
  /** Resources that the page loads, at most 200: kind (image, script, stylesheet or video) and url, without query and fragment. */
  assets: Leaf<readonly (unknown)[]>;
  /** Loaded font families. */
  fonts: Leaf<readonly (unknown)[]>;
  /** width and height of the viewport, in CSS pixels. */
  viewport: Leaf<Record<string, unknown>>;
  /** Time of the first visit with this structure. */
  firstSeenAt: Leaf<string>;
  /** Time of the last visit with this structure. */
  lastSeenAt: Leaf<string>;
}

/** Differences between two structures of a page; at most 500 elements of each kind. */
export interface PageStructureChanges {
  /** Hash of the earlier structure. */
  before: Leaf<string>;
  /** Hash of the later structure. */
  after: Leaf<string>;
  /** Elements that only the later structure has, with their xpath. */
  added: Leaf<readonly (Record<string, unknown>)[]>;
  /** Elements that only the earlier structure has, with their xpath. */
  removed: Leaf<readonly (Record<string, unknown>)[]>;
  /** Elements that differ between the structures. */
  changed: Link<readonly (ChangedElement)[]>;
}

/** Position of a numbered page in the list. */
export interface Pagination {
  /** Page number, from 1. */
  page: Leaf<number>;
  /** Maximum number of items per page. */
  limit: Leaf<number>;
  /** Number of items in the list. */
  total: Leaf<number>;
  /** Number of pages in the list. */
  totalPages: Leaf<number>;
}

/** Identifier of a paid plan. */
export type PaidPlanId = 'team' | 'business';

/** Confirmation of a password change. */
export interface PasswordChange {
  /** Always true. */
  changed: Leaf<boolean>;
}

/** Acknowledgment of a password reset request. It does not reveal whether the address has an account. */
export interface PasswordResetRequest {
  /** Always true. */
  accepted: Leaf<boolean>;
}

/** A link that downloads the data of a person as JSON: { exportedAt, records: [{ table, row }] }. */
export interface PersonalDataExport {
  /** Address of the download. It needs no Authorization header. */
  url: Leaf<string>;
  /** Time until which it works: 10 minutes. */
  expiresAt: Leaf<string>;
}

/** A point of a picture, in CSS pixels from its top left corner. */
export interface PicturePoint {
  /** Distance from the left edge. */
  x: Leaf<number>;
  /** Distance from the top edge. */
  y: Leaf<number>;
}

/** Pipelines that may use a project token. */
export interface Pipeline {
  /** Service that runs the pipelines. */
  provider: Leaf<PipelineProvider>;
  /** Issuer of their ID tokens. */
  issuer: Leaf<string>;
  /** Path of the repository, such as `acme/shop`. */
  repository: Leaf<string>;
  /** Branches, or full names such as `refs/tags/v*`; `*` stands for any characters. */
  refs: Leaf<readonly (string)[]>;
  /** Whether pipelines of pull requests and merge requests are included. */
  pullRequests: Leaf<boolean>;
  /** Id of the repository, stored at the first exchange; null before it. A repository with another id is rejected. */
  repositoryId: Leaf<string | null>;
}

/** Pipelines whose ID tokens are exchanged for short-lived tokens. */
export interface PipelineInput {
  /** Service that runs the pipelines. */
  provider: PipelineProvider;
  /** Issuer of their ID tokens. Default: that of github.com or gitlab.com. */
  issuer?: string | null;
  /** Path of the repository, such as `acme/shop`. */
  repository: string;
  /** 1–20 branches. Branches, or full names such as `refs/tags/v*`; `*` stands for any characters. */
  refs: readonly (string)[];
  /** Whether pipelines of pull requests and merge requests are included. Default: false. */
  pullRequests?: boolean | null;
}

/** Service that runs a pipeline. */
export type PipelineProvider = 'github' | 'gitlab';

/** A token that a pipeline receives for its ID token, sent as `Authorization: Bearer pbo_…`. */
export interface PipelineToken {
  /** The token. Only this response contains it. */
  token: Leaf<string>;
  /** Time at which it stops working: after 15 minutes. */
  expiresAt: Leaf<string>;
  /** Actions, sorted. */
  actions: Leaf<readonly (string)[]>;
  /** UUIDs of its projects; empty for all projects of the organization. */
  projectIds: Leaf<readonly (string)[]>;
}

/** A size in CSS pixels. */
export interface PixelSize {
  /** Width. */
  width: Leaf<number>;
  /** Height. */
  height: Leaf<number>;
}

/** A plan that organizations can subscribe to. */
export interface Plan {
  /** Identifier in the API. */
  id: Leaf<PlanId>;
  /** Display name. */
  name: Leaf<string>;
  /** Price per month in cents of the currency, without tax. */
  priceCents: Leaf<number>;
  /** ISO 4217, such as EUR. */
  currency: Leaf<string>;
  /** Limits of the plan; null for an unlimited plan. */
  limits: Link<PlanLimits | null>;
  /** Whether this is the plan of organizations that have not chosen one. */
  isDefault: Leaf<boolean>;
}

/** Identifier of a plan. The list of plans has its limits. */
export type PlanId = 'self_hosted' | 'free' | 'team' | 'business';

/** Limits of a plan. */
export interface PlanLimits {
  /** Number of projects. */
  projects: Leaf<number>;
  /** Number of members and pending invitations. */
  members: Leaf<number>;
  /** Number of snapshots per calendar month, UTC. */
  snapshots: Leaf<number>;
  /** Number of collected events per calendar month, UTC. */
  events: Leaf<number>;
}

/** An item as a dry run has read it. */
export interface PreviewedItem {
  /** Index of the item in the request, from 0. */
  index: Leaf<number>;
  /** Whether it would be imported; existing ones are skipped. */
  isNew: Leaf<boolean>;
  /** Its values after repairs: content (at most 500 characters), url, position, status, author and createdAt of a comment; name and url of a project; email, role, allProjects and projectIds of a member. */
  item: Leaf<Record<string, unknown>>;
}

/** A program that writes: an access token or a connected app. */
export interface Program {
  /** UUID of the access token, as in `via`. */
  id: Leaf<string>;
  /** Null: programs have no address. */
  email: Leaf<string | null>;
  /** Display name. */
  name: Leaf<string>;
  /** Kind of the program. */
  kind: Leaf<ProgramKind>;
}

/** Kind of a program. */
export type ProgramKind = 'personal_token' | 'project_token' | 'connected_app';

/** A website or application that receives feedback. */
export interface Project {
  /** UUID. */
  id: Leaf<string>;
  /** Display name. */
  name: Leaf<string>;
  /** URL-friendly name, unique within the organization. */
  slug: Leaf<string>;
  /** UUID of the organization. */
  organizationId: Leaf<string>;
  /** Public key for the scripts on the website. */
  projectKey: Leaf<string>;
  /** Whether visitors may read and write feedback. */
  publicFeedback: Leaf<boolean>;
  /** Origins that may use the public endpoints; empty: all origins. */
  allowedOrigins: Leaf<readonly (string)[]>;
  /** Retention of snapshots in days; 0: until they are deleted. */
  snapshotRetention: Leaf<number>;
  /** Whether visitors with Do Not Track or Global Privacy Control are excluded from collection. */
  respectDoNotTrack: Leaf<boolean>;
  /** Whether the page of a comment written in the overlay is captured. Applies to pages of an environment. */
  captureComments: Leaf<boolean>;
  /** Whether captured pages read false from navigator.webdriver, as in the browser of a visitor. False: they read true, which says that a program controls the browser. */
  hideWebdriver: Leaf<boolean>;
  /** Annotations that third parties with the project key may list and follow. */
  publicAnnotations: Leaf<PublicAnnotations>;
  /** Visitors who may reply to public annotations. */
  publicReplies: Leaf<PublicReplies>;
  /** Origins whose pages may frame the panel of members; empty: none. */
  panelOrigins: Leaf<readonly (string)[]>;
  /** Hosts outside of the environments where fixes can be checked: exact, or with * for a part of the first label. */
  previewHosts: Leaf<readonly (string)[]>;
  /** Creation time. */
  createdAt: Leaf<string>;
  /** Time of the last change. */
  updatedAt: Leaf<string>;
  /** Organization of the project. */
  organization: Link<Organization>;
  /** Counts annotations of the project by a property, the most frequent value first, at most 100 values. Values without annotations are omitted. Guests get counts of public annotations. */
  annotationCounts: Link<readonly (AnnotationCount)[] | null, {
  /** Only matching annotations. */
  filter?: AnnotationFilter | null;
  /** Property to count by. */
  by?: AnnotationCountKey | null;
}>;
  /** Role of the authenticated user in the organization. */
  viewerRole: Leaf<Role | null>;
  /** Actions that the authenticated user may perform in the project, sorted: names of the policy table in docs/access-tokens.md and of actions that no access token has. For an access token, only those it has. */
  viewerActions: Leaf<readonly (string)[] | null>;
  /** Environments of the project, newest first. */
  environments: Link<EnvironmentConnection | null, {
  /** Return only items before this cursor. */
  before?: string | null;
  /** Return only items after this cursor. */
  after?: string | null;
  /** Maximum number of items from the start of the list, 1–500. Default: 100. */
  first?: number | null;
  /** Maximum number of items from the end of the list, 1–500. */
  last?: number | null;
}>;
  /** Annotations of the project, newest first. Guests get public annotations only. */
  annotations: Link<AnnotationConnection | null, {
  /** Only this page. URLs are compared without fragment, trailing slash, tracking parameters and order of parameters. */
  url?: string | null;
  /** Only annotations with this status. */
  status?: AnnotationStatus | null;
  /** Only this environment of the project. */
  environmentId?: string | null;
  /** Return only items before this cursor. */
  before?: string | null;
  /** Return only items after this cursor. */
  after?: string | null;
  /** Maximum number of items from the start of the list, 1–500. Default: 100. */
  first?: number | null;
  /** Maximum number of items from the end of the list, 1–500. */
  last?: number | null;
}>;
  /** Labels of the project, newest first. */
  labels: Link<LabelConnection | null, {
  /** Return only items before this cursor. */
  before?: string | null;
  /** Return only items after this cursor. */
  after?: string | null;
  /** Maximum number of items from the start of the list, 1–500. Default: 100. */
  first?: number | null;
  /** Maximum number of items from the end of the list, 1–500. */
  last?: number | null;
}>;
  /** Snapshots of the project, newest first. Needs viewer. */
  snapshots: Link<SnapshotConnection | null, {
  /** Only this page; URLs are compared as in the list of annotations. */
  url?: string | null;
  /** Only this environment of the project. */
  environmentId?: string | null;
  /** Only viewports of this width in CSS pixels, 16–7 680. */
  viewportWidth?: number | null;
  /** Only snapshots with this status. */
  status?: SnapshotStatus | null;
  /** Only snapshots requested at or after this time. */
  from?: string | null;
  /** Only snapshots requested at or before this time; a date covers the whole day, UTC. */
  to?: string | null;
  /** Return only items before this cursor. */
  before?: string | null;
  /** Return only items after this cursor. */
  after?: string | null;
  /** Maximum number of items from the start of the list, 1–500. Default: 100. */
  first?: number | null;
  /** Maximum number of items from the end of the list, 1–500. */
  last?: number | null;
}>;
  /** Members of the organization who have the project, newest first. Needs viewer. */
  members: Link<MemberConnection | null, {
  /** Return only items before this cursor. */
  before?: string | null;
  /** Return only items after this cursor. */
  after?: string | null;
  /** Maximum number of items from the start of the list, 1–500. Default: 100. */
  first?: number | null;
  /** Maximum number of items from the end of the list, 1–500. */
  last?: number | null;
}>;
  /** Webhooks that get events of the project, newest first: its own, and those of all projects. Needs admin. */
  webhooks: Link<WebhookConnection | null, {
  /** Return only items before this cursor. */
  before?: string | null;
  /** Return only items after this cursor. */
  after?: string | null;
  /** Maximum number of items from the start of the list, 1–500. Default: 100. */
  first?: number | null;
  /** Maximum number of items from the end of the list, 1–500. */
  last?: number | null;
}>;
  /** Integrations of the project, newest first. Needs admin. */
  integrations: Link<IntegrationConnection | null, {
  /** Return only items before this cursor. */
  before?: string | null;
  /** Return only items after this cursor. */
  after?: string | null;
  /** Maximum number of items from the start of the list, 1–500. Default: 100. */
  first?: number | null;
  /** Maximum number of items from the end of the list, 1–500. */
  last?: number | null;
}>;
  /** Time of the last change of an annotation or its thread that the reader can see; null for a project without one. */
  lastActivityAt: Leaf<string | null>;
  /** Origins from which overlay and embed script were seen, the latest first, at most the last 50 of each script. Needs viewer. */
  scripts: Link<readonly (ScriptSighting)[] | null>;
  /** Pages of the project with annotations or snapshots. Guests get those with public annotations. */
  pages: Link<PageConnection | null, {
  /** Only pages whose path contains this text, whatever the case, at most 254 characters. */
  text?: string | null;
  /** Only the page with this URL, in any environment; URLs are compared as in the list of annotations. */
  url?: string | null;
  /** Only pages of this environment, and their counts in it. */
  environmentId?: string | null;
  /** Only pages with orphaned annotations. Default: false. */
  orphanedOnly?: boolean | null;
  /** Order. Default: path. */
  orderBy?: PageOrder | null;
  /** Return only items before this cursor. */
  before?: string | null;
  /** Return only items after this cursor. */
  after?: string | null;
  /** Maximum number of items from the start of the list, 1–500. Default: 100. */
  first?: number | null;
  /** Maximum number of items from the end of the list, 1–500. */
  last?: number | null;
}>;
  /** Deployments of the project, newest first. */
  deployments: Link<DeploymentSummaryConnection | null, {
  /** Return only items before this cursor. */
  before?: string | null;
  /** Return only items after this cursor. */
  after?: string | null;
  /** Maximum number of items from the start of the list, 1–500. Default: 100. */
  first?: number | null;
  /** Maximum number of items from the end of the list, 1–500. */
  last?: number | null;
}>;
}

/** A page of projects. */
export interface ProjectConnection {
  /** Position of this page in the list, and the cursors of its ends. */
  pageInfo: Link<PageInfo>;
  /** The items of this page, each with its cursor. */
  edges: Link<readonly (ProjectEdge)[]>;
  /** The items of this page, without their cursors. */
  nodes: Link<readonly (Project)[]>;
}

/** A project in a list. */
export interface ProjectEdge {
  /** The item. */
  node: Link<Project>;
  /** Cursor of this item, for `after` or `before`. */
  cursor: Leaf<string>;
}

/** Preferences of a user for the notifications of a project. */
export interface ProjectNotificationSettings {
  /** UUID of the project. */
  projectId: Leaf<string>;
  /** Every kind with its channel. */
  preferences: Link<readonly (NotificationPreference)[]>;
}

/** Role of a project token. */
export type ProjectTokenRole = 'editor' | 'viewer';

/** Connection of a pin to its element, as visible to visitors. */
export interface PublicAnchor {
  /** State of the connection between pin and element. */
  state: Leaf<AnchorState>;
  /** Confidence of the state, 0–1. */
  confidence: Leaf<number>;
  /** Time of the last check. */
  checkedAt: Leaf<string>;
  /** Texts that the annotation asks for literally, such as: should say "Place order". Re-anchoring also binds an element in the old place that shows one of them. At most 3. */
  wantedTexts: Leaf<readonly (string)[]>;
  /** Fingerprint of the element at the last successful re-anchoring; null before the first. It has the members of `metadata` that visitors can read. */
  fingerprint: Leaf<Record<string, unknown> | null>;
}

/** An annotation as visible to visitors: without e-mail addresses and assignee. */
export interface PublicAnnotation {
  /** UUID. */
  id: Leaf<string>;
  /** Sequential number within the project, from 1. */
  number: Leaf<number>;
  /** UUID of the project. */
  projectId: Leaf<string>;
  /** Text of the feedback, plain text, at most 10 000 characters. */
  content: Leaf<string>;
  /** Horizontal position on the page in CSS pixels. */
  position_x: Leaf<number>;
  /** Vertical position on the page in CSS pixels. */
  position_y: Leaf<number>;
  /** Description of the element at the time of writing: `tag`, `selector`, `xpath`, `text`, `styles`, `box`, `traits`, `offset`, `area` and `quote`. Only members can read other members of the object. */
  metadata: Leaf<Record<string, unknown>>;
  /** Fingerprint for re-anchoring the element: selector, xpath and text. */
  domFingerprint: Leaf<Record<string, unknown>>;
  /** Status of the work. */
  status: Leaf<AnnotationStatus>;
  /** Origin of the annotation. */
  source: Leaf<AnnotationSource>;
  /** Environment whose URL matches. */
  environmentId: Leaf<string | null>;
  /** Number of replies in the thread that the reader can see. */
  commentCount: Leaf<number>;
  /** Creation time. */
  createdAt: Leaf<string>;
  /** Time of the last change of the annotation or its thread that the reader can see. */
  updatedAt: Leaf<string>;
  /** Time of resolution. */
  resolvedAt: Leaf<string | null>;
  /** URL of the page, without credentials. Values of query and fragment parameters whose names indicate a secret, such as `access_token`, are replaced by `redacted`. */
  url: Leaf<string>;
  /** Connection of the pin to its element. */
  anchor: Link<PublicAnchor>;
  /** Always null: only members can read images of pages. */
  screenshotUrl: Leaf<string | null>;
  /** URL of the picture that the visitor sent, valid for 24 hours, or a data URL. Null without one, and for requests without a token of this annotation in x-visitor-token. */
  picture: Leaf<string | null>;
  /** Author. */
  author: Link<PublicAuthor>;
  /** Token of the visitor, for the header x-visitor-token, valid for 180 days. Only the response of the creation has it, shown once; otherwise null. */
  visitorToken: Leaf<string | null>;
  /** Whether the visitor of the request may reply: as the author with a visitor token, or with the project key if `publicReplies` is all. */
  canReply: Leaf<boolean>;
  /** Files of the annotation itself, oldest first, at most 10. */
  attachments: Link<readonly (PublicAttachment)[]>;
  /** The first 100 public replies, oldest first. */
  comments: Link<readonly (PublicComment)[]>;
}

/** A change of an annotation as visible to visitors. */
export interface PublicAnnotationChange {
  /** Kind of change. */
  kind: Leaf<AnnotationChangeKind>;
  /** Current annotation; for imported, the last one of the import. Without content when it became internal. */
  annotation: Link<PublicAnnotation>;
}

/** A page of annotations. */
export interface PublicAnnotationConnection {
  /** Position of this page in the list, and the cursors of its ends. */
  pageInfo: Link<PageInfo>;
  /** The items of this page, each with its cursor. */
  edges: Link<readonly (PublicAnnotationEdge)[]>;
  /** The items of this page, without their cursors. */
  nodes: Link<readonly (PublicAnnotation)[]>;
}

/** An annotation in a list. */
export interface PublicAnnotationEdge {
  /** The item. */
  node: Link<PublicAnnotation>;
  /** Cursor of this item, for `after` or `before`. */
  cursor: Leaf<string>;
}

/** Annotations of a project that third parties with the project key may list. */
export type PublicAnnotations = 'all' | 'own' | 'none';

/** A file of a public annotation as visible to visitors. */
export interface PublicAttachment {
  /** UUID. */
  id: Leaf<string>;
  /** Annotation of the thread. */
  annotationId: Leaf<string>;
  /** Reply; null for a file of the annotation. */
  commentId: Leaf<string | null>;
  /** File name, plain text, at most 120 characters. */
  name: Leaf<string>;
  /** MIME type of the stored file: image/png, image/jpeg, image/webp, application/pdf or text/plain. */
  contentType: Leaf<string>;
  /** Size of the stored file, bytes. */
  size: Leaf<number>;
  /** URL of the file. It needs no header and is valid for 24 hours. Pictures are shown, other files saved; text is sent as text/plain. That of a guest or a visitor ends when the text becomes internal. Null if the storage lost the file. */
  url: Leaf<string | null>;
  /** Creation time. */
  createdAt: Leaf<string>;
}

/** Author as visible to visitors. */
export interface PublicAuthor {
  /** UUID of the user; null for a visitor. */
  id: Leaf<string | null>;
  /** Display name, if known. */
  name: Leaf<string | null>;
}

/** A reply as visible to visitors. */
export interface PublicComment {
  /** UUID. */
  id: Leaf<string>;
  /** Parent reply. */
  parentId: Leaf<string | null>;
  /** Plain text. */
  content: Leaf<string>;
  /** Author. */
  author: Link<PublicAuthor>;
  /** Whether the visitor who wrote the annotation wrote the reply. */
  byVisitor: Leaf<boolean>;
  /** Whether another visitor wrote the reply. The name is not verified. */
  byOtherVisitor: Leaf<boolean>;
  /** Creation time. */
  createdAt: Leaf<string>;
}

/** Visitors who may reply to the public annotations of a project. */
export type PublicReplies = 'all' | 'own' | 'none';

/** Read operations. */
export interface Query {
  /** Access tokens of the authenticated user, newest first, expired and revoked ones included. */
  personalTokens: Link<AccessTokenConnection | null, {
  /** Return only items before this cursor. */
  before?: string | null;
  /** Return only items after this cursor. */
  after?: string | null;
  /** Maximum number of items from the start of the list, 1–500. Default: 100. */
  first?: number | null;
  /** Maximum number of items from the end of the list, 1–500. */
  last?: number | null;
}>;
  /** Project tokens of an organization, newest first, expired and revoked ones included. Needs admin. */
  projectTokens: Link<AccessTokenConnection | null, {
  /** UUID of the organization. */
  organizationId: string;
  /** Return only items before this cursor. */
  before?: string | null;
  /** Return only items after this cursor. */
  after?: string | null;
  /** Maximum number of items from the start of the list, 1–500. Default: 100. */
  first?: number | null;
  /** Maximum number of items from the end of the list, 1–500. */
  last?: number | null;
}>;
  /** Service accounts of an organization to which annotations can be assigned, newest first: those of active project tokens with annotation.change. Needs viewer. Accepts access tokens. */
  serviceAccounts: Link<ServiceAccountConnection | null, {
  /** UUID of the organization. */
  organizationId: string;
  /** Return only items before this cursor. */
  before?: string | null;
  /** Return only items after this cursor. */
  after?: string | null;
  /** Maximum number of items from the start of the list, 1–500. Default: 100. */
  first?: number | null;
  /** Maximum number of items from the end of the list, 1–500. */
  last?: number | null;
}>;
  /** The authenticated user with their organizations. Accepts access tokens. With the access token of a project, its service account. `accessToken` says what the token of the request may do. */
  me: Link<Viewer | null>;
  /** Ways to log in and to register, beside passwords. */
  loginOptions: Link<LoginOptions | null>;
  /** Organizations of the authenticated user, newest first. Accepts access tokens. */
  organizations: Link<JoinedOrganizationConnection | null, {
  /** Return only items before this cursor. */
  before?: string | null;
  /** Return only items after this cursor. */
  after?: string | null;
  /** Maximum number of items from the start of the list, 1–500. Default: 100. */
  first?: number | null;
  /** Maximum number of items from the end of the list, 1–500. */
  last?: number | null;
}>;
  /** One organization. Accepts access tokens. */
  organization: Link<JoinedOrganization | null, {
  /** The organization's UUID. */
  id: string;
}>;
  /** Members of an organization, newest first. Needs viewer. Accepts access tokens. */
  members: Link<MemberConnection | null, {
  /** UUID of the organization. */
  organizationId: string;
  /** Return only items before this cursor. */
  before?: string | null;
  /** Return only items after this cursor. */
  after?: string | null;
  /** Maximum number of items from the start of the list, 1–500. Default: 100. */
  first?: number | null;
  /** Maximum number of items from the end of the list, 1–500. */
  last?: number | null;
}>;
  /** Shows an invitation to the holder of its token, without accepting it. Ended tokens are known for 30 days. BAD_USER_INPUT for an unknown token. */
  invitationByToken: Link<InvitationPreview | null, {
  /** Token from the e-mail or the link. */
  token: string;
}>;
  /** Invitations that have not been accepted, including expired ones, newest first. Needs admin. */
  invitations: Link<InvitationConnection | null, {
  /** UUID of the organization. */
  organizationId: string;
  /** Return only items before this cursor. */
  before?: string | null;
  /** Return only items after this cursor. */
  after?: string | null;
  /** Maximum number of items from the start of the list, 1–500. Default: 100. */
  first?: number | null;
  /** Maximum number of items from the end of the list, 1–500. */
  last?: number | null;
}>;
  /** Projects of an organization, newest first. Accepts access tokens. */
  projects: Link<ProjectConnection | null, {
  /** UUID of the organization. */
  organizationId: string;
  /** Return only items before this cursor. */
  before?: string | null;
  /** Return only items after this cursor. */
  after?: string | null;
  /** Maximum number of items from the start of the list, 1–500. Default: 100. */
  first?: number | null;
  /** Maximum number of items from the end of the list, 1–500. */
  last?: number | null;
}>;
  /** One project. Accepts access tokens. */
  project: Link<Project | null, {
  /** The project's UUID. */
  id: string;
}>;
  /** The HTML that loads the embed script and the overlay with the key of this project. Accepts access tokens. */
  embedScript: Link<EmbedScript | null, {
  /** The project's UUID. */
  id: string;
  /** People who see the overlay: an option in its HTML. Default: everyone. */
  audience?: OverlayAudience | null;
}>;
  /** Environments of a project, newest first. Accepts access tokens. */
  environments: Link<EnvironmentConnection | null, {
  /** UUID of the project. */
  projectId: string;
  /** Return only items before this cursor. */
  before?: string | null;
  /** Return only items after this cursor. */
  after?: string | null;
  /** Maximum number of items from the start of the list, 1–500. Default: 100. */
  first?: number | null;
  /** Maximum number of items from the end of the list, 1–500. */
  last?: number | null;
}>;
  /** Describes the capture credentials of an environment, without their values. Needs admin. */
  captureCredentials: Link<CaptureCredentials | null, {
  /** The environment's UUID. */
  id: string;
}>;
  /** Labels of a project, newest first. Accepts access tokens. */
  labels: Link<LabelConnection | null, {
  /** UUID of the project. */
  projectId: string;
  /** Return only items before this cursor. */
  before?: string | null;
  /** Return only items after this cursor. */
  after?: string | null;
  /** Maximum number of items from the start of the list, 1–500. Default: 100. */
  first?: number | null;
  /** Maximum number of items from the end of the list, 1–500. */
  last?: number | null;
}>;
  /** Visitor's last 200 steps before an annotation, oldest first, from the session `metadata.sessionId`. Needs viewer. Accepts access tokens. Empty without a session and after the events' retention. Events beyond COLLECT_HOURLY_MIB are missing. */
  annotationTrail: Link<readonly (TrailStep)[] | null, {
  /** The annotation's UUID. */
  id: string;
}>;
  /** Annotations of a project. Accepts access tokens. Guests get public annotations only. */
  annotations: Link<AnnotationConnection | null, {
  /** UUID of the project. */
  projectId: string;
  /** Only this page. URLs are compared without fragment, trailing slash, tracking parameters and order of parameters. */
  url?: string | null;
  /** Only annotations with this status. */
  status?: AnnotationStatus | null;
  /** Only this environment of the project. */
  environmentId?: string | null;
  /** Only matching annotations. */
  filter?: AnnotationFilter | null;
  /** Only annotations of an inbox. Default: all. */
  inbox?: AnnotationInbox | null;
  /** Order. Default: newest. */
  orderBy?: AnnotationOrder | null;
  /** Return only items before this cursor. */
  before?: string | null;
  /** Return only items after this cursor. */
  after?: string | null;
  /** Maximum number of items from the start of the list, 1–500. Default: 100. */
  first?: number | null;
  /** Maximum number of items from the end of the list, 1–500. */
  last?: number | null;
}>;
  /** One annotation. Accepts access tokens. */
  annotation: Link<Annotation | null, {
  /** The annotation's UUID. */
  id: string;
}>;
  /** The annotation with this number in the project. Accepts access tokens. */
  annotationByNumber: Link<Annotation | null, {
  /** UUID of the project. */
  projectId: string;
  /** Number within the project. */
  number: number;
}>;
  /** Annotations of the user's projects in an organization. Accepts access tokens. Guests get public annotations only. */
  organizationAnnotations: Link<AnnotationConnection | null, {
  /** UUID of the organization. */
  organizationId: string;
  /** Only matching annotations. */
  filter?: AnnotationFilter | null;
  /** Only annotations of an inbox. Default: all. */
  inbox?: AnnotationInbox | null;
  /** Order. Default: newest. */
  orderBy?: AnnotationOrder | null;
  /** Return only items before this cursor. */
  before?: string | null;
  /** Return only items after this cursor. */
  after?: string | null;
  /** Maximum number of items from the start of the list, 1–500. Default: 100. */
  first?: number | null;
  /** Maximum number of items from the end of the list, 1–500. */
  last?: number | null;
}>;
  /** Counts annotations of the user's projects in an organization by a property, the most frequent value first. Accepts access tokens. Values without annotations are omitted. Guests get counts of public annotations. */
  annotationCounts: Link<readonly (AnnotationCount)[] | null, {
  /** UUID of the organization. */
  organizationId: string;
  /** Only matching annotations. */
  filter?: AnnotationFilter | null;
  /** Only annotations of an inbox. Default: all. */
  inbox?: AnnotationInbox | null;
  /** Property to count by. */
  by: AnnotationCountKey;
}>;
  /** The user's saved views and the shared ones of an organization, newest first. Needs viewer. Accepts access tokens. */
  annotationViews: Link<AnnotationViewConnection | null, {
  /** UUID of the organization. */
  organizationId: string;
  /** Return only items before this cursor. */
  before?: string | null;
  /** Return only items after this cursor. */
  after?: string | null;
  /** Maximum number of items from the start of the list, 1–500. Default: 100. */
  first?: number | null;
  /** Maximum number of items from the end of the list, 1–500. */
  last?: number | null;
}>;
  /** Replies in an annotation's thread, oldest first. Accepts access tokens. Accepts x-visitor-token. Guests and visitors get public replies only. */
  comments: Link<CommentConnection | null, {
  /** The annotation's UUID. */
  id: string;
  /** Return only items before this cursor. */
  before?: string | null;
  /** Return only items after this cursor. */
  after?: string | null;
  /** Maximum number of items from the start of the list, 1–500. Default: 100. */
  first?: number | null;
  /** Maximum number of items from the end of the list, 1–500. */
  last?: number | null;
}>;
  /** Files of an annotation and its replies, oldest first. Accepts access tokens. Accepts x-visitor-token. Guests and visitors get those of public replies only. Files that are not uploaded yet are missing. */
  attachments: Link<AttachmentConnection | null, {
  /** The annotation's UUID. */
  id: string;
  /** Return only items before this cursor. */
  before?: string | null;
  /** Return only items after this cursor. */
  after?: string | null;
  /** Maximum number of items from the start of the list, 1–500. Default: 100. */
  first?: number | null;
  /** Maximum number of items from the end of the list, 1–500. */
  last?: number | null;
}>;
  /** Changes of an annotation, newest first. Accepts access tokens. Guests get the changes of public text: none of internal replies, and none from while the annotation was internal. */
  annotationHistory: Link<AnnotationHistoryConnection | null, {
  /** The annotation's UUID. */
  id: string;
  /** Return only items before this cursor. */
  before?: string | null;
  /** Return only items after this cursor. */
  after?: string | null;
  /** Maximum number of items from the start of the list, 1–500. Default: 100. */
  first?: number | null;
  /** Maximum number of items from the end of the list, 1–500. */
  last?: number | null;
}>;
  /** Notifications of the authenticated user in an organization, newest first. Accepts access tokens. */
  notifications: Link<NotificationConnection | null, {
  /** UUID of the organization. */
  organizationId: string;
  /** Only unread ones. Default: false. */
  unreadOnly?: boolean | null;
  /** Only those of snoozed threads. Default: false, only the others. */
  snoozed?: boolean | null;
  /** Return only items before this cursor. */
  before?: string | null;
  /** Return only items after this cursor. */
  after?: string | null;
  /** Maximum number of items from the start of the list, 1–500. Default: 100. */
  first?: number | null;
  /** Maximum number of items from the end of the list, 1–500. */
  last?: number | null;
}>;
  /** Number of unread notifications of the authenticated user in an organization. Accepts access tokens. */
  unreadNotifications: Link<UnreadNotifications | null, {
  /** UUID of the organization. */
  organizationId: string;
}>;
  /** Preferences of the authenticated user for notifications. */
  notificationSettings: Link<NotificationSettings | null>;
  /** Preferences of the authenticated user for the notifications of a project. */
  projectNotificationSettings: Link<ProjectNotificationSettings | null, {
  /** UUID of the project. */
  projectId: string;
}>;
  /** Available plans, from the least to the most expensive. No authentication is required. */
  plans: Link<readonly (Plan)[] | null>;
  /** Usage of an organization against the limits of its plan. Needs admin. */
  billingUsage: Link<Usage | null, {
  /** UUID of the organization. */
  organizationId: string;
}>;
  /** Subscription of an organization. Needs owner. */
  billingSubscription: Link<BillingSubscription | null, {
  /** UUID of the organization. */
  organizationId: string;
}>;
  /** Invoices of an organization, newest first. Needs owner. */
  invoices: Link<InvoiceConnection | null, {
  /** UUID of the organization. */
  organizationId: string;
  /** Return only items before this cursor. */
  before?: string | null;
  /** Return only items after this cursor. */
  after?: string | null;
  /** Maximum number of items from the start of the list, 1–500. Default: 100. */
  first?: number | null;
  /** Maximum number of items from the end of the list, 1–500. */
  last?: number | null;
}>;
  /** One invoice. Needs owner. */
  invoice: Link<Invoice | null, {
  /** The invoice's UUID. */
  id: string;
}>;
  /** Public annotations of a project as visible to visitors, newest first. Empty if the project shows third parties no annotations; those of the tokens in x-visitor-token, at most 50, separated by commas, if it shows own ones. */
  publicAnnotations: Link<PublicAnnotationConnection | null, {
  /** Key or ID of the project. */
  projectKey: string;
  /** Only this page; URLs are compared as in the list of annotations. */
  url?: string | null;
  /** Return only items before this cursor. */
  before?: string | null;
  /** Return only items after this cursor. */
  after?: string | null;
  /** Maximum number of items from the start of the list, 1–500. Default: 100. */
  first?: number | null;
  /** Maximum number of items from the end of the list, 1–500. */
  last?: number | null;
}>;
  /** Active sessions of the authenticated user, newest first. */
  sessions: Link<LoginSessionConnection | null, {
  /** Return only items before this cursor. */
  before?: string | null;
  /** Return only items after this cursor. */
  after?: string | null;
  /** Maximum number of items from the start of the list, 1–500. Default: 100. */
  first?: number | null;
  /** Maximum number of items from the end of the list, 1–500. */
  last?: number | null;
}>;
  /** Snapshots of a project, newest first, in numbered pages or by cursors. Needs viewer. Accepts access tokens. */
  snapshots: Link<SnapshotPage | null, {
  /** UUID of the project. */
  projectId: string;
  /** Page number, 1–1 000 000. Default: 1. */
  page?: number | null;
  /** Items per page, 1–100. Default: 20. */
  limit?: number | null;
  /** `nextCursor` of the previous page, instead of `page`: snapshots that are requested meanwhile move no items. */
  cursor?: string | null;
  /** Only this page; URLs are compared as in the list of annotations. */
  url?: string | null;
  /** Only this environment of the project. */
  environmentId?: string | null;
  /** Only viewports of this width in CSS pixels, 16–7 680. */
  viewportWidth?: number | null;
  /** Only snapshots with this status. */
  status?: SnapshotStatus | null;
  /** Only snapshots requested at or after this time. */
  from?: string | null;
  /** Only snapshots requested at or before this time; a date covers the whole day, UTC. */
  to?: string | null;
}>;
  /** One snapshot. Needs viewer. Accepts access tokens. */
  snapshot: Link<Snapshot | null, {
  /** The snapshot's UUID. */
  id: string;
}>;
  /** One comparison, as it was stored. Needs viewer. Accepts access tokens. */
  comparison: Link<Comparison | null, {
  /** The comparison's UUID. */
  id: string;
}>;
  /** Stored comparisons of a project or a snapshot, newest first. Needs viewer. Accepts access tokens. They are deleted with their snapshots. */
  comparisons: Link<ComparisonSummaryConnection | null, {
  /** UUID of the project. Alternative: snapshotId. */
  projectId?: string | null;
  /** UUID of the baseline or the compared snapshot. Not together with projectId: BAD_USER_INPUT. */
  snapshotId?: string | null;
  /** Return only items before this cursor. */
  before?: string | null;
  /** Return only items after this cursor. */
  after?: string | null;
  /** Maximum number of items from the start of the list, 1–500. Default: 100. */
  first?: number | null;
  /** Maximum number of items from the end of the list, 1–500. */
  last?: number | null;
}>;
  /** State of an annotation's element in a snapshot, compared with its reported look, or with the accepted look if it is resolved and guarded. Needs viewer. Accepts access tokens. The verdict is stored, and the answer for a snapshot stays the same until the comment is edited. */
  fixVerdict: Link<FixVerdict | null, {
  /** The annotation's UUID. */
  id: string;
  /** UUID of a snapshot of the annotation's project. */
  snapshotId: string;
}>;
  /** One deployment with its report. Accepts access tokens. */
  deployment: Link<Deployment | null, {
  /** The deployment's UUID. */
  id: string;
}>;
  /** Deployments of a project, newest first. Accepts access tokens. */
  deployments: Link<DeploymentSummaryConnection | null, {
  /** UUID of the project. */
  projectId: string;
  /** Only those of this environment: its UUID. */
  environmentId?: string | null;
  /** Return only items before this cursor. */
  before?: string | null;
  /** Return only items after this cursor. */
  after?: string | null;
  /** Maximum number of items from the start of the list, 1–500. Default: 100. */
  first?: number | null;
  /** Maximum number of items from the end of the list, 1–500. */
  last?: number | null;
}>;
  /** Baselines of an environment, newest first. Needs viewer. Accepts access tokens. */
  baselines: Link<BaselineConnection | null, {
  /** UUID of the environment. */
  environmentId: string;
  /** Return only items before this cursor. */
  before?: string | null;
  /** Return only items after this cursor. */
  after?: string | null;
  /** Maximum number of items from the start of the list, 1–500. Default: 100. */
  first?: number | null;
  /** Maximum number of items from the end of the list, 1–500. */
  last?: number | null;
}>;
  /** Ignored elements of a project, newest first, also those that have expired. Needs viewer. Accepts access tokens. */
  ignoreRules: Link<IgnoreRuleConnection | null, {
  /** UUID of the project. */
  projectId: string;
  /** Return only items before this cursor. */
  before?: string | null;
  /** Return only items after this cursor. */
  after?: string | null;
  /** Maximum number of items from the start of the list, 1–500. Default: 100. */
  first?: number | null;
  /** Maximum number of items from the end of the list, 1–500. */
  last?: number | null;
}>;
  /** Places in the code of the element of an annotation: by the uploaded manifest of the deployed commit, and by files that the page named. Needs viewer. Accepts access tokens. */
  locate: Link<ElementSource | null, {
  /** The annotation's UUID. */
  id: string;
}>;
  /** Changes of roles, members, keys, secrets, billing and settings of an organization, newest first. Needs admin. Accepts access tokens. */
  auditTrail: Link<AuditEntryConnection | null, {
  /** UUID of the organization. */
  organizationId: string;
  /** Only entries with this action. */
  action?: AuditAction | null;
  /** Only this user's changes, by UUID. */
  actorId?: string | null;
  /** Only changes at or after this time. */
  from?: string | null;
  /** Only changes at or before this time; a date covers the whole day, UTC. */
  to?: string | null;
  /** Return only items before this cursor. */
  before?: string | null;
  /** Return only items after this cursor. */
  after?: string | null;
  /** Maximum number of items from the start of the list, 1–500. Default: 100. */
  first?: number | null;
  /** Maximum number of items from the end of the list, 1–500. */
  last?: number | null;
}>;
  /** Checks mail, storage and captures now, on the process that responds, as "pinbound doctor" does. FORBIDDEN unless the user is an administrator of the installation. */
  installationChecks: Link<readonly (InstallationCheck)[] | null, {
  /** Only this part. Default: all. */
  part?: InstallationPart | null;
}>;
  /** Versions, counts and storage of the installation. FORBIDDEN unless the user is an administrator of the installation. */
  installation: Link<Installation | null>;
  /** Users of the installation, newest first. FORBIDDEN unless the user is an administrator of the installation. */
  installationUsers: Link<InstallationUserConnection | null, {
  /** Only users whose name or e-mail address contains this text, in any letter case. */
  text?: string | null;
  /** Return only items before this cursor. */
  before?: string | null;
  /** Return only items after this cursor. */
  after?: string | null;
  /** Maximum number of items from the start of the list, 1–500. Default: 100. */
  first?: number | null;
  /** Maximum number of items from the end of the list, 1–500. */
  last?: number | null;
}>;
  /** Organizations of the installation, newest first. FORBIDDEN unless the user is an administrator of the installation. */
  installationOrganizations: Link<InstallationOrganizationConnection | null, {
  /** Only organizations whose name or slug contains this text, in any letter case. */
  text?: string | null;
  /** Return only items before this cursor. */
  before?: string | null;
  /** Return only items after this cursor. */
  after?: string | null;
  /** Maximum number of items from the start of the list, 1–500. Default: 100. */
  first?: number | null;
  /** Maximum number of items from the end of the list, 1–500. */
  last?: number | null;
}>;
  /** Mails of the last 30 days, newest first. FORBIDDEN unless the user is an administrator of the installation. */
  mailRecords: Link<MailRecordConnection | null, {
  /** Only mails whose recipient contains this text, in any letter case. */
  recipient?: string | null;
  /** Only mails that failed, or with false, only those that were accepted. */
  failed?: boolean | null;
  /** Return only items before this cursor. */
  before?: string | null;
  /** Return only items after this cursor. */
  after?: string | null;
  /** Maximum number of items from the start of the list, 1–500. Default: 100. */
  first?: number | null;
  /** Maximum number of items from the end of the list, 1–500. */
  last?: number | null;
}>;
  /** Captures that failed and deliveries whose attempts are exhausted, newest first. FORBIDDEN unless the user is an administrator of the installation. */
  failedJobs: Link<FailedJobConnection | null, {
  /** Return only items before this cursor. */
  before?: string | null;
  /** Return only items after this cursor. */
  after?: string | null;
  /** Maximum number of items from the start of the list, 1–500. Default: 100. */
  first?: number | null;
  /** Maximum number of items from the end of the list, 1–500. */
  last?: number | null;
}>;
  /** Collection settings of a project. UNAVAILABLE when the database cannot be reached. */
  collectSettings: Link<CollectSettings | null, {
  /** Key or ID of the project. */
  projectKey: string;
}>;
  /** The latest structure of a page. Needs viewer. Accepts access tokens. NOT_FOUND when none has been collected. */
  pageStructure: Link<PageStructure | null, {
  /** The project's UUID. */
  projectId: string;
  /** URL of the page; URLs are compared as in the list of annotations. */
  url: string;
}>;
  /** Differences between two structures of a page. Needs viewer. Accepts access tokens. NOT_FOUND when fewer than two structures exist. */
  pageStructureChanges: Link<PageStructureChanges | null, {
  /** The project's UUID. */
  projectId: string;
  /** URL of the page; URLs are compared as in the list of annotations. */
  url: string;
  /** Hash of the earlier structure. Default: the latest one other than `after`. */
  before?: string | null;
  /** Hash of the later structure. Default: the latest one. */
  after?: string | null;
}>;
  /** Daily visitor activity of a project or a page. Needs viewer. Accepts access tokens. Days without activity are included. */
  activity: Link<readonly (DailyActivity)[] | null, {
  /** The project's UUID. */
  projectId: string;
  /** Only this page; URLs are compared as in the list of annotations. */
  url?: string | null;
  /** First day, UTC. Default: 30 days before the end; at most 366 days. */
  from?: string | null;
  /** Last day, UTC. Default: today. */
  to?: string | null;
}>;
  /** The most clicked elements of a project or a page. Needs viewer. Accepts access tokens. */
  topElements: Link<readonly (ElementActivity)[] | null, {
  /** The project's UUID. */
  projectId: string;
  /** Only this page; URLs are compared as in the list of annotations. */
  url?: string | null;
  /** First day, UTC. Default: 30 days before the end; at most 366 days. */
  from?: string | null;
  /** Last day, UTC. Default: today. */
  to?: string | null;
  /** Maximum number of elements, 1–100. Default: 20. */
  limit?: number | null;
}>;
  /** Pages of a project with visitor activity, the most viewed first. Needs viewer. Accepts access tokens. */
  pageActivity: Link<readonly (PageActivity)[] | null, {
  /** The project's UUID. */
  projectId: string;
  /** First day, UTC. Default: 30 days before the end; at most 366 days. */
  from?: string | null;
  /** Last day, UTC. Default: today. */
  to?: string | null;
  /** Maximum number of pages, 1–500. Default: 50. */
  limit?: number | null;
}>;
  /** Clicks on a page, as far back as single events are stored (COLLECT_RETENTION_DAYS). Needs viewer. Accepts access tokens. Events beyond COLLECT_HOURLY_MIB are not included. */
  clickMap: Link<ClickMap | null, {
  /** The project's UUID. */
  projectId: string;
  /** URL of the page; URLs are compared as in the list of annotations. */
  url: string;
  /** Only clicks of visits whose viewport has at least this width in CSS pixels, 1–100 000. */
  minViewportWidth?: number | null;
  /** Only clicks of visits whose viewport has at most this width in CSS pixels, 1–100 000. */
  maxViewportWidth?: number | null;
  /** First day, UTC. Default: 30 days before the end; at most 366 days. */
  from?: string | null;
  /** Last day, UTC. Default: today. */
  to?: string | null;
}>;
  /** Webhooks of the organizations of the authenticated user, newest first. Needs admin. Accepts access tokens. Organizations in which the user has a lower role are skipped. */
  webhooks: Link<WebhookPage | null, {
  /** Only this organization, by UUID. */
  organizationId?: string | null;
  /** Page number, 1–1 000 000. Default: 1. */
  page?: number | null;
  /** Items per page, 1–100. Default: 20. */
  limit?: number | null;
}>;
  /** One webhook. Needs admin. Accepts access tokens. */
  webhook: Link<Webhook | null, {
  /** The webhook's UUID. */
  id: string;
}>;
  /** Deliveries of a webhook in the last 30 days, newest first. Needs admin. Accepts access tokens. */
  webhookDeliveries: Link<WebhookDeliveryPage | null, {
  /** The webhook's UUID. */
  id: string;
  /** Only deliveries in this state. */
  state?: WebhookDeliveryState | null;
  /** Page number, 1–1 000 000. Default: 1. */
  page?: number | null;
  /** Items per page, 1–100. Default: 20. */
  limit?: number | null;
}>;
  /** One delivery of a webhook. Needs admin. Accepts access tokens. */
  webhookDelivery: Link<WebhookDelivery | null, {
  /** The webhook's UUID. */
  id: string;
  /** The delivery's UUID. */
  deliveryId: string;
}>;
  /** Integrations of a project, newest first. Needs admin. Accepts access tokens. */
  integrations: Link<IntegrationConnection | null, {
  /** UUID of the project. */
  projectId: string;
  /** Return only items before this cursor. */
  before?: string | null;
  /** Return only items after this cursor. */
  after?: string | null;
  /** Maximum number of items from the start of the list, 1–500. Default: 100. */
  first?: number | null;
  /** Maximum number of items from the end of the list, 1–500. */
  last?: number | null;
}>;
  /** One integration. Needs admin. Accepts access tokens. */
  integration: Link<Integration | null, {
  /** The integration's UUID. */
  id: string;
}>;
  /** Lists the repositories, projects, teams or channels that the stored token of an integration can write to. Needs admin. Accepts access tokens. BAD_USER_INPUT for an incoming webhook, which has no list. BAD_USER_INPUT where the provider rejects the credentials, RATE_LIMITED while it requests a pause, CONFLICT while it cannot be reached. */
  integrationTargets: Link<IntegrationTargets | null, {
  /** The integration's UUID. */
  id: string;
  /** Part of a name, in any case, 1–100 characters. */
  search?: string | null;
  /** Number of targets, 1–100. Default: 30. */
  limit?: number | null;
  /** nextCursor of the page before. Default: from the start. */
  cursor?: string | null;
}>;
  /** Integrations of a project in which issues can be created on request, newest first. Needs editor. Accepts access tokens. */
  issueTrackers: Link<IssueTrackerConnection | null, {
  /** UUID of the project. */
  projectId: string;
  /** Return only items before this cursor. */
  before?: string | null;
  /** Return only items after this cursor. */
  after?: string | null;
  /** Maximum number of items from the start of the list, 1–500. Default: 100. */
  first?: number | null;
  /** Maximum number of items from the end of the list, 1–500. */
  last?: number | null;
}>;
  /** Sends of an integration, newest first. Needs admin. Accepts access tokens. */
  annotationSends: Link<AnnotationSendConnection | null, {
  /** UUID of the integration. */
  integrationId: string;
  /** Return only items before this cursor. */
  before?: string | null;
  /** Return only items after this cursor. */
  after?: string | null;
  /** Maximum number of items from the start of the list, 1–500. Default: 100. */
  first?: number | null;
  /** Maximum number of items from the end of the list, 1–500. */
  last?: number | null;
}>;
  /** One send with its progress. Needs admin. Accepts access tokens. */
  annotationSend: Link<AnnotationSend | null, {
  /** The send's UUID. */
  id: string;
}>;
  /** The request of an app that waits for a decision. NOT_FOUND if it was decided or has expired. */
  appRequest: Link<AppRequest | null, {
  /** Code of the request, or the one that a device shows. */
  code: string;
  /** Whether a device shows the code and the member typed it. Default: false. NOT_FOUND for the other kind. */
  isDevice?: boolean | null;
}>;
  /** Connected apps of the authenticated user, newest first, ended ones included. */
  connectedApps: Link<ConnectedAppConnection | null, {
  /** Return only items before this cursor. */
  before?: string | null;
  /** Return only items after this cursor. */
  after?: string | null;
  /** Maximum number of items from the start of the list, 1–500. Default: 100. */
  first?: number | null;
  /** Maximum number of items from the end of the list, 1–500. */
  last?: number | null;
}>;
  /** Pages of a project with annotations or snapshots. Accepts access tokens. Guests get those with public annotations. */
  pages: Link<PageConnection | null, {
  /** UUID of the project. */
  projectId: string;
  /** Only pages whose path contains this text, whatever the case, at most 254 characters. */
  text?: string | null;
  /** Only the page with this URL, in any environment; URLs are compared as in the list of annotations. */
  url?: string | null;
  /** Only pages of this environment, and their counts in it. */
  environmentId?: string | null;
  /** Only pages with orphaned annotations. Default: false. */
  orphanedOnly?: boolean | null;
  /** Order. Default: path. */
  orderBy?: PageOrder | null;
  /** Return only items before this cursor. */
  before?: string | null;
  /** Return only items after this cursor. */
  after?: string | null;
  /** Maximum number of items from the start of the list, 1–500. Default: 100. */
  first?: number | null;
  /** Maximum number of items from the end of the list, 1–500. */
  last?: number | null;
}>;
  /** Guards of a project, newest first. Needs viewer; viewer with `sourceFile`. Accepts access tokens. */
  guards: Link<GuardConnection | null, {
  /** UUID of the project. */
  projectId: string;
  /** Only those of this environment: its UUID. */
  environmentId?: string | null;
  /** Only those in this state. */
  state?: GuardState | null;
  /** Only those of the page with this URL; URLs are compared as in the list of annotations. */
  url?: string | null;
  /** Only those whose element has this CSS selector in the fingerprint of the annotation. */
  elementSelector?: string | null;
  /** Only those whose element may be in this file of the code. Elements of another file are left out if the page named it in `diagnostics` of the annotation. */
  sourceFile?: string | null;
  /** Ids that the build plugin gives the elements of the file, at most 500; only with `sourceFile`. */
  elementIds?: readonly (string)[] | null;
  /** Return only items before this cursor. */
  before?: string | null;
  /** Return only items after this cursor. */
  after?: string | null;
  /** Maximum number of items from the start of the list, 1–500. Default: 100. */
  first?: number | null;
  /** Maximum number of items from the end of the list, 1–500. */
  last?: number | null;
}>;
  /** Captures between which the element of an orphaned annotation disappeared, and the element that is there now. Needs viewer. Accepts access tokens. */
  vanishedElement: Link<VanishedElement | null, {
  /** The annotation's UUID. */
  id: string;
}>;
  /** Everything that is known of one annotation as Markdown, for coding agents: what was asked, the thread, the element with its places in the code and in captures, the browser, what is known of fixes, and how a fix is checked. Accepts access tokens. Without what the reader may not see. */
  annotationBrief: Link<AnnotationBrief | null, {
  /** The annotation's UUID. */
  id: string;
}>;
  /** The object with this id, of any type that implements `Node`. Accepts access tokens. It needs the rights of the queries that return the type. */
  node: Link<Node | null, {
  /** UUID of the object. */
  id: string;
}>;
  /** The objects with these ids, in their order, by as many statements as one of each type. Accepts access tokens. An object that `node` would not return is null, beside its error. */
  nodes: Link<readonly (Node | null)[] | null, {
  /** UUIDs of the objects, at most 100. */
  ids: readonly (string)[];
}>;
}

/** A box around adjacent differing pixels, or an element whose computed styles differ although no pixel does beyond the threshold. Regions of pixels do not overlap, except for inserted rows. */
export interface Region {
  /** Kind of difference. */
  kind: Leaf<RegionKind>;
  /** Distance from the left edge in pixels. */
  x: Leaf<number>;
  /** Distance from the top edge of the diff image in pixels. */
  y: Leaf<number>;
  /** Width in pixels. */
  width: Leaf<number>;
  /** Height in pixels. */
  height: Leaf<number>;
  /** Number of differing pixels; 0 for a change of styles that pixels do not show. */
  pixels: Leaf<number>;
  /** First row in the baseline's image; null when that image does not have the region. Equal to y without shifts. */
  baselineY: Leaf<number | null>;
  /** First row in the comparison's image; null when that image does not have the region. */
  comparisonY: Leaf<number | null>;
  /** Changed elements in the region, smallest first, at most 10. */
  elements: Link<readonly (ElementChange)[]>;
}

/** Kind of difference in a region. */
export type RegionKind = 'changed' | 'inserted' | 'removed';

/** People who can create an account. */
export type Registration = 'open' | 'invited';

/** Answer of the reporter of an annotation to the proof of its fix. */
export type ReporterAnswer = 'good' | 'wrong';

/** Decision of a review. */
export type ReviewDecision = 'approved' | 'rejected';

/** Role of a member in an organization. Each role but guest includes the rights of viewer. */
export type Role = 'owner' | 'admin' | 'editor' | 'viewer' | 'guest';

/** A reason why the scripts of the service would not work on a page. */
export type ScriptObstacle = 'script_source' | 'script_nonce' | 'connections' | 'panel' | 'sandbox' | 'frame';

/** A script of a project was seen. Delivered at least once while connected. */
export interface ScriptsChange {
  /** UUID of the project. */
  projectId: Leaf<string>;
  /** Current `scripts` of the project. */
  scripts: Link<readonly (ScriptSighting)[]>;
}

/** An origin from which a script sent requests with the key of the project. Anyone with the key can send any. */
export interface ScriptSighting {
  /** The script. */
  script: Leaf<PageScript>;
  /** Origin of the pages: scheme, host and port. */
  origin: Leaf<string>;
  /** Time of the first request. */
  firstSeenAt: Leaf<string>;
  /** Time of the last request, up to a minute late. */
  lastSeenAt: Leaf<string>;
}

/** Picture that the author sent with an annotation. */
export interface SentPicture {
  /** URL that needs no header and is valid for 24 hours (WebP), or a data URL until the picture is stored. */
  url: Leaf<string>;
  /** Whether the author drew on it, wrote on it, blurred or cropped it; false if that is not known. */
  isDrawn: Leaf<boolean>;
}

/** The user that a project token writes as. It is not a member. */
export interface ServiceAccount {
  /** UUID of the user, as used for assignments. */
  id: Leaf<string>;
  /** Display name: that of the access token. */
  name: Leaf<string>;
  /** UUID of the access token; rows that it writes name it as `via`. */
  accessTokenId: Leaf<string>;
  /** Role of the access token. */
  role: Leaf<Role>;
  /** Whether it has all projects, including later ones. */
  allProjects: Leaf<boolean>;
  /** UUIDs of its projects if `allProjects` is false. Lists only projects that you have. */
  projectIds: Leaf<readonly (string)[]>;
  /** Creation time. */
  createdAt: Leaf<string>;
  /** Time at which the access token stops working. */
  expiresAt: Leaf<string>;
}

/** A page of service accounts. */
export interface ServiceAccountConnection {
  /** Position of this page in the list, and the cursors of its ends. */
  pageInfo: Link<PageInfo>;
  /** The items of this page, each with its cursor. */
  edges: Link<readonly (ServiceAccountEdge)[]>;
  /** The items of this page, without their cursors. */
  nodes: Link<readonly (ServiceAccount)[]>;
}

/** A service account in a list. */
export interface ServiceAccountEdge {
  /** The item. */
  node: Link<ServiceAccount>;
  /** Cursor of this item, for `after` or `before`. */
  cursor: Leaf<string>;
}

/** Rows that only one image has. The content below them is compared at its shifted position. */
export interface Shift {
  /** Image that has the rows. */
  kind: Leaf<ShiftKind>;
  /** First row, in pixels from the top of the diff image. */
  y: Leaf<number>;
  /** Number of rows. */
  rows: Leaf<number>;
}

/** Image that has the rows. */
export type ShiftKind = 'inserted' | 'removed';

/** A captured page: its image and a record of its elements. */
export interface Snapshot {
  /** UUID. */
  id: Leaf<string>;
  /** UUID of the project. */
  projectId: Leaf<string>;
  /** Environment whose URL matches. */
  environmentId: Leaf<string | null>;
  /** URL of the page as it was sent; for guests without secrets, as in public responses. */
  url: Leaf<string>;
  /** Origin of the snapshot. */
  source: Leaf<SnapshotSource>;
  /** UUID of the access token that wrote it; null if it was written without one. */
  via: Leaf<string | null>;
  /** Whether its capture sent the capture credentials of the environment. */
  usedCredentials: Leaf<boolean>;
  /** State. */
  status: Leaf<SnapshotStatus>;
  /** Estimated seconds from creation to completion while processing, otherwise null. */
  estimatedTime: Leaf<number | null>;
  /** Reason for the failure. */
  error: Leaf<string | null>;
  /** URL of the image (PNG). It needs no header and is valid for 24 hours; every read returns a new URL. Null until completed. */
  imageUrl: Leaf<string | null>;
  /** URL of a thumbnail of the top of the image (WebP, at most 480 × 640 pixels), valid like imageUrl. */
  thumbnailUrl: Leaf<string | null>;
  /** URL of the page record (JSON), valid like imageUrl: title, finalUrl, status, size, consoleErrors, failedRequests and each visible element with selector, xpath, text, box and style. */
  recordUrl: Leaf<string | null>;
  /** Browser viewport. */
  viewport: Link<Viewport>;
  /** Whether the image shows the whole page instead of the viewport. */
  fullPage: Leaf<boolean>;
  /** CSS selector that the capture waited for. */
  waitForSelector: Leaf<string | null>;
  /** Delay before the capture in milliseconds. */
  delay: Leaf<number>;
  /** CSS selectors of hidden elements. */
  hideSelectors: Leaf<readonly (string)[]>;
  /** Whether clock, timers and random numbers were frozen for the page's scripts. */
  freeze: Leaf<boolean>;
  /** Width of the image in pixels. Null until completed. */
  width: Leaf<number | null>;
  /** Height of the image in pixels. Null until completed. */
  height: Leaf<number | null>;
  /** Title of the page. Null until completed. */
  title: Leaf<string | null>;
  /** URL of the page after redirects. Null until completed. */
  finalUrl: Leaf<string | null>;
  /** HTTP status of the page; error pages are captured too. Null until completed. */
  httpStatus: Leaf<number | null>;
  /** Duration of the capture in milliseconds. Null until completed. */
  durationMs: Leaf<number | null>;
  /** Whether the page had finished loading. False when requests were still pending after 5 seconds without progress or 20 seconds in total; the page record lists them. Also false with fullPage if the page does not end, or if isCut is true. Null until completed, and for snapshots older than this field. */
  isComplete: Leaf<boolean | null>;
  /** Whether the picture of a whole page lacks what an element of the page scrolls, such as the columns of a board. False until completed, and for snapshots older than this field. */
  isCut: Leaf<boolean>;
  /** Number of pending requests at the time of the capture, up to 100; 0 for a page that had finished loading. Null like isComplete. */
  pendingRequests: Leaf<number | null>;
  /** Reasons why the overlay and the embed script would not work on the page. Empty until completed, and for snapshots older than this field. */
  scriptObstacles: Leaf<readonly (ScriptObstacle)[]>;
  /** Features that the page asked for and the browser of the capture lacks: what the page draws with them is missing in the picture. Empty until completed, and for snapshots older than this field. */
  missingFeatures: Leaf<readonly (BrowserFeature)[]>;
  /** Result of re-anchoring the page's annotations. A snapshot with the source comment updates and counts only bound annotations. Null until completed, and for a page without annotations. */
  rebinding: Link<SnapshotRebinding | null>;
  /** Time of the request. */
  createdAt: Leaf<string>;
  /** Completion time. */
  completedAt: Leaf<string | null>;
  /** Annotations of the page, and of the same path in other environments, as located in the snapshot, the newest annotation first. Empty until completed, for pages that responded with an error or redirected, and for snapshots older than this field. A snapshot with the source comment has those of its own address only, and orphans that only the visitor could see. */
  pins: Link<SnapshotPinConnection | null, {
  /** Only pins in these states, 1–4. */
  states?: readonly (AnchorState)[] | null;
  /** Return only items before this cursor. */
  before?: string | null;
  /** Return only items after this cursor. */
  after?: string | null;
  /** Maximum number of items from the start of the list, 1–500. Default: 100. */
  first?: number | null;
  /** Maximum number of items from the end of the list, 1–500. */
  last?: number | null;
}>;
  /** Project of the snapshot. */
  project: Link<Project>;
  /** Environment whose URL matches; null if none matches. */
  environment: Link<Environment | null>;
  /** Stored comparisons in which the snapshot is the baseline or compared with it, newest first. */
  comparisons: Link<ComparisonSummaryConnection, {
  /** Return only items before this cursor. */
  before?: string | null;
  /** Return only items after this cursor. */
  after?: string | null;
  /** Maximum number of items from the start of the list, 1–500. Default: 100. */
  first?: number | null;
  /** Maximum number of items from the end of the list, 1–500. */
  last?: number | null;
}>;
  /** Program of `via`; null if it was written without one, once the access token was removed, and for guests. */
  program: Link<Program | null>;
}

/** A change of a snapshot. Delivered at least once while connected. */
export interface SnapshotChange {
  /** Kind of change. */
  kind: Leaf<SnapshotChangeKind>;
  /** UUID of the snapshot. */
  snapshotId: Leaf<string>;
  /** Current snapshot; null when deleted. */
  snapshot: Link<Snapshot | null>;
}

/** Kind of change of a snapshot. */
export type SnapshotChangeKind = 'created' | 'completed' | 'failed' | 'deleted';

/** A page of snapshots. */
export interface SnapshotConnection {
  /** Position of this page in the list, and the cursors of its ends. */
  pageInfo: Link<PageInfo>;
  /** The items of this page, each with its cursor. */
  edges: Link<readonly (SnapshotEdge)[]>;
  /** The items of this page, without their cursors. */
  nodes: Link<readonly (Snapshot)[]>;
}

/** A snapshot in a list. */
export interface SnapshotEdge {
  /** The item. */
  node: Link<Snapshot>;
  /** Cursor of this item, for `after` or `before`. */
  cursor: Leaf<string>;
}

/** A page of snapshots. */
export interface SnapshotPage {
  /** The items of this page. */
  data: Link<readonly (Snapshot)[]>;
  /** Position of this page in the list. */
  pagination: Link<Pagination>;
  /** Cursor of the next page; null on the last one. */
  nextCursor: Leaf<string | null>;
}

/** An annotation as located in a snapshot. Consecutive snapshots of a page with the same viewport and options share a pin while nothing but the confidence changes. */
export interface SnapshotPin {
  /** UUID. */
  id: Leaf<string>;
  /** UUID of the annotation. */
  annotationId: Leaf<string>;
  /** UUID of the snapshot. */
  snapshotId: Leaf<string>;
  /** The annotation; null if it was deleted meanwhile. */
  annotation: Link<Annotation | null>;
  /** The snapshot, or the newest of those that share the pin; null if it was deleted meanwhile. */
  snapshot: Link<Snapshot | null>;
  /** bound, moved or orphaned, in this snapshot. */
  state: Leaf<AnchorState>;
  /** Confidence of the state, 0–1, in the newest snapshot that shares the pin. */
  confidence: Leaf<number>;
  /** Reason why the element was not bound; null for a bound pin. */
  reason: Leaf<string | null>;
  /** Bounding box in the image, whole CSS pixels; outside of the image if only a part of the page is shown. Of a moved pin, that of the likeliest candidate; null for an orphan. */
  box: Link<ElementBox | null>;
  /** Visible text of this element, at most 200 characters; null for an orphan. */
  text: Leaf<string | null>;
  /** Computed styles of this element: color, backgroundColor, borderColor, fontSize, fontWeight, fontFamily and opacity; except in old snapshots also backgroundImage, borderStyle, borderWidth, borderRadius, boxShadow, filter, fontStyle, letterSpacing, lineHeight, listStyleType, outlineStyle, textAlign, textDecorationLine, textTransform, transform and linkTarget: the address of the link that it is, is within or contains, without the origin of the page; empty without a link, and absent if it contains links to several addresses; and linkWindow: `new` for a link that opens another window or tab, else `same`. Null if the page record does not have the element. */
  styles: Leaf<Record<string, unknown> | null>;
  /** Completion time of the first snapshot that shares the pin. */
  since: Leaf<string>;
  /** URL of a crop of the image that shows the element (WebP), valid like imageUrl: at most 1600 × 1200 CSS pixels, never enlarged. Null for an orphan, and for an element that is hidden in the snapshot. */
  cropUrl: Leaf<string | null, {
  /** Margin around the element in CSS pixels, 0–400. Default: 40. */
  margin?: number | null;
  /** Pixels of the crop per 100 CSS pixels, 10–400. Default: 100. */
  scale?: number | null;
}>;
  /** URL of a small picture of all that the comment is about, outlined, with its surroundings (WebP, at most 168 × 126 pixels), valid like imageUrl. Null for an orphan, and for an element that is hidden in the snapshot. */
  thumbnailUrl: Leaf<string | null>;
  /** Part of the image that the comment is about. Null for an orphan, and for an element that is hidden in the snapshot. */
  meant: Link<MeantPart | null>;
}

/** A page of pins. */
export interface SnapshotPinConnection {
  /** Position of this page in the list, and the cursors of its ends. */
  pageInfo: Link<PageInfo>;
  /** The items of this page, each with its cursor. */
  edges: Link<readonly (SnapshotPinEdge)[]>;
  /** The items of this page, without their cursors. */
  nodes: Link<readonly (SnapshotPin)[]>;
}

/** A pin in a list. */
export interface SnapshotPinEdge {
  /** The item. */
  node: Link<SnapshotPin>;
  /** Cursor of this item, for `after` or `before`. */
  cursor: Leaf<string>;
}

/** Result of re-anchoring the annotations of a captured page. When re-anchoring was skipped, the counts are null. */
export interface SnapshotRebinding {
  /** Number of annotations that were matched to their element. */
  bound: Leaf<number | null>;
  /** Number of annotations with candidate elements for a person to confirm. */
  moved: Leaf<number | null>;
  /** Number of annotations without a matching element. */
  orphaned: Leaf<number | null>;
  /** Reason for skipping: the page responded with an error or redirected to another page. */
  skipped: Leaf<string | null>;
}

/** Origin of a snapshot. */
export type SnapshotSource = 'api' | 'comment' | 'deployment';

/** Status of a snapshot. */
export type SnapshotStatus = 'processing' | 'completed' | 'failed';

/** A place where the code of an element may be. */
export interface SourceCandidate {
  /** Path, from the root of the repository if a manifest names it. */
  file: Leaf<string>;
  /** Line, from 1. */
  line: Leaf<number | null>;
  /** Column, from 1. */
  column: Leaf<number | null>;
  /** Name of the component. */
  component: Leaf<string | null>;
  /** Evidence. */
  by: Leaf<SourceEvidence>;
  /** Why it is listed. */
  reason: Leaf<string>;
  /** Confidence, 0 to 1. */
  confidence: Leaf<number>;
  /** Page of the repository that shows the line at the commit; null if its address or the commit is unknown. */
  url: Leaf<string | null>;
}

/** Carrier of a source hint. */
export type SourceCarrier = 'attribute' | 'comment' | 'react' | 'svelte' | 'vue';

/** Evidence for a place in the code. */
export type SourceEvidence = 'manifest' | 'hint';

/** File that a page named for an element. The service has not checked it. */
export interface SourceHint {
  /** Path of a file of the application, at most its last four folders and 200 characters. */
  file: Leaf<string>;
  /** Line, from 1. Null where the page knows only that of built code. */
  line: Leaf<number | null>;
  /** Column; null if it is not stated. */
  column: Leaf<number | null>;
  /** Name of the component that contains the element; at most 200 characters. */
  component: Leaf<string | null>;
  /** Carrier of the hint. */
  by: Leaf<SourceCarrier>;
}

/** Places in the code of the elements of a commit, by the ids of the build plugin `pinbound-source`. */
export interface SourceManifest {
  /** UUID. */
  id: Leaf<string>;
  /** UUID of the project. */
  projectId: Leaf<string>;
  /** Commit, as deployments name it. */
  commit: Leaf<string>;
  /** Web page of the repository. */
  repository: Leaf<string | null>;
  /** Number of elements. */
  elementCount: Leaf<number>;
  /** Time of the first upload. */
  createdAt: Leaf<string>;
  /** Time of the last upload that changed it. */
  updatedAt: Leaf<string>;
}

/** The element at the place of a vanished one. */
export interface StandingElement {
  /** CSS selector. */
  selector: Leaf<string>;
  /** Tag name, in lowercase. */
  tag: Leaf<string>;
  /** Visible text, at most 200 characters. */
  text: Leaf<string>;
  /** Bounding box in the image, whole CSS pixels. */
  box: Link<ElementBox>;
}

/** Live updates, over WebSocket (graphql-transport-ws) and server-sent events. */
export interface Subscription {
  /** New notifications of the authenticated user in an organization, and changes of the number of unread ones. Accepts access tokens. The subscription ends when the access token expires or the membership ends. */
  notificationReceived: Link<NotificationChange, {
  /** UUID of the organization. */
  organizationId: string;
}>;
  /** Changes of the annotations of a project or an organization. Accepts access tokens. Guests get those of public annotations and replies. The subscription ends when the access token expires. */
  annotationChanged: Link<AnnotationChange, {
  /** UUID of the project. Alternative: organizationId. */
  projectId?: string | null;
  /** UUID of the organization, for the changes of all its projects that the authenticated user has. Not together with projectId: BAD_USER_INPUT. */
  organizationId?: string | null;
}>;
  /** Changes of the public annotations of a project as visible to visitors. None while the project shows third parties no annotations; those of the tokens in x-visitor-token, read when the subscription starts, while it shows own ones. Browsers cannot send the header over WebSocket: use server-sent events. */
  publicAnnotationChanged: Link<PublicAnnotationChange, {
  /** Key or ID of the project. */
  projectKey: string;
  /** Only this page; URLs are compared as in the list of annotations. */
  url?: string | null;
}>;
  /** Changes of the snapshots of a project or an organization. Needs viewer. Accepts access tokens. The subscription ends when the access token expires. */
  snapshotChanged: Link<SnapshotChange, {
  /** UUID of the project. Alternative: organizationId. */
  projectId?: string | null;
  /** UUID of the organization, for the changes of all its projects that the authenticated user has. Not together with projectId: BAD_USER_INPUT. */
  organizationId?: string | null;
}>;
  /** Snapshots of a project on completion. Needs viewer. Accepts access tokens. The subscription ends when the access token expires. */
  snapshotCompleted: Link<Snapshot, {
  /** UUID of the project. */
  projectId: string;
}>;
  /** Changes of the deployments of a project or an organization. Accepts access tokens. The subscription ends when the access token expires. */
  deploymentChanged: Link<DeploymentUpdate, {
  /** UUID of the project. Alternative: organizationId. */
  projectId?: string | null;
  /** UUID of the organization, for the changes of all its projects that the authenticated user has. Not together with projectId: BAD_USER_INPUT. */
  organizationId?: string | null;
}>;
  /** Today's activity of a project. Needs viewer. Accepts access tokens. Sends the current counts, then the changed counts at most once a second. */
  activityChanged: Link<ActivityCounts, {
  /** The project's UUID. */
  projectId: string;
}>;
  /** New and changed deliveries of a webhook. Needs admin. Accepts access tokens. A change is sent at least once; changes in quick succession are sent as one. */
  webhookDeliveryChanged: Link<WebhookDelivery, {
  /** The webhook's UUID. */
  webhookId: string;
}>;
  /** Sightings of the overlay and the embed script of a project: of a new origin at once, of a known one at most once a minute. Needs viewer. Accepts access tokens. The subscription ends when the access token expires. */
  scriptsChanged: Link<ScriptsChange, {
  /** UUID of the project. */
  projectId: string;
}>;
}

/** Payment status of a subscription. */
export type SubscriptionStatus = 'active' | 'past_due';

/** Effect of a change on a comment, as a model sees it. */
export type SuggestedEffect = 'does_it' | 'does_not' | 'unclear';

/** A position on the page in CSS pixels. */
export interface TrailPosition {
  /** Distance from the left edge. */
  x: Leaf<number>;
  /** Distance from the top edge. */
  y: Leaf<number>;
}

/** One step of a visitor. */
export interface TrailStep {
  /** page_view, click, hover, input, or a custom type. */
  type: Leaf<string>;
  /** Time of the step, corrected for the visitor's clock. */
  at: Leaf<string>;
  /** URL of the page as it was sent; empty if none was sent. */
  url: Leaf<string>;
  /** CSS selector of the element. */
  selector: Leaf<string | null>;
  /** Text of the element, at most 100 characters. */
  text: Leaf<string | null>;
  /** Position of a click or hover. */
  position: Link<TrailPosition | null>;
  /** Type of the form field of an input. */
  inputType: Leaf<string | null>;
  /** Number of characters in the form field of an input. */
  valueLength: Leaf<number | null>;
}

/** Number of unread notifications. */
export interface UnreadNotifications {
  /** Unread notifications in the organization; 1000 stands for at least as many. */
  count: Leaf<number>;
}

/** Usage of an organization against the limits of its plan. */
export interface Usage {
  /** UUID of the organization. */
  organizationId: Leaf<string>;
  /** Current plan. */
  plan: Leaf<PlanId>;
  /** Start of the calendar month, UTC. */
  periodStart: Leaf<string>;
  /** Start of the next calendar month, UTC. */
  periodEnd: Leaf<string>;
  /** Number of projects. */
  projects: Link<MetricUsage>;
  /** Number of members and pending invitations. */
  members: Link<MetricUsage>;
  /** Number of snapshots per calendar month, UTC. */
  snapshots: Link<MetricUsage>;
  /** Number of collected events per calendar month, UTC. */
  events: Link<MetricUsage>;
}

/** A person with an account, or the service account of a project token. */
export interface User {
  /** UUID. */
  id: Leaf<string>;
  /** E-mail address, in lowercase. Null for service accounts; guests see only their own. */
  email: Leaf<string | null>;
  /** Display name. */
  name: Leaf<string>;
}

/** Captures between which the element of an orphan vanished. The members are null for an annotation that is not an orphan, or whose page was not captured both before and after. */
export interface VanishedElement {
  /** UUID of the annotation. */
  annotationId: Leaf<string>;
  /** Visible text of the element when it was seen last, at most 200 characters. */
  text: Leaf<string | null>;
  /** Bounding box of the element in the image when it was seen last, whole CSS pixels. */
  box: Link<ElementBox | null>;
  /** UUID of the last snapshot with the element. */
  lastSnapshotId: Leaf<string | null>;
  /** Completion time of that snapshot. */
  lastSeenAt: Leaf<string | null>;
  /** UUID of the first later snapshot of the same page and viewport without the element. */
  missingSnapshotId: Leaf<string | null>;
  /** Completion time of that snapshot. */
  missingSince: Leaf<string | null>;
  /** UUID of the newest snapshot of the same page and viewport. */
  currentSnapshotId: Leaf<string | null>;
  /** The smallest element at the place in the newest snapshot; null if nothing stands there but an element of more than half of the page, or the page record was lost. */
  standing: Link<StandingElement | null>;
  /** URL of a crop that shows the element in the last snapshot with it, outlined (WebP), valid for 24 hours. */
  beforeUrl: Leaf<string | null>;
  /** URL of a crop that shows the place in the newest snapshot, without an outline. */
  currentUrl: Leaf<string | null>;
  /** The last snapshot with the element. */
  lastSnapshot: Link<Snapshot | null>;
  /** The first later snapshot of the same page and viewport without the element. */
  missingSnapshot: Link<Snapshot | null>;
  /** The newest snapshot of the same page and viewport. */
  currentSnapshot: Link<Snapshot | null>;
}

/** Change of the element of an annotation between two captures. */
export type VerdictKind = 'changed' | 'unchanged' | 'gone' | 'regressed' | 'unknown';

/** Answer of a model about a change. A person decides. */
export interface VerdictSuggestion {
  /** Suggested effect. */
  effect: Leaf<SuggestedEffect>;
  /** Reason, plain text of the model, at most 200 characters. */
  reason: Leaf<string>;
  /** Name of the model. */
  model: Leaf<string>;
  /** Time of the answer. */
  createdAt: Leaf<string>;
}

/** The authenticated user. */
export interface Viewer {
  /** UUID. */
  id: Leaf<string>;
  /** E-mail address, in lowercase. */
  email: Leaf<string>;
  /** Display name. */
  name: Leaf<string>;
  /** Creation time of the account. */
  createdAt: Leaf<string>;
  /** Time when the user verified the e-mail address; null if it is not verified. */
  emailVerifiedAt: Leaf<string | null>;
  /** Whether the user is an administrator of the installation. */
  isInstallationAdministrator: Leaf<boolean>;
  /** Time when the account was linked to the OpenID provider; null if it is not. */
  oidcLinkedAt: Leaf<string | null>;
  /** Memberships of the user, oldest first; with an access token, in the organizations of its projects. */
  memberships: Link<readonly (Membership)[]>;
  /** The access token of the request: its name, kind, actions, projects and expiry; null for the token of a session. */
  accessToken: Link<AccessToken | null>;
}

/** Browser viewport of a capture. */
export interface Viewport {
  /** Width in CSS pixels. */
  width: Leaf<number>;
  /** Height in CSS pixels. */
  height: Leaf<number>;
  /** Image pixels per CSS pixel. */
  deviceScaleFactor: Leaf<number>;
}

/** Clicks in viewports of one width. */
export interface ViewportClicks {
  /** Width of the viewport in CSS pixels, at the visit's last view. */
  width: Leaf<number>;
  /** Number of clicks. */
  clicks: Leaf<number>;
}

/** Browser viewport for a capture. At most 120 million image pixels. */
export interface ViewportInput {
  /** Width in CSS pixels, 16–7 680. Default: 1920. */
  width?: number | null;
  /** Height in CSS pixels, 16–16 000. Default: 1080. */
  height?: number | null;
  /** Image pixels per CSS pixel, 0.5–4. Default: 1. */
  deviceScaleFactor?: number | null;
}

/** Readers of an annotation or a reply. */
export type Visibility = 'public' | 'internal';

/** A visitor of a website, as known from what was written. */
export interface Visitor {
  /** Null: visitors have no account. */
  id: Leaf<string | null>;
  /** E-mail address, if given. Null for guests. */
  email: Leaf<string | null>;
  /** Display name, if given. */
  name: Leaf<string | null>;
}

/** A visitor's access to the thread of an annotation. */
export interface VisitorAccess {
  /** UUID of the annotation. */
  annotationId: Leaf<string>;
  /** Number of the annotation in its project, from 1. */
  number: Leaf<number>;
  /** Token of the visitor, for the header x-visitor-token, valid for 180 days. Shown once. */
  visitorToken: Leaf<string>;
}

/** A member who watches a thread. */
export interface Watcher {
  /** UUID of the user. */
  id: Leaf<string>;
  /** Display name. */
  name: Leaf<string>;
}

/** Whether a member is notified of a thread. */
export type WatchState = 'watching' | 'unwatched' | 'muted';

/** A subscription of a URL to events. Only the response that creates it has its secret. */
export interface Webhook {
  /** UUID. */
  id: Leaf<string>;
  /** UUID of the organization. */
  organizationId: Leaf<string>;
  /** Project whose events are sent; null for all projects. */
  projectId: Leaf<string | null>;
  /** URL to which events are posted; `•••@` stands for a stored user name and password, which are never returned. */
  url: Leaf<string>;
  /** Types of the events to send. */
  events: Leaf<readonly (string)[]>;
  /** Whether events of internal annotations and replies are sent. */
  includeInternal: Leaf<boolean>;
  /** Whether events are sent. */
  enabled: Leaf<boolean>;
  /** Reason for automatic disabling; null when enabled or disabled by a person. */
  disabledReason: Leaf<WebhookDisabledReason | null>;
  /** Signing secret: whsec_ and base64. Null except in the response that creates the webhook. */
  secret: Leaf<string | null>;
  /** Time until which the previous secret also signs; null when it no longer does. */
  previousSecretExpiresAt: Leaf<string | null>;
  /** Creation time. */
  createdAt: Leaf<string>;
  /** Time of the last change. */
  updatedAt: Leaf<string>;
  /** Latest delivery; null before the first. */
  lastDelivery: Link<WebhookDelivery | null>;
}

/** A completed delivery attempt. */
export interface WebhookAttempt {
  /** Number of the attempt within the delivery, from 1. */
  number: Leaf<number>;
  /** Start time. */
  startedAt: Leaf<string>;
  /** Duration in milliseconds. */
  duration: Leaf<number>;
  /** HTTP status of the response; null without a response. */
  responseStatus: Leaf<number | null>;
  /** First 4 KiB of the response body, decoded as UTF-8; null without a response. */
  responseBody: Leaf<string | null>;
  /** Error message; null for a successful attempt. */
  error: Leaf<string | null>;
}

/** A page of webhooks. */
export interface WebhookConnection {
  /** Position of this page in the list, and the cursors of its ends. */
  pageInfo: Link<PageInfo>;
  /** The items of this page, each with its cursor. */
  edges: Link<readonly (WebhookEdge)[]>;
  /** The items of this page, without their cursors. */
  nodes: Link<readonly (Webhook)[]>;
}

/** The delivery of one event to one webhook. Stored for 30 days. */
export interface WebhookDelivery {
  /** UUID. */
  id: Leaf<string>;
  /** UUID of the webhook. */
  webhookId: Leaf<string>;
  /** ID of the event in the payload, the same in every attempt: evt_ and 32 hexadecimal digits. */
  eventId: Leaf<string>;
  /** Type of the event, or test. */
  type: Leaf<string>;
  /** State. */
  state: Leaf<WebhookDeliveryState>;
  /** Number of completed attempts. */
  attemptCount: Leaf<number>;
  /** Time of the next attempt; null when none is scheduled. */
  nextAttemptAt: Leaf<string | null>;
  /** HTTP status of the last attempt; null without a response. */
  responseStatus: Leaf<number | null>;
  /** Error message of the last attempt; null after a success. */
  error: Leaf<string | null>;
  /** Completed attempts, oldest first. */
  attempts: Link<readonly (WebhookAttempt)[]>;
  /** Creation time. */
  createdAt: Leaf<string>;
  /** Time of the last change. */
  updatedAt: Leaf<string>;
  /** Time of the successful delivery; null before that. */
  deliveredAt: Leaf<string | null>;
}

/** A page of deliveries. */
export interface WebhookDeliveryPage {
  /** The items of this page. */
  data: Link<readonly (WebhookDelivery)[]>;
  /** Position of this page in the list. */
  pagination: Link<Pagination>;
}

/** State of a delivery. */
export type WebhookDeliveryState = 'pending' | 'delivered' | 'exhausted' | 'cancelled';

/** Reason for the automatic disabling of a webhook. */
export type WebhookDisabledReason = 'gone' | 'failing';

/** A webhook in a list. */
export interface WebhookEdge {
  /** The item. */
  node: Link<Webhook>;
  /** Cursor of this item, for `after` or `before`. */
  cursor: Leaf<string>;
}

/** A page of webhooks. */
export interface WebhookPage {
  /** The items of this page. */
  data: Link<readonly (Webhook)[]>;
  /** Position of this page in the list. */
  pagination: Link<Pagination>;
}

/** Result of a redelivery request. */
export interface WebhookRedelivery {
  /** Number of scheduled deliveries, without those already in progress or due. */
  count: Leaf<number>;
  /** Whether deliveries remain after the maximum of 20 000 per call. Repeat the call with the same times for the rest. */
  hasMore: Leaf<boolean>;
}
