import { PUBLIC_EVENT_TYPES, type PublicEventType } from '../resolvers/platform/events/event-types.ts';
import type { Json } from '../schema/json-schema.ts';

const member = (schema: Json, description: string): Json => ({ ...schema, description });
const text = (description: string): Json => member({ type: 'string' }, description);
const id = (description: string): Json => member({ type: 'string', format: 'uuid' }, description);
const moment = (description: string): Json => member({ type: 'string', format: 'date-time' }, description);
const named = (schema: string): Json => ({ $ref: `#/components/schemas/${schema}` });
const object = (properties: Json): Json => ({ type: 'object', required: Object.keys(properties), properties });

const comment = object({
  id: id('Id of the annotation or reply.'),
  text: text('Content of the comment.'),
  annotationId: id('Id of the annotation; the same as `id` if the comment is not a reply.'),
  url: text('URL of the page.'),
  link: text('URL of the page that opens the thread in the overlay.'),
  appLink: text('URL of the annotation in the dashboard.'),
  status: named('AnnotationStatus'),
  visibility: named('Visibility'),
});
const orNull = (schema: Json, description: string): Json => ({ anyOf: [schema, { type: 'null' }], description });
const idOrNull = (description: string): Json => orNull({ type: 'string', format: 'uuid' }, description);
const proof = object({
  verdictId: id('Id of the verdict.'),
  verdict: named('VerdictKind'),
  effect: orNull(named('ChangeEffect'), 'Whether the change does what the comment says, by rules.'),
  deploymentId: idOrNull('Id of the deployment; null for a check of the page.'),
  beforeSnapshotId: idOrNull('Id of the snapshot that shows the element as reported.'),
  afterSnapshotId: idOrNull('Id of the snapshot that shows the fix.'),
  link: orNull({ type: 'string' }, 'URL of the verdict in this API, with its pictures; it needs an access token.'),
});
const ofProject = object({ id: id('Id of the project.') });

const viewport = object({
  width: member({ type: 'integer' }, 'In CSS pixels.'),
  height: member({ type: 'integer' }, 'In CSS pixels.'),
  deviceScaleFactor: member({ type: 'number' }, 'Image pixels per CSS pixel.'),
});

/** Occasion and data of each event. */
const PAYLOADS: Record<PublicEventType | 'test', { when: string; data: Json }> = {
  'project.created': {
    when: 'A project was created',
    data: object({
      project: object({
        id: id('Id of the project.'),
        name: text('Name of the project.'),
        slug: text('Slug of the project.'),
        organizationId: id('Id of the organization.'),
        createdAt: moment('Time of creation.'),
      }),
    }),
  },
  'snapshot.completed': {
    when: 'A snapshot was captured',
    data: object({
      snapshot: object({
        id: id('Id of the snapshot.'),
        projectId: id('Id of the project.'),
        url: text('URL of the requested page.'),
        status: named('SnapshotStatus'),
        imageUrl: text('URL of the picture (PNG), valid without a token for 24 hours from the createdAt of the event.'),
        viewport,
        createdAt: moment('Time of the request.'),
      }),
      project: ofProject,
    }),
  },
  'comment.created': {
    when: 'An annotation or a reply was created',
    data: object({ comment, project: ofProject }),
  },
  'comment.resolved': {
    when: 'An annotation was resolved',
    data: object({
      comment,
      proof: orNull(proof, 'The verdict that proves the resolution; null for a resolution without one.'),
      project: ofProject,
    }),
  },
  'member.invited': {
    when: 'A person was invited',
    data: object({
      member: object({
        id: id('Id of the invitation, and of the later membership.'),
        email: text('Email address of the invited person.'),
        role: named('Role'),
      }),
      organization: object({ id: id('Id of the organization.') }),
    }),
  },
  'deployment.completed': {
    when: 'All captures of a deployment were compared, or failed',
    data: object({
      deployment: object({
        id: id('Id of the deployment.'),
        environmentId: id('Id of the environment.'),
        commit: text('Commit or release, as it was sent.'),
        branch: member({ type: ['string', 'null'] }, 'Branch, as it was sent.'),
        url: member({ type: ['string', 'null'] }, 'URL of the release or of the pipeline run, as it was sent.'),
        status: named('DeploymentStatus'),
        finishedAt: moment('Time of the end.'),
      }),
      project: ofProject,
    }),
  },
  'annotation.reopened': {
    when: 'The reported look of a resolved annotation came back with a deployment',
    data: object({
      comment,
      deployment: object({ id: id('Id of the deployment.'), environmentId: id('Id of the environment.') }),
      project: ofProject,
    }),
  },
  test: {
    when: 'A test was requested; it is sent to one webhook, whatever its subscriptions',
    data: object({ message: text('Text that identifies the test.') }),
  },
};

const HEADERS: Record<string, string> = {
  'X-Svc-Signature': '`sha256=` and the hexadecimal HMAC-SHA-256 of the body, with the secret of the webhook.',
  'X-Svc-Event': 'Type of the event.',
  'X-Svc-Delivery': 'Id of the event, the same in every attempt.',
  'X-Svc-Attempt': 'Number of the attempt: 1, 2, 3 …',
  'webhook-id': 'Id of the event.',
  'webhook-timestamp': 'Time of this attempt, in seconds since 1970.',
  'webhook-signature': 'Signatures as in Standard Webhooks.',
};

const parameters: Json[] = Object.entries(HEADERS).map(([name, description]) => ({
  name,
  in: 'header',
  required: true,
  description,
  schema: { type: 'string' },
}));

/** Returns the payloads of webhooks, one entry per type of event. */
export const webhookPayloads = (): Json =>
  Object.fromEntries(
    [...PUBLIC_EVENT_TYPES, 'test' as const].map((type) => [type, { post: delivery(type, PAYLOADS[type]) }]),
  );

/** `onCommentCreated` for `comment.created`. */
const operationIdOf = (type: string): string =>
  `on${type.replace(/(?:^|\.)(\w)/g, (_match, letter: string) => letter.toUpperCase())}`;

const delivery = (type: string, { when, data }: { when: string; data: Json }): Json => ({
  tags: ['Webhooks'],
  operationId: operationIdOf(type),
  summary: when,
  description: `${when}. The body is signed; verify the signature before parsing it.`,
  security: [],
  parameters,
  requestBody: {
    required: true,
    content: {
      'application/json': {
        schema: object({
          id: member({ type: 'string', pattern: '^evt_[0-9a-f]{32}$' }, 'Id of the event.'),
          type: member({ type: 'string', const: type }, 'Type of the event.'),
          createdAt: moment('Time of the event.'),
          data,
        }),
      },
    },
  },
  responses: { '2XX': { description: 'Delivered. Any other response counts as a failed attempt.' } },
});
