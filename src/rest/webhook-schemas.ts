import type { Json } from '../schema/json-schema.ts';

export const member = (schema: Json, description: string): Json => ({ ...schema, description });
export const text = (description: string): Json => member({ type: 'string' }, description);
export const id = (description: string): Json => member({ type: 'string', format: 'uuid' }, description);
export const moment = (description: string): Json => member({ type: 'string', format: 'date-time' }, description);
export const named = (schema: string): Json => ({ $ref: `#/components/schemas/${schema}` });
export const object = (properties: Json): Json => ({
  type: 'object',
  required: Object.keys(properties),
  properties,
});
export const orNull = (schema: Json, description: string): Json => ({ anyOf: [schema, { type: 'null' }], description });
export const textOrNull = (description: string): Json => member({ type: ['string', 'null'] }, description);
const idOrNull = (description: string): Json => orNull({ type: 'string', format: 'uuid' }, description);

const thread = {
  id: id('Id of the annotation or reply.'),
  annotationId: id('Id of the annotation; the same as `id` if the comment is not a reply.'),
  number: member({ type: 'integer' }, 'Number of the annotation within the project.'),
  visibility: named('Visibility'),
  link: text('URL of the page that opens the thread in the overlay.'),
  appLink: text('URL of the annotation in the dashboard.'),
};

const ofAnnotation = (of: string, name: string): Json =>
  object({ id: id(`Id of the ${of}.`), name: text(`${name} of the ${of}.`) });

/** Schemas of the members of webhook payloads, by name. */
export const WEBHOOK_SCHEMAS: Record<string, Json> = {
  WebhookComment: {
    ...object({
      ...thread,
      text: text('Content of the comment.'),
      url: text('URL of the page.'),
      status: named('AnnotationStatus'),
      parentId: idOrNull('Id of the reply that this one answers; null for an annotation, and for a reply to it.'),
      author: orNull(named('WebhookPerson'), 'Person who wrote the text; null for a reply that was deleted meanwhile.'),
      priority: named('AnnotationPriority'),
      labels: member({ type: 'array', items: ofAnnotation('label', 'Name') }, 'Labels of the annotation, by name.'),
      assignee: orNull(ofAnnotation('user', 'Name'), 'Assignee of the annotation; null for none.'),
      environment: orNull(
        ofAnnotation('environment', 'Name'),
        'Environment of the page; null outside of environments.',
      ),
      element: orNull(
        object({
          selector: textOrNull('CSS selector.'),
          text: textOrNull('Text of the element.'),
          tag: textOrNull('Name of the tag.'),
        }),
        'Element that the annotation was pinned to, as it was described; null without a description.',
      ),
      pictureUrl: textOrNull(
        'URL of the picture that the author sent, valid without a token for 24 hours; null without one.',
      ),
    }),
    description: 'An annotation, or a reply to it with the number, triage and element of its annotation.',
  },
  WebhookDeletedComment: { ...object(thread), description: 'An annotation or a reply that was deleted.' },
  WebhookPerson: {
    ...object({
      id: idOrNull('Id of the user; null for a visitor, for a person of a tracker, and after an account was deleted.'),
      name: textOrNull('Name; null if it is not known.'),
      isVisitor: member(
        { type: 'boolean' },
        'Whether it is a visitor. Visitors have no account; members whose account was deleted count as such.',
      ),
      via: orNull(
        object({ id: id('Id of the access token.'), name: textOrNull('Name; null after its deletion.') }),
        'Access token that was used. A program recognizes its own changes by it.',
      ),
    }),
    description: 'A person or program that wrote or changed something.',
  },
  WebhookProof: {
    ...object({
      verdictId: id('Id of the verdict.'),
      verdict: named('VerdictKind'),
      effect: orNull(named('ChangeEffect'), 'Whether the change does what the comment says, by rules.'),
      deploymentId: idOrNull('Id of the deployment; null for a check of the page.'),
      beforeSnapshotId: idOrNull('Id of the snapshot that shows the element as reported.'),
      afterSnapshotId: idOrNull('Id of the snapshot that shows the fix.'),
      link: orNull({ type: 'string' }, 'URL of the verdict in this API, with its pictures; it needs an access token.'),
    }),
    description: 'The verdict that proves a resolution.',
  },
};
