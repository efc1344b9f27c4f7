/**
 * A flow through the code: its steps to read, in order. ARCHITECTURE.md shows the same lists. A
 * step is a file, or a folder with all files that the flow enters below it.
 */
export interface Flow {
  title: string;
  steps: readonly string[];
  /** Files that the flow may enter. May only fall. */
  most: number;
}

export const createAnnotation: Flow = {
  title: 'Create an annotation over REST',
  most: 89,
  steps: [
    'src/http/',
    'src/app.ts',
    'src/rest/',
    'src/graphql/plugins/',
    'src/schema/annotations/',
    'src/resolvers/core/annotations/create-annotation.ts',
    'src/resolvers/core/projects/require-project.ts',
    'src/resolvers/core/annotations/store-annotation.ts',
    'src/resolvers/core/annotations/insert-annotation.ts',
    'src/resolvers/core/annotations/',
    'src/resolvers/addons/live/publish-live.ts',
    'src/resolvers/addons/deliveries/',
  ],
};

export const collectBatch: Flow = {
  title: 'Collect a batch of events',
  most: 63,
  steps: [
    'src/app.ts',
    'src/rest/fast-path.ts',
    'src/rest/check-before-resolver.ts',
    'src/schema/collection/collect.ts',
    'src/resolvers/addons/collection/collect.ts',
    'src/resolvers/addons/collection/require-collecting-project.ts',
    'src/resolvers/core/projects/',
    'src/resolvers/addons/collection/plan-gate.ts',
    'src/resolvers/addons/collection/batch-row.ts',
    'src/resolvers/addons/collection/apply-quota.ts',
    'src/resolvers/addons/collection/create-collection.ts',
    'src/resolvers/addons/collection/store-batches.ts',
    'src/resolvers/addons/collection/group-store.ts',
    'src/resolvers/addons/collection/count-batches.ts',
    'src/resolvers/addons/collection/merge-counts.ts',
    'src/resolvers/addons/collection/',
  ],
};

export const deliverWebhook: Flow = {
  title: 'Deliver a webhook',
  most: 49,
  steps: [
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
    'src/resolvers/addons/deliveries/',
  ],
};

export const captureSnapshot: Flow = {
  title: 'Capture a snapshot',
  most: 131,
  steps: [
    'src/schema/snapshots/',
    'src/resolvers/core/snapshots/create-snapshot.ts',
    'src/resolvers/core/projects/require-project.ts',
    'src/jobs/queue-workers.ts',
    'src/resolvers/core/snapshots/capture-snapshots.ts',
    'src/resolvers/core/snapshots/claim-snapshot.ts',
    'src/resolvers/core/environments/credentials-of-capture.ts',
    'src/infrastructure/capture/browser-pool.ts',
    'src/infrastructure/capture/browser-slot.ts',
    'src/infrastructure/capture/',
    'src/resolvers/core/reanchoring/find-pins.ts',
    'src/infrastructure/images/',
    'src/resolvers/core/snapshots/complete-snapshot.ts',
    'src/resolvers/core/snapshots/',
    'src/resolvers/core/reanchoring/',
    'src/resolvers/addons/live/publish-live.ts',
    'src/resolvers/addons/deliveries/',
  ],
};

export const clickToPin: Flow = {
  title: 'From a click to a pin',
  most: 118,
  steps: [
    'clients/overlay/main.ts',
    'clients/overlay/overlay.ts',
    'clients/overlay/chunk-loader.ts',
    'clients/overlay/boot.ts',
    'clients/overlay/feed/',
    'clients/overlay/app.ts',
    'clients/overlay/ui.ts',
    'clients/overlay/login.ts',
    'clients/overlay/panel/panel.ts',
    'clients/overlay/picker/',
    'clients/overlay/threads.ts',
    'clients/overlay/drawer/',
    'clients/overlay/thread/thread-dialogs.ts',
    'clients/overlay/form/',
    'clients/overlay/attachments/',
    'clients/overlay/outbox/',
    'clients/overlay/visitor/',
    'clients/overlay/pins/',
    'clients/shared/rebind/',
  ],
};

export const FLOWS = [createAnnotation, collectBatch, deliverWebhook, captureSnapshot, clickToPin];
