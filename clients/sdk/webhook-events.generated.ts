// Written by `npm run generate`.
/** An annotation, or a reply to it with the number, triage and element of its annotation. */
export interface WebhookComment {
/** Id of the annotation or reply. */
id: string;
/** Id of the annotation; the same as `id` if the comment is not a reply. */
annotationId: string;
/** Number of the annotation within the project. */
number: number;
visibility: 'public' | 'internal';
/** URL of the page that opens the thread in the overlay. */
link: string;
/** URL of the annotation in the dashboard. */
appLink: string;
/** Content of the comment. */
text: string;
/** URL of the page. */
url: string;
status: 'open' | 'in_progress' | 'resolved';
/** Id of the reply that this one answers; null for an annotation, and for a reply to it. */
parentId: string | null;
/** Person who wrote the text; null for a reply that was deleted meanwhile. */
author: WebhookPerson | null;
priority: 'urgent' | 'high' | 'normal' | 'low';
/** Labels of the annotation, by name. */
labels: ({
/** Id of the label. */
id: string;
/** Name of the label. */
name: string;
})[];
/** Assignee of the annotation; null for none. */
assignee: {
/** Id of the user. */
id: string;
/** Name of the user. */
name: string;
} | null;
/** Environment of the page; null outside of environments. */
environment: {
/** Id of the environment. */
id: string;
/** Name of the environment. */
name: string;
} | null;
/** Element that the annotation was pinned to, as it was described; null without a description. */
element: {
/** CSS selector. */
selector: string | null;
/** Text of the element. */
text: string | null;
/** Name of the tag. */
tag: string | null;
} | null;
/** URL of the picture that the author sent, valid without a token for 24 hours; null without one. */
pictureUrl: string | null;
}

/** An annotation or a reply that was deleted. */
export interface WebhookDeletedComment {
/** Id of the annotation or reply. */
id: string;
/** Id of the annotation; the same as `id` if the comment is not a reply. */
annotationId: string;
/** Number of the annotation within the project. */
number: number;
visibility: 'public' | 'internal';
/** URL of the page that opens the thread in the overlay. */
link: string;
/** URL of the annotation in the dashboard. */
appLink: string;
}

/** A person or program that wrote or changed something. */
export interface WebhookPerson {
/** Id of the user; null for a visitor, for a person of a tracker, and after an account was deleted. */
id: string | null;
/** Name; null if it is not known. */
name: string | null;
/** Whether it is a visitor. Visitors have no account; members whose account was deleted count as such. */
isVisitor: boolean;
/** Access token that was used. A program recognizes its own changes by it. */
via: {
/** Id of the access token. */
id: string;
/** Name; null after its deletion. */
name: string | null;
} | null;
}

/** The verdict that proves a resolution. */
export interface WebhookProof {
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
}

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
comment: WebhookComment;
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
comment: WebhookComment;
/** The verdict that proves the resolution; null for a resolution without one. */
proof: WebhookProof | null;
/** Person who acted; null for the service, a tracker, and a deleted account. */
actor: WebhookPerson | null;
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

/** An annotation was created, or became public. */
export interface AnnotationCreatedEvent {
/** Id of the event. */
id: string;
/** Type of the event. */
type: 'annotation.created';
/** Time of the event. */
createdAt: string;
data: {
comment: WebhookComment;
project: {
/** Id of the project. */
id: string;
};
};
}

/** The text, triage, assignee or visibility of an annotation changed. */
export interface AnnotationUpdatedEvent {
/** Id of the event. */
id: string;
/** Type of the event. */
type: 'annotation.updated';
/** Time of the event. */
createdAt: string;
data: {
comment: WebhookComment;
/** Values that changed, by name, as the API writes them. */
changes: {
text?: {
/** Value before. */
before: unknown;
/** Value after. */
after: unknown;
};
status?: {
/** Value before. */
before: unknown;
/** Value after. */
after: unknown;
};
resolution?: {
/** Value before. */
before: unknown;
/** Value after. */
after: unknown;
};
duplicateOfId?: {
/** Value before. */
before: unknown;
/** Value after. */
after: unknown;
};
priority?: {
/** Value before. */
before: unknown;
/** Value after. */
after: unknown;
};
labelIds?: {
/** Value before. */
before: unknown;
/** Value after. */
after: unknown;
};
dueOn?: {
/** Value before. */
before: unknown;
/** Value after. */
after: unknown;
};
assigneeId?: {
/** Value before. */
before: unknown;
/** Value after. */
after: unknown;
};
visibility?: {
/** Value before. */
before: unknown;
/** Value after. */
after: unknown;
};
};
/** Person who acted; null for the service, a tracker, and a deleted account. */
actor: WebhookPerson | null;
project: {
/** Id of the project. */
id: string;
};
};
}

/** A resolved annotation was reopened, by a person, a program, or because its reported look came back. */
export interface AnnotationReopenedEvent {
/** Id of the event. */
id: string;
/** Type of the event. */
type: 'annotation.reopened';
/** Time of the event. */
createdAt: string;
data: {
comment: WebhookComment;
/** Deployment with which the reported look came back; null for any other reopening. */
deployment: {
/** Id of the deployment. */
id: string;
/** Id of the environment. */
environmentId: string;
} | null;
/** Person who acted; null for the service, a tracker, and a deleted account. */
actor: WebhookPerson | null;
project: {
/** Id of the project. */
id: string;
};
};
}

/** An annotation was deleted. */
export interface AnnotationDeletedEvent {
/** Id of the event. */
id: string;
/** Type of the event. */
type: 'annotation.deleted';
/** Time of the event. */
createdAt: string;
data: {
comment: WebhookDeletedComment;
/** Person who acted; null for the service, a tracker, and a deleted account. */
actor: WebhookPerson | null;
project: {
/** Id of the project. */
id: string;
};
};
}

/** The element of an annotation was not found on its page. */
export interface AnnotationOrphanedEvent {
/** Id of the event. */
id: string;
/** Type of the event. */
type: 'annotation.orphaned';
/** Time of the event. */
createdAt: string;
data: {
comment: WebhookComment;
/** Person who acted; null for the service, a tracker, and a deleted account. */
actor: WebhookPerson | null;
project: {
/** Id of the project. */
id: string;
};
};
}

/** The element of an annotation was found again, for certain or by hand. */
export interface AnnotationFoundEvent {
/** Id of the event. */
id: string;
/** Type of the event. */
type: 'annotation.found';
/** Time of the event. */
createdAt: string;
data: {
comment: WebhookComment;
/** Person who acted; null for the service, a tracker, and a deleted account. */
actor: WebhookPerson | null;
project: {
/** Id of the project. */
id: string;
};
};
}

/** The text of a reply changed. */
export interface CommentUpdatedEvent {
/** Id of the event. */
id: string;
/** Type of the event. */
type: 'comment.updated';
/** Time of the event. */
createdAt: string;
data: {
comment: WebhookComment;
/** Values that changed, by name, as the API writes them. */
changes: {
text?: {
/** Value before. */
before: unknown;
/** Value after. */
after: unknown;
};
};
/** Person who acted; null for the service, a tracker, and a deleted account. */
actor: WebhookPerson | null;
project: {
/** Id of the project. */
id: string;
};
};
}

/** A reply was deleted. */
export interface CommentDeletedEvent {
/** Id of the event. */
id: string;
/** Type of the event. */
type: 'comment.deleted';
/** Time of the event. */
createdAt: string;
data: {
comment: WebhookDeletedComment;
/** Person who acted; null for the service, a tracker, and a deleted account. */
actor: WebhookPerson | null;
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
export type WebhookEvent = ProjectCreatedEvent | SnapshotCompletedEvent | CommentCreatedEvent | CommentResolvedEvent | MemberInvitedEvent | DeploymentCompletedEvent | AnnotationCreatedEvent | AnnotationUpdatedEvent | AnnotationReopenedEvent | AnnotationDeletedEvent | AnnotationOrphanedEvent | AnnotationFoundEvent | CommentUpdatedEvent | CommentDeletedEvent | TestEvent;
