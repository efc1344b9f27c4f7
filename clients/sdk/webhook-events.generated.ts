// Written by `npm run generate`.
/** A project was created. */
export interface ProjectCreatedEvent {
/** Id of the event. */
id: string;
/** Type of the event. */
type: 'project.created';
/** Time of the event. */
createdAt: string;
data: {
project: {
/** Id of the project. */
id: string;
/** Name of the project. */
name: string;
/** Slug of the project. */
slug: string;
/** Id of the organization. */
organizationId: string;
/** Time of creation. */
createdAt: string;
};
};
}

/** A snapshot was captured. */
export interface SnapshotCompletedEvent {
/** Id of the event. */
id: string;
/** Type of the event. */
type: 'snapshot.completed';
/** Time of the event. */
createdAt: string;
data: {
snapshot: {
/** Id of the snapshot. */
id: string;
/** Id of the project. */
projectId: string;
/** URL of the requested page. */
url: string;
status: 'processing' | 'completed' | 'failed';
/** URL of the picture (PNG), valid without a token for 24 hours from the createdAt of the event. */
imageUrl: string;
viewport: {
/** In CSS pixels. */
width: number;
/** In CSS pixels. */
height: number;
/** Image pixels per CSS pixel. */
deviceScaleFactor: number;
};
/** Time of the request. */
createdAt: string;
};
project: {
/** Id of the project. */
id: string;
};
};
}

/** An annotation or a reply was created. */
export interface CommentCreatedEvent {
/** Id of the event. */
id: string;
/** Type of the event. */
type: 'comment.created';
/** Time of the event. */
createdAt: string;
data: {
comment: {
/** Id of the annotation or reply. */
id: string;
/** Content of the comment. */
text: string;
/** Id of the annotation; the same as `id` if the comment is not a reply. */
annotationId: string;
/** URL of the page. */
url: string;
/** URL of the page that opens the thread in the overlay. */
link: string;
/** URL of the annotation in the dashboard. */
appLink: string;
status: 'open' | 'in_progress' | 'resolved';
visibility: 'public' | 'internal';
};
project: {
/** Id of the project. */
id: string;
};
};
}

/** An annotation was resolved. */
export interface CommentResolvedEvent {
/** Id of the event. */
id: string;
/** Type of the event. */
type: 'comment.resolved';
/** Time of the event. */
createdAt: string;
data: {
comment: {
/** Id of the annotation or reply. */
id: string;
/** Content of the comment. */
text: string;
/** Id of the annotation; the same as `id` if the comment is not a reply. */
annotationId: string;
/** URL of the page. */
url: string;
/** URL of the page that opens the thread in the overlay. */
link: string;
/** URL of the annotation in the dashboard. */
appLink: string;
status: 'open' | 'in_progress' | 'resolved';
visibility: 'public' | 'internal';
};
/** The verdict that proves the resolution; null for a resolution without one. */
proof: {
/** Id of the verdict. */
verdictId: string;
verdict: 'changed' | 'unchanged' | 'gone' | 'regressed' | 'unknown';
/** Whether the change does what the comment says, by rules. */
effect: 'does_it' | 'changed_otherwise' | 'went_back' | null;
/** Id of the deployment; null for a check of the page. */
deploymentId: string | null;
/** Id of the snapshot that shows the element as reported. */
beforeSnapshotId: string | null;
/** Id of the snapshot that shows the fix. */
afterSnapshotId: string | null;
/** URL of the verdict in this API, with its pictures; it needs an access token. */
link: string | null;
} | null;
project: {
/** Id of the project. */
id: string;
};
};
}

/** A person was invited. */
export interface MemberInvitedEvent {
/** Id of the event. */
id: string;
/** Type of the event. */
type: 'member.invited';
/** Time of the event. */
createdAt: string;
data: {
member: {
/** Id of the invitation, and of the later membership. */
id: string;
/** Email address of the invited person. */
email: string;
role: 'owner' | 'admin' | 'editor' | 'viewer' | 'guest';
};
organization: {
/** Id of the organization. */
id: string;
};
};
}

/** All captures of a deployment were compared, or failed. */
export interface DeploymentCompletedEvent {
/** Id of the event. */
id: string;
/** Type of the event. */
type: 'deployment.completed';
/** Time of the event. */
createdAt: string;
data: {
deployment: {
/** Id of the deployment. */
id: string;
/** Id of the environment. */
environmentId: string;
/** Commit or release, as it was sent. */
commit: string;
/** Branch, as it was sent. */
branch: string | null;
/** URL of the release or of the pipeline run, as it was sent. */
url: string | null;
status: 'queued' | 'running' | 'needs_review' | 'passed' | 'failed' | 'cancelled' | 'superseded';
/** Time of the end. */
finishedAt: string;
};
project: {
/** Id of the project. */
id: string;
};
};
}

/** The reported look of a resolved annotation came back with a deployment. */
export interface AnnotationReopenedEvent {
/** Id of the event. */
id: string;
/** Type of the event. */
type: 'annotation.reopened';
/** Time of the event. */
createdAt: string;
data: {
comment: {
/** Id of the annotation or reply. */
id: string;
/** Content of the comment. */
text: string;
/** Id of the annotation; the same as `id` if the comment is not a reply. */
annotationId: string;
/** URL of the page. */
url: string;
/** URL of the page that opens the thread in the overlay. */
link: string;
/** URL of the annotation in the dashboard. */
appLink: string;
status: 'open' | 'in_progress' | 'resolved';
visibility: 'public' | 'internal';
};
deployment: {
/** Id of the deployment. */
id: string;
/** Id of the environment. */
environmentId: string;
};
project: {
/** Id of the project. */
id: string;
};
};
}

/** A test was requested; it is sent to one webhook, whatever its subscriptions. */
export interface TestEvent {
/** Id of the event. */
id: string;
/** Type of the event. */
type: 'test';
/** Time of the event. */
createdAt: string;
data: {
/** Text that identifies the test. */
message: string;
};
}

/** Event of a webhook, told apart by `type`. */
export type WebhookEvent = ProjectCreatedEvent | SnapshotCompletedEvent | CommentCreatedEvent | CommentResolvedEvent | MemberInvitedEvent | DeploymentCompletedEvent | AnnotationReopenedEvent | TestEvent;
