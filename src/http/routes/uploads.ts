import { Response } from '@whatwg-node/fetch';
import { attachmentName } from '../../resolvers/core/attachments/attachment-row.ts';
import { uploadAttachment } from '../../resolvers/core/attachments/upload-attachment.ts';
import { LIMITS } from '../../resolvers/platform/input/limits.ts';
import type { BudgetedCall } from '../memory-budget.ts';
import type { Endpoint } from '../pipeline.ts';
import { readBytes } from '../read-bytes.ts';
import type { FetchCall } from '../transports.ts';

export const UPLOADS_PATH = '/attachments/';

/**
 * `PUT /attachments/<id>/content?expires=…&signature=…`: the file of an attachment as the body. It
 * is not an operation of the API, whose bodies are JSON.
 */
export const upload: Endpoint<Response, FetchCall & BudgetedCall> = {
  methods: ['PUT'],
  path: /^\/attachments\/([^/]+)\/content$/,
  async handle({ context, request, body, parameters: [id = ''] }) {
    const query = new URL(request.url).searchParams;
    const stored = await uploadAttachment(context, { id, query }, () => readBytes(request, LIMITS.fileBytes, body));
    const { annotationId, commentId, name, contentType, size, createdAt } = stored;
    const url = context.services.objectUrls.urlOf(
      attachmentName(stored, stored.visibility === 'public' ? 'outsiders' : 'members'),
    );
    return Response.json({ id, annotationId, commentId, name, contentType, size, url, createdAt });
  },
};
