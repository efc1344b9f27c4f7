import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

/** What this process tells Prometheus at /metrics. */
export function createMetrics() {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const registers = [registry];
  return {
    registry,
    httpRequests: new Histogram({
      name: 'pinbound_http_request_duration_seconds',
      help: 'Time from the first byte of a request to the end of its answer',
      labelNames: ['route', 'method', 'status'],
      buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
      registers,
    }),
    connectionsDropped: new Counter({
      name: 'pinbound_connections_dropped_total',
      help: 'Connections that this process has closed as they came: too many were open',
      labelNames: ['reason'],
      registers,
    }),
    liveSubscribers: new Gauge({
      name: 'pinbound_live_subscribers',
      help: 'Open live subscriptions of this process',
      registers,
    }),
    eventsRelayed: new Counter({
      name: 'pinbound_events_relayed_total',
      help: 'Events this process has handed to their consumers',
      registers,
    }),
    captures: new Histogram({
      name: 'pinbound_capture_duration_seconds',
      help: 'Time that a snapshot took: of a completed one its capture, of a failed one all since it was asked for',
      labelNames: ['outcome'],
      buckets: [0.1, 0.25, 0.5, 1, 2, 5, 10, 20, 40, 60, 120],
      registers,
    }),
    foreignStorage: new Gauge({
      name: 'pinbound_object_storage_foreign',
      help: '1 when this process last found that the storage of images is not the one its database knows, else 0',
      registers,
    }),
    roomLeftOut: new Counter({
      name: 'pinbound_visitor_data_left_out_total',
      help: 'Collected batches that were counted alone, and annotations that were refused, for want of room within the hour',
      labelNames: ['kind', 'reason'],
      registers,
    }),
    structuresLeftOut: new Counter({
      name: 'pinbound_page_structures_left_out_total',
      help: 'Page structures and changes of them that this process was sent or was to merge, and did not keep',
      labelNames: ['reason'],
      registers,
    }),
    relayDelay: new Histogram({
      name: 'pinbound_event_relay_delay_seconds',
      help: 'Age of an event when the relay hands it on',
      buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.5, 1, 5, 30, 300],
      registers,
    }),
    deliveryAttempts: new Counter({
      name: 'pinbound_webhook_attempts_total',
      help: 'Attempts to deliver to webhooks that this process has ended',
      labelNames: ['outcome'],
      registers,
    }),
    deliveryDuration: new Histogram({
      name: 'pinbound_webhook_attempt_duration_seconds',
      help: 'Time that receivers take, from the look-up of their name to the end of their answer',
      buckets: [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
      registers,
    }),
    deliveryDelay: new Histogram({
      name: 'pinbound_webhook_first_attempt_delay_seconds',
      help: 'Age of a delivery when its first attempt begins',
      buckets: [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5, 30, 300],
      registers,
    }),
    deliveryBacklog: new Gauge({
      name: 'pinbound_webhook_backlog',
      help: 'Deliveries that are due, of all processes, when this one last swept; at most 100000',
      registers,
    }),
  };
}

export type Metrics = ReturnType<typeof createMetrics>;
