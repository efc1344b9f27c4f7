import { PUBLIC_EVENT_TYPES, type PublicEventType } from '../resolvers/platform/events/event-types.ts';
import type { Json } from './json-schemas.ts';

const member = (schema: Json, description: string): Json => ({ ...schema, description });
const text = (description: string): Json => member({ type: 'string' }, description);
const id = (description: string): Json => member({ type: 'string', format: 'uuid' }, description);
const moment = (description: string): Json => member({ type: 'string', format: 'date-time' }, description);
const named = (schema: string): Json => ({ $ref: `#/components/schemas/${schema}` });
const object = (properties: Json): Json => ({ type: 'object', required: Object.keys(properties), properties });

const comment = object({
  id: id('Of the annotation, or of the reply.'),
  text: text('What was written.'),
  annotationId: id('The annotation; of one that was pinned, the same as id.'),
  url: text('The page.'),
  status: named('AnnotationStatus'),
});
const ofProject = object({ id: id('The project.') });

const viewport = object({
  width: member({ type: 'integer' }, 'CSS pixels.'),
  height: member({ type: 'integer' }, 'CSS pixels.'),
  deviceScaleFactor: member({ type: 'number' }, 'Image pixels per CSS pixel.'),
});

/** When an event is sent, and its data. */
const PAYLOADS: Record<PublicEventType | 'test', { when: string; data: Json }> = {
  'project.created': {
    when: 'A project was made',
    data: object({
      project: object({
        id: id('The project.'),
        name: text('Its name.'),
        slug: text('Its slug.'),
        organizationId: id('Whose it is.'),
        createdAt: moment('When it was made.'),
      }),
    }),
  },
  'snapshot.completed': {
    when: 'A snapshot was captured',
    data: object({
      snapshot: object({
        id: id('The snapshot.'),
        projectId: id('Its project.'),
        url: text('The page that was ordered.'),
        status: named('SnapshotStatus'),
        imageUrl: text(
          'The picture, PNG, at a URL that needs no header and works for 24 hours from createdAt of the event.',
        ),
        viewport,
        createdAt: moment('When it was ordered.'),
      }),
      project: ofProject,
    }),
  },
  'comment.created': {
    when: 'Somebody pinned an annotation or replied',
    data: object({ comment, project: ofProject }),
  },
  'comment.resolved': { when: 'An annotation was resolved', data: object({ comment, project: ofProject }) },
  'member.invited': {
    when: 'Somebody was invited',
    data: object({
      member: object({
        id: id('Of the invitation, and of the membership that comes of it.'),
        email: text('Who was invited.'),
        role: named('Role'),
      }),
      organization: object({ id: id('The organization.') }),
    }),
  },
  test: {
    when: 'A test was asked for; it goes to one webhook, whatever it subscribes to',
    data: object({ message: text('That it is a test.') }),
  },
};

const HEADERS: Record<string, string> = {
  'X-Svc-Signature': 'sha256= and the hexadecimal HMAC-SHA-256 of the body, with the secret of the webhook.',
  'X-Svc-Event': 'The type of the event.',
  'X-Svc-Delivery': "The event's id, the same in every attempt.",
  'X-Svc-Attempt': '1, 2, 3 …',
  'webhook-id': "The event's id.",
  'webhook-timestamp': 'When this attempt was made, in seconds since 1970.',
  'webhook-signature': 'Signatures as in Standard Webhooks.',
};

const parameters: Json[] = Object.entries(HEADERS).map(([name, description]) => ({
  name,
  in: 'header',
  required: true,
  description,
  schema: { type: 'string' },
}));

/** What receivers get, one entry for each type of event. */
export const webhookPayloads = (): Json =>
  Object.fromEntries(
    [...PUBLIC_EVENT_TYPES, 'test' as const].map((type) => [type, { post: delivery(type, PAYLOADS[type]) }]),
  );

const delivery = (type: string, { when, data }: { when: string; data: Json }): Json => ({
  tags: ['Webhooks'],
  summary: when,
  description: `${when}. The body is signed: check the signature before it is read.`,
  security: [],
  parameters,
  requestBody: {
    required: true,
    content: {
      'application/json': {
        schema: object({
          id: member({ type: 'string', pattern: '^evt_[0-9a-f]{32}$' }, 'Of the event.'),
          type: member({ type: 'string', const: type }, 'What happened.'),
          createdAt: moment('When.'),
          data,
        }),
      },
    },
  },
  responses: { '2XX': { description: 'It arrived. Any other answer counts as a failed attempt.' } },
});
