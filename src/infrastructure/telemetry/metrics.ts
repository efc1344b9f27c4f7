import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { createSweptGauge } from './swept-gauge.ts';

/** Creates the Prometheus metrics of this process, served at /metrics. */
export function createMetrics() {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const registers = [registry];
  return {
    registry,
    httpRequests: new Histogram({
      name: 'pinbound_http_request_duration_seconds',
      help: 'Time from the first byte of a request to the end of its response',
      labelNames: ['route', 'method', 'status'],
      buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
      registers,
    }),
    connectionsDropped: new Counter({
      name: 'pinbound_connections_dropped_total',
      help: 'Connections closed on arrival because too many were open',
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
      help: 'Events passed to their consumers by this process',
      registers,
    }),
    captures: new Histogram({
      name: 'pinbound_capture_duration_seconds',
      help: 'Duration of a snapshot: of its capture if completed, since its request if failed',
      labelNames: ['outcome'],
      buckets: [0.1, 0.25, 0.5, 1, 2, 5, 10, 20, 40, 60, 120],
      registers,
    }),
    snapshotsWaiting: createSweptGauge({
      name: 'pinbound_snapshots_waiting',
      help: 'Snapshots of all processes that wait for a worker; at most 100000; 0 in processes that did not count lately',
      registers,
    }),
    deploymentCapturesWaiting: createSweptGauge({
      name: 'pinbound_deployment_captures_waiting',
      help: 'Captures of deployments of all processes to be ordered or evaluated; at most 100000; 0 in processes that did not count lately',
      registers,
    }),
    browserRelease: new Gauge({
      name: 'pinbound_browser_release_timestamp_seconds',
      help: 'Approximate release of the major version of the browser for snapshots in this process; 0 if it has none',
      registers,
    }),
    foreignStorage: new Gauge({
      name: 'pinbound_object_storage_foreign',
      help: '1 if the image storage belongs to another installation according to the last check of this process, else 0',
      registers,
    }),
    visitorDataLeftOut: new Counter({
      name: 'pinbound_visitor_data_left_out_total',
      help: 'Collected batches reduced to counters and annotations rejected because the hourly quota was exceeded',
      labelNames: ['kind', 'reason'],
      registers,
    }),
    structuresLeftOut: new Counter({
      name: 'pinbound_page_structures_left_out_total',
      help: 'Page structures and structure changes received or to be merged by this process that were dropped',
      labelNames: ['reason'],
      registers,
    }),
    relayDelay: new Histogram({
      name: 'pinbound_event_relay_delay_seconds',
      help: 'Age of an event when it is relayed',
      buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.5, 1, 5, 30, 300],
      registers,
    }),
    deliveryAttempts: new Counter({
      name: 'pinbound_webhook_attempts_total',
      help: 'Finished webhook delivery attempts of this process',
      labelNames: ['outcome'],
      registers,
    }),
    deliveryDuration: new Histogram({
      name: 'pinbound_webhook_attempt_duration_seconds',
      help: 'Duration of a delivery attempt, from the DNS lookup to the end of the response',
      buckets: [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
      registers,
    }),
    deliveryDelay: new Histogram({
      name: 'pinbound_webhook_first_attempt_delay_seconds',
      help: 'Age of a delivery at the start of its first attempt',
      buckets: [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5, 30, 300],
      registers,
    }),
    deliveryBacklog: createSweptGauge({
      name: 'pinbound_webhook_backlog',
      help: 'Due deliveries of all processes; at most 100000; 0 in processes that did not count lately',
      registers,
    }),
  };
}

export type Metrics = ReturnType<typeof createMetrics>;
