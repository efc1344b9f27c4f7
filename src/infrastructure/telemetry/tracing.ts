import { type Attributes, context, propagation, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import type pg from 'pg';
import { VERSION } from '../../lib/version.ts';

/** Spans are dropped unless the operator loads an OpenTelemetry SDK: docs/observe.md. */
const tracer = trace.getTracer('pinbound', VERSION);

interface SpanDetails {
  kind?: SpanKind;
  attributes?: Attributes;
  /** Headers of a request whose trace the span continues. Default: the current trace. */
  parentHeaders?: object;
}

/**
 * Runs work in a span. A failure is recorded by the name of its error, because messages may contain
 * personal data.
 *
 * @param work receives a function that adds attributes
 */
export function inSpan<T>(
  name: string,
  { kind = SpanKind.INTERNAL, attributes, parentHeaders }: SpanDetails,
  work: (describe: (attributes: Attributes) => void) => Promise<T>,
): Promise<T> {
  const parent = parentHeaders ? propagation.extract(context.active(), parentHeaders) : context.active();
  return tracer.startActiveSpan(name, { kind, attributes }, parent, async (span) => {
    try {
      return await work((added) => span.setAttributes(added));
    } catch (error) {
      span.setAttribute('error.type', error instanceof Error ? error.name : 'unknown');
      span.setStatus({ code: SpanStatusCode.ERROR });
      throw error;
    } finally {
      span.end();
    }
  });
}

/** Headers that let the receiver of a request continue the current trace. */
export function traceHeaders(): Record<string, string> {
  const headers = {};
  propagation.inject(context.active(), headers);
  return headers;
}

/** Ids of the current span, for a line of the log. */
export function traceIds(): object {
  const span = trace.getActiveSpan()?.spanContext();
  return span ? { trace_id: span.traceId, span_id: span.spanId } : {};
}

/** Puts each statement of a pool in a span, with its text and without its values. */
export function traceStatements(pool: pg.Pool): void {
  const query = pool.query.bind(pool) as (...args: unknown[]) => Promise<unknown>;
  const traced = (...args: [string | { text: string }, ...unknown[]]) => {
    // A statement alone starts no trace.
    if (!trace.getActiveSpan()) return query(...args);
    const [statement] = args;
    const text = typeof statement === 'string' ? statement : statement.text;
    const attributes = { 'db.system.name': 'postgresql', 'db.query.text': text };
    return inSpan('statement', { kind: SpanKind.CLIENT, attributes }, () => query(...args));
  };
  Object.assign(pool, { query: traced });
}
