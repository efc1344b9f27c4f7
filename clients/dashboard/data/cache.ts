import { type Cache, cacheExchange, type DataFields } from '@urql/exchange-graphcache';
import { gql } from 'urql';
import type { RunningReads } from './read-again.ts';
import { writeChange } from './write-change.ts';

/** Types that have an id, and are part of their parent: their values depend on the query. */
const EMBEDDED = [
  'AnnotationChangeResult',
  'AnnotationTimelineEntry',
  'AttachmentUpload',
  'Author',
  'FixVerdict',
  'Page',
  'SnapshotPin',
];

const NOTIFICATIONS = ['notifications', 'unreadNotifications'];
const UNREAD = gql`fragment UnreadThread on Annotation { id isUnread }`;

/** Lists that are fetched again after a mutation: root fields by its name. */
const CHANGED_LISTS = {
  createDeployment: ['deployments'],
  createEnvironment: ['environments'],
  updateEnvironment: ['captureCredentials'],
  deleteEnvironment: ['environments'],
  setCaptureCredentials: ['captureCredentials'],
  deleteCaptureCredentials: ['captureCredentials'],
  deleteLabel: ['labels', 'annotationCounts'],
  createWebhook: ['webhooks'],
  deleteWebhook: ['webhooks'],
  createIntegration: ['integrations'],
  deleteIntegration: ['integrations'],
  createPersonalToken: ['personalTokens'],
  revokePersonalToken: ['personalTokens'],
  disconnectApp: ['connectedApps'],
  createProjectToken: ['projectTokens', 'serviceAccounts'],
  revokeProjectToken: ['projectTokens', 'serviceAccounts'],
  createInvitation: ['invitations'],
  resendInvitation: ['invitations'],
  revokeInvitation: ['invitations'],
  removeMember: ['members'],
  endSession: ['sessions'],
  deleteProject: ['projects'],
  changePlan: ['billingUsage', 'billingSubscription', 'invoices'],
  cancelSubscription: ['billingSubscription'],
  resumeSubscription: ['billingSubscription'],
  updateNotificationSettings: ['notificationSettings', 'projectNotificationSettings'],
  setProjectNotificationSettings: ['projectNotificationSettings'],
  importComments: ['annotations', 'organizationAnnotations'],
  eraseUser: ['installationUsers'],
  createAnnotation: ['annotations'],
  rebindAnnotation: ['annotationHistory'],
  updateAnnotation: ['annotationHistory'],
  updateComment: ['annotationHistory'],
  moveAnnotation: ['annotationHistory'],
  createLabel: ['labels'],
  createAnnotationView: ['annotationViews'],
  deleteAnnotationView: ['annotationViews'],
  setAnnotationStatus: ['annotationHistory'],
  assignAnnotation: ['annotationHistory'],
  setAnnotationVisibility: ['annotationHistory'],
  createProject: ['projects'],
  markNotificationsRead: [...NOTIFICATIONS, 'annotations', 'organizationAnnotations'],
} satisfies Record<string, readonly string[]>;

/** Members of `AnnotationChange` that decide which stored lists are no longer complete. */
interface AnnotationChange {
  kind: string;
  annotation: { id: string };
}

/** Member of `NotificationReceived` that names the thread with something new. */
interface NotificationChange {
  notification: { annotationId: string | null } | null;
}

type Entity = ReturnType<typeof annotationOf>;

const annotationOf = (id: unknown) => ({ __typename: 'Annotation', id: String(id) });
const projectOf = (id: unknown) => ({ __typename: 'Project', id: String(id) });

/** Whether a list of deployments in the cache has the deployment. */
function isListed(cache: Cache, entity: { __typename: string; id: string }): boolean {
  return cache.inspectFields('Query').some(({ fieldName, fieldKey }) => {
    if (fieldName !== 'deployments') return false;
    const nodes = cache.resolve(cache.resolve('Query', fieldKey) as string, 'nodes');
    return Array.isArray(nodes) && (nodes as unknown[]).includes(cache.keyOfEntity(entity));
  });
}

/** Ids of a bulk change that the service did not change. */
const rejectedIds = ({ updateAnnotations }: DataFields): string[] =>
  (updateAnnotations as { id: string; error: object | null }[]).flatMap(({ id, error }) => (error ? [id] : []));

/**
 * Creates the normalized cache. Entities of live updates and mutations are stored by their id and
 * appear on every screen; lists are fetched again when an item is added or removed.
 *
 * @param outdate receives the name of each field that is incomplete from now on
 */
export function createCache(outdate: RunningReads['outdate']) {
  /** Marks a field, whatever its arguments, as incomplete, so that screens fetch it again. */
  function invalidateField(cache: Cache, entity: 'Query' | Entity, field: string): void {
    outdate(field);
    for (const { fieldName, fieldKey } of cache.inspectFields(entity)) {
      if (fieldName === field) cache.invalidate(entity, fieldKey);
    }
  }

  function invalidateFiles(cache: Cache, annotationId: unknown): void {
    invalidateField(cache, annotationOf(annotationId), 'attachments');
    invalidateField(cache, annotationOf(annotationId), 'comments');
  }

  const listUpdates = Object.fromEntries(
    Object.entries(CHANGED_LISTS).map(([mutation, fields]) => [
      mutation,
      (_result: unknown, _args: unknown, cache: Cache) => {
        for (const field of fields) invalidateField(cache, 'Query', field);
      },
    ]),
  );

  return cacheExchange({
    keys: Object.fromEntries(EMBEDDED.map((type) => [type, () => null])),
    updates: {
      Mutation: {
        ...listUpdates,
        markThreadRead: (_result, { id }, cache) => {
          cache.writeFragment(UNREAD, { ...annotationOf(id), isUnread: false });
          for (const field of NOTIFICATIONS) invalidateField(cache, 'Query', field);
        },
        snoozeAnnotation: (_result, _args, cache) => {
          for (const field of [...NOTIFICATIONS, 'organizationAnnotations']) invalidateField(cache, 'Query', field);
        },
        addComment: (_result, { id }, cache) => invalidateField(cache, annotationOf(id), 'comments'),
        deleteComment: (_result, { id }, cache) => {
          invalidateField(cache, annotationOf(id), 'comments');
          invalidateField(cache, 'Query', 'annotationHistory');
        },
        createIssue: (_result, { annotationId }, cache) =>
          invalidateField(cache, annotationOf(annotationId), 'externalIssues'),
        deleteAttachment: (_result, { id }, cache) => invalidateFiles(cache, id),
        updateAnnotations: (result, { ids, change }, cache) => {
          const failed = new Set(rejectedIds(result));
          const changed = (ids as string[]).filter((id) => !failed.has(id));
          for (const id of changed) writeChange(cache, annotationOf(id), change as object);
          invalidateField(cache, 'Query', 'annotationHistory');
        },
        deleteAnnotation: (_result, { id }, cache) => cache.invalidate(annotationOf(id)),
        createSnapshot: (_result, { projectId }, cache) => invalidateField(cache, projectOf(projectId), 'snapshots'),
      },
      Subscription: {
        notificationReceived: (result, _args, cache) => {
          const { notification } = result.notificationReceived as unknown as NotificationChange;
          if (notification?.annotationId) {
            invalidateField(cache, annotationOf(notification.annotationId), 'isUnread');
            invalidateField(cache, annotationOf(notification.annotationId), 'snoozedUntil');
          }
          for (const field of NOTIFICATIONS) invalidateField(cache, 'Query', field);
        },
        scriptsChanged: (_result, { projectId }, cache) => invalidateField(cache, projectOf(projectId), 'scripts'),
        snapshotChanged: (result, { projectId }, cache) => {
          const { kind } = result.snapshotChanged as { kind: string };
          if (kind === 'created' || kind === 'deleted') invalidateField(cache, projectOf(projectId), 'snapshots');
        },
        deploymentChanged: (result, _args, cache) => {
          const { deploymentId, deployment } = result.deploymentChanged as {
            deploymentId: string;
            deployment: unknown;
          };
          const entity = { __typename: 'DeploymentSummary', id: deploymentId };
          if (!deployment) cache.invalidate(entity);
          else if (!isListed(cache, entity)) invalidateField(cache, 'Query', 'deployments');
        },
        annotationChanged: (result, _args, cache) => {
          const { kind, annotation } = result.annotationChanged as unknown as AnnotationChange;
          if (kind === 'deleted') cache.invalidate(annotationOf(annotation.id));
          else if (kind === 'created' || kind === 'imported') {
            invalidateField(cache, 'Query', 'annotations');
            invalidateField(cache, 'Query', 'organizationAnnotations');
          } else if (kind.startsWith('comment_')) {
            invalidateField(cache, annotationOf(annotation.id), 'comments');
            if (kind !== 'comment_added') invalidateField(cache, 'Query', 'annotationHistory');
          } else {
            invalidateField(cache, 'Query', 'annotationHistory');
            // A review or a deployment may have changed the status. The change has the fixes;
            // without them, every list would be fetched again.
            for (const field of ['guards', 'proof', 'timeline']) {
              invalidateField(cache, annotationOf(annotation.id), field);
            }
          }
          // Files of the annotation and of its replies may have changed.
          if (kind === 'updated') invalidateFiles(cache, annotation.id);
        },
      },
    },
    optimistic: {
      setAnnotationStatus: ({ id, status }) => ({ __typename: 'Annotation', id, status }),
      moveAnnotation: ({ id, status }) => ({ __typename: 'Annotation', id, status }),
      updateAnnotations: ({ ids }) =>
        (ids as string[]).map((id) => ({ __typename: 'AnnotationChangeResult', id, isChanged: true, error: null })),
      watchAnnotation: ({ id, state }) => ({
        __typename: 'Annotation',
        id,
        isWatching: state === 'watching',
        isMuted: state === 'muted',
      }),
      assignAnnotation: ({ id, assigneeId }) => ({ __typename: 'Annotation', id, assigneeId: assigneeId ?? null }),
    },
  });
}
