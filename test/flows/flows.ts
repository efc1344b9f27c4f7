/** A flow through the code: the files to read, in order. ARCHITECTURE.md shows the same lists. */
export interface Flow {
  title: string;
  files: readonly string[];
}

export const createAnnotation: Flow = {
  title: 'Create an annotation over REST',
  files: [
    'src/http/router.ts',
    'src/app.ts',
    'src/http/pipeline.ts',
    'src/http/request-context.ts',
    'src/rest/rest-api.ts',
    'src/rest/read-arguments.ts',
    'src/graphql/plugins/compiled-queries.ts',
    'src/schema/annotations/annotations.ts',
    'src/resolvers/core/annotations/create-annotation.ts',
    'src/resolvers/core/projects/require-project.ts',
    'src/resolvers/core/annotations/store-annotation.ts',
    'src/resolvers/core/annotations/insert-annotation.ts',
    'src/rest/response.ts',
    'src/resolvers/addons/live/publish-live.ts',
    'src/resolvers/addons/deliveries/queue-deliveries.ts',
  ],
};

export const collectBatch: Flow = {
  title: 'Collect a batch of events',
  files: [
    'src/app.ts',
    'src/rest/fast-path.ts',
    'src/rest/check-before-resolver.ts',
    'src/schema/collection/collect.ts',
    'src/resolvers/addons/collection/collect.ts',
    'src/resolvers/addons/collection/require-collecting-project.ts',
    'src/resolvers/core/projects/project-key.ts',
    'src/resolvers/addons/collection/plan-gate.ts',
    'src/resolvers/addons/collection/batch-row.ts',
    'src/resolvers/addons/collection/apply-quota.ts',
    'src/resolvers/addons/collection/create-collection.ts',
    'src/resolvers/addons/collection/store-batches.ts',
    'src/resolvers/addons/collection/group-store.ts',
    'src/resolvers/addons/collection/count-batches.ts',
    'src/resolvers/addons/collection/merge-counts.ts',
  ],
};

export const deliverWebhook: Flow = {
  title: 'Deliver a webhook',
  files: [
    'src/resolvers/platform/events/relay-events.ts',
    'src/container/event-consumers.ts',
    'src/resolvers/addons/live/publish-live.ts',
    'src/resolvers/addons/deliveries/queue-deliveries.ts',
    'src/jobs/queue-workers.ts',
    'src/container/delivery-targets.ts',
    'src/resolvers/addons/integrations/outbound/attempt-integration.ts',
    'src/resolvers/addons/webhooks/attempt-webhook.ts',
    'src/resolvers/addons/deliveries/dispatcher.ts',
    'src/resolvers/addons/deliveries/claim-deliveries.ts',
    'src/resolvers/addons/deliveries/signatures.ts',
    'src/infrastructure/outbound/client.ts',
    'src/resolvers/addons/deliveries/handle-attempt-result.ts',
    'src/resolvers/addons/deliveries/retry-schedule.ts',
    'src/resolvers/addons/deliveries/record-attempts.ts',
  ],
};

export const captureSnapshot: Flow = {
  title: 'Capture a snapshot',
  files: [
    'src/schema/snapshots/snapshots.ts',
    'src/resolvers/core/snapshots/create-snapshot.ts',
    'src/resolvers/core/projects/require-project.ts',
    'src/jobs/queue-workers.ts',
    'src/resolvers/core/snapshots/capture-snapshots.ts',
    'src/resolvers/core/snapshots/claim-snapshot.ts',
    'src/resolvers/core/environments/credentials-of-capture.ts',
    'src/infrastructure/capture/browser-pool.ts',
    'src/infrastructure/capture/browser-slot.ts',
    'src/resolvers/core/reanchoring/find-pins.ts',
    'src/infrastructure/images/inspect-image.ts',
    'src/resolvers/core/snapshots/complete-snapshot.ts',
    'src/resolvers/core/reanchoring/sweep-pins.ts',
    'src/resolvers/addons/live/publish-live.ts',
    'src/resolvers/addons/deliveries/queue-deliveries.ts',
  ],
};

export const clickToPin: Flow = {
  title: 'From a click to a pin',
  files: [
    'clients/overlay/main.ts',
    'clients/overlay/boot.ts',
    'clients/overlay/feed/feed.ts',
    'clients/overlay/app.ts',
    'clients/overlay/panel/panel.ts',
    'clients/overlay/picker/picker.ts',
    'clients/overlay/drawer/drawer.ts',
    'clients/overlay/thread/thread-dialogs.ts',
    'clients/overlay/form/comment-flow.ts',
    'clients/overlay/attachments/diagnostics.ts',
    'clients/overlay/outbox/outbox.ts',
    'clients/overlay/visitor/visitor-threads.ts',
    'clients/overlay/pins/locate-pins.ts',
    'clients/shared/rebind/locate.ts',
    'clients/overlay/pins/pins.ts',
  ],
};

export const FLOWS = [createAnnotation, collectBatch, deliverWebhook, captureSnapshot, clickToPin];
