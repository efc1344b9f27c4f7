import { Readable } from 'node:stream';
import { Response } from '@whatwg-node/fetch';
import { EXPORT_PATH, openExportLink } from '../../resolvers/addons/personal-data/export-link.ts';
import { writeExport } from '../../resolvers/addons/personal-data/write-export.ts';
import type { BudgetedCall } from '../memory-budget.ts';
import type { Endpoint } from '../pipeline.ts';
import type { FetchCall } from '../transports.ts';

/** `GET /personal-data/<SEALED>`: streams the data of the person that the link was created for. */
export const personalData: Endpoint<Response, FetchCall & BudgetedCall> = {
  methods: ['GET'],
  path: new RegExp(`^${EXPORT_PATH}([^/]+)$`),
  handle({ context, incoming, parameters: [sealed = ''] }) {
    const person = openExportLink(context, sealed);
    const document = Readable.from(untilBroken());
    context.signal?.addEventListener('abort', () => document.destroy(), { once: true });
    return new Response(Readable.toWeb(document) as ReadableStream, {
      headers: {
        'content-type': 'application/json; charset=utf-8',
        'content-disposition': 'attachment; filename="personal-data.json"',
        'cache-control': 'no-store',
        'content-security-policy': "default-src 'none'; sandbox",
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'no-referrer',
      },
    });

    async function* untilBroken(): AsyncIterable<string> {
      try {
        yield* writeExport(context, person);
      } catch (error) {
        context.logger.error({ err: error }, 'export of personal data failed during the response');
        // After the headers, only a closed connection reports an error.
        incoming.socket.destroy();
      }
    }
  },
};
