import { InMemorySpanExporter, NodeTracerProvider, SimpleSpanProcessor } from '@opentelemetry/sdk-trace-node';
import { afterAll, expect, test } from 'vitest';
import { createLogger } from '../../src/infrastructure/telemetry/logger.ts';
import { inSpan } from '../../src/infrastructure/telemetry/tracing.ts';
import { useTestApp } from '../support/use-test-app.ts';
import { createWebhook } from '../support/webhooks.ts';
import { useReceiver } from './support/use-receiver.ts';

// An operator loads it before the service. It is global, so the file is isolated.
const exporter = new InMemorySpanExporter();
const provider = new NodeTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] });
provider.register();
afterAll(() => provider.shutdown());

const app = useTestApp({ jobs: true });
const hooks = useReceiver(app);

const TRACE_ID = '0af7651916cd43dd8448eb211c80319c';
const spansOf = (traceId: string) =>
  exporter.getFinishedSpans().filter((span) => span.spanContext().traceId === traceId);

test('a request continues the trace of its client, down to the statements', async () => {
  const response = await fetch(`${app.url}/annotations/project/${hooks.projectId}`, {
    headers: { authorization: `Bearer ${hooks.owner.token}`, traceparent: `00-${TRACE_ID}-b7ad6b7169203331-01` },
  });
  expect(response.status).toBe(200);
  await expect.poll(() => spansOf(TRACE_ID).map(({ name }) => name)).toContain('GET /annotations');
  const spans = spansOf(TRACE_ID);
  const request = spans.find(({ name }) => name === 'GET /annotations');
  expect(request?.parentSpanContext?.spanId).toBe('b7ad6b7169203331');
  expect(request?.attributes).toEqual({
    'http.request.method': 'GET',
    'http.route': '/annotations',
    'http.response.status_code': 200,
  });
  const field = spans.find(({ name }) => name.startsWith('field '));
  expect(field?.parentSpanContext?.spanId).toBe(request?.spanContext().spanId);
  const statements = spans.filter(({ parentSpanContext }) => parentSpanContext?.spanId === field?.spanContext().spanId);
  expect(statements.length).toBeGreaterThan(0);
  expect(JSON.stringify(statements.map(({ attributes }) => attributes))).toContain('FROM annotations');
  expect(JSON.stringify(spans.map(({ attributes }) => attributes))).not.toContain(hooks.projectId);
});

test('a delivery carries the trace of its attempt', async () => {
  await createWebhook(app, hooks.owner, { url: hooks.receiver.url });
  const response = await fetch(`${app.url}/annotations`, {
    method: 'POST',
    headers: { authorization: `Bearer ${hooks.owner.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ projectId: hooks.projectId, url: 'https://shop.example/', content: 'Too small' }),
  });
  expect(response.status).toBe(201);
  await expect.poll(() => hooks.receiver.requests.length).toBeGreaterThan(0);
  const [, traceId = ''] = String(hooks.receiver.requests[0]?.headers.traceparent).split('-');
  await expect.poll(() => spansOf(traceId).map(({ name }) => name)).toContain('request');
});

test('lines of the log have the ids of their trace, and failures the names of their errors', async () => {
  const lines: string[] = [];
  const logger = createLogger('info', { write: (line) => lines.push(line) });
  await expect(
    inSpan('work', {}, async () => {
      logger.info({}, 'inside');
      throw new RangeError('ada@example.com');
    }),
  ).rejects.toThrow(RangeError);
  logger.info({}, 'outside');
  const [inside, outside] = lines.map((line) => JSON.parse(line));
  const span = exporter.getFinishedSpans().find(({ name }) => name === 'work');
  expect(inside).toMatchObject({ trace_id: span?.spanContext().traceId, span_id: span?.spanContext().spanId });
  expect(outside).not.toHaveProperty('trace_id');
  expect(span?.attributes).toEqual({ 'error.type': 'RangeError' });
  expect(span?.events).toEqual([]);
});
