import { Response } from '@whatwg-node/fetch';
import { notFound } from '../../errors.ts';
import { idOfShort } from '../../infrastructure/database/ids.ts';
import { APP_LINK_PATH } from '../../resolvers/core/annotations/links.ts';
import { type Endpoint, READ } from '../pipeline.ts';
import type { FetchCall } from '../transports.ts';

/** `GET /a/<id>`: redirects to an annotation in the dashboard. */
export const appLinks: Endpoint<Response, FetchCall> = {
  methods: READ,
  path: new RegExp(`^${APP_LINK_PATH}(.*)`),
  async handle({ request, parameters: [short = ''] }) {
    const id = idOfShort(short);
    if (id === undefined) throw notFound('Annotation');
    const location = `/app/annotations/${id}${new URL(request.url).search}`;
    return new Response(null, { status: 302, headers: { location } });
  },
};
