import { CHANGED_VALUES } from '../resolvers/core/annotations/changed-values.ts';
import { PUBLIC_EVENT_TYPES, type PublicEventType } from '../resolvers/platform/events/event-types.ts';
import type { Json } from '../schema/json-schema.ts';
import { EXAMPLE_VALUES } from './example-values.ts';
import type { createExamples } from './examples.ts';
import { id, member, moment, named, object, orNull, text, textOrNull } from './webhook-schemas.ts';

const comment = named('WebhookComment');
const project = object({ id: id('Id of the project.') });
const actor = orNull(
  named('WebhookPerson'),
  'Person who acted; null for the service, a tracker, and a deleted account.',
);

/** Values of an annotation that `changes` may have. */
const ANNOTATION_VALUES = CHANGED_VALUES.filter((name) => name !== 'anchorState');

const VALUE_CHANGE = object({ before: { description: 'Value before.' }, after: { description: 'Value after.' } });

/** Schema of changed values; each is optional. */
const changesOf = (...names: string[]): Json => ({
  type: 'object',
  description: 'Values that changed, by name, as the API writes them.',
  properties: Object.fromEntries(names.map((name) => [name, VALUE_CHANGE])),
});

const viewport = object({
  width: member({ type: 'integer' }, 'In CSS pixels.'),
  height: member({ type: 'integer' }, 'In CSS pixels.'),
  deviceScaleFactor: member({ type: 'number' }, 'Image pixels per CSS pixel.'),
});

const ACTOR = { actor: EXAMPLE_VALUES['WebhookComment.author'] };

/** Occasion and data of an event. */
interface Payload {
  when: string;
  data: Json;
  /** Members of the example's data whose values are not in the table of examples. */
  example?: Json;
}

const PAYLOADS: Record<PublicEventType | 'test', Payload> = {
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
      project,
    }),
  },
  'comment.created': {
    when: 'An annotation or a reply was created',
    data: object({ comment, project }),
  },
  'comment.resolved': {
    when: 'An annotation was resolved',
    data: object({
      comment,
      proof: orNull(
        named('WebhookProof'),
        'The verdict that proves the resolution; null for a resolution without one.',
      ),
      actor,
      project,
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
        branch: textOrNull('Branch, as it was sent.'),
        url: textOrNull('URL of the release or of the pipeline run, as it was sent.'),
        status: named('DeploymentStatus'),
        finishedAt: moment('Time of the end.'),
      }),
      project,
    }),
  },
  'annotation.created': {
    when: 'An annotation was created, or became public',
    data: object({ comment, project }),
  },
  'annotation.updated': {
    when: 'The text, triage, assignee or visibility of an annotation changed',
    data: object({ comment, changes: changesOf(...ANNOTATION_VALUES), actor, project }),
    example: { changes: { priority: { before: 'normal', after: 'high' } } },
  },
  'annotation.reopened': {
    when: 'A resolved annotation was reopened, by a person, a program, or because its reported look came back',
    data: object({
      comment,
      deployment: orNull(
        object({ id: id('Id of the deployment.'), environmentId: id('Id of the environment.') }),
        'Deployment with which the reported look came back; null for any other reopening.',
      ),
      actor,
      project,
    }),
  },
  'annotation.deleted': {
    when: 'An annotation was deleted',
    data: object({ comment: named('WebhookDeletedComment'), actor, project }),
  },
  'annotation.orphaned': {
    when: 'The element of an annotation was not found on its page',
    data: object({ comment, actor, project }),
  },
  'annotation.found': {
    when: 'The element of an annotation was found again, for certain or by hand',
    data: object({ comment, actor, project }),
  },
  'comment.updated': {
    when: 'The text of a reply changed',
    data: object({ comment, changes: changesOf('text'), actor, project }),
    example: { changes: { text: { before: 'The price is wrong', after: 'The price is 12 €' } } },
  },
  'comment.deleted': {
    when: 'A reply was deleted',
    data: object({ comment: named('WebhookDeletedComment'), actor, project }),
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
export const webhookPayloads = (examples: ReturnType<typeof createExamples>): Json =>
  Object.fromEntries(
    [...PUBLIC_EVENT_TYPES, 'test' as const].map((type) => [type, { post: delivery(type, PAYLOADS[type], examples) }]),
  );

/** `onCommentCreated` for `comment.created`. */
const operationIdOf = (type: string): string =>
  `on${type.replace(/(?:^|\.)(\w)/g, (_match, letter: string) => letter.toUpperCase())}`;

function delivery(
  type: string,
  { when, data, example: given }: Payload,
  { exampleOf }: ReturnType<typeof createExamples>,
): Json {
  const schema = object({
    id: member({ type: 'string', pattern: '^evt_[0-9a-f]{32}$' }, 'Id of the event.'),
    type: member({ type: 'string', const: type }, 'Type of the event.'),
    createdAt: moment('Time of the event.'),
    data,
  });
  const { data: sent, ...head } = exampleOf(schema) as { data: Json };
  const example = { ...head, id: EXAMPLE_VALUES.eventId, data: { ...sent, ...('actor' in sent && ACTOR), ...given } };
  return {
    tags: ['Webhooks'],
    operationId: operationIdOf(type),
    summary: when,
    description: `${when}. The body is signed; verify the signature before parsing it.`,
    security: [],
    parameters,
    requestBody: { required: true, content: { 'application/json': { schema, example } } },
    responses: { '2XX': { description: 'Delivered. Any other response counts as a failed attempt.' } },
  };
}
