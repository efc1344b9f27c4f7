import { Readable } from 'node:stream';
import { Response } from '@whatwg-node/fetch';
import { exportAnnotations } from '../../resolvers/core/work-list/export/export-annotations.ts';
import { EXPORT_PATH, type ExportFormat, readExportLink } from '../../resolvers/core/work-list/export/export-link.ts';
import type { BudgetedCall } from '../memory-budget.ts';
import type { Endpoint } from '../pipeline.ts';
import type { FetchCall } from '../transports.ts';

const CONTENT_TYPES: Record<ExportFormat, string> = {
  csv: 'text/csv; charset=utf-8',
  json: 'application/json; charset=utf-8',
};

/** `GET /exports/<request>/annotations.csv?expires=…&signature=…`: the export of a signed URL. */
export const annotationExport: Endpoint<Response, FetchCall & BudgetedCall> = {
  methods: ['GET'],
  path: EXPORT_PATH,
  async handle({ context, request, incoming, parameters: [encoded = '', extension = ''] }) {
    const query = new URL(request.url).searchParams;
    const format = extension as ExportFormat;
    const wanted = readExportLink(context, { request: encoded, format, query });
    const parts = await exportAnnotations(context, wanted, format);
    const stream = Readable.from(untilBroken(parts));
    // A stalled stream does not notice that the client disconnected.
    context.signal?.addEventListener('abort', () => stream.destroy(), { once: true });
    return new Response(Readable.toWeb(stream) as ReadableStream, {
      headers: {
        'content-type': CONTENT_TYPES[format],
        'content-disposition': `attachment; filename="annotations.${format}"`,
        'cache-control': 'private, no-store',
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'no-referrer',
      },
    });

    // After the headers, only a closed connection reports an error.
    async function* untilBroken(texts: AsyncIterable<string>): AsyncIterable<Buffer> {
      try {
        for await (const text of texts) yield Buffer.from(text);
      } catch (error) {
        if (context.signal?.aborted) return;
        context.logger.error({ err: error }, 'export failed during the response');
        incoming.socket.destroy();
      }
    }
  },
};
