// Loaded before the service, as an operator loads an OpenTelemetry SDK. Writes the number of spans
// so far to a file of the data directory and discards them.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { BatchSpanProcessor, NodeTracerProvider } from '@opentelemetry/sdk-trace-node';

const file = join(process.env.DATA_DIR ?? '.', 'spans');
let count = 0;
/** @type {import('@opentelemetry/sdk-trace-node').SpanExporter} */
const exporter = {
  export(spans, done) {
    count += spans.length;
    writeFileSync(file, String(count));
    done({ code: 0 });
  },
  shutdown: async () => undefined,
};
const processor = new BatchSpanProcessor(exporter, { scheduledDelayMillis: 200 });
new NodeTracerProvider({ spanProcessors: [processor] }).register();
