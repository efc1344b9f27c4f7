import { execute, GraphQLObjectType, type GraphQLResolveInfo, GraphQLSchema, isObjectType, parse } from 'graphql';
import type { Context } from '../../../context.ts';
import { AppError, invariant } from '../../../errors.ts';
import type { Annotation } from '../../../generated/prisma/client.ts';
import { oncePer } from '../../../lib/once-per.ts';
import { getAnnotation } from '../../../resolvers/core/annotations/require-annotation.ts';
import { builder } from '../../builder.ts';
import { executes, innerDocumentOf } from '../../constraints.ts';
import { addQuery } from '../../define-operation.ts';
import { resourceId } from '../../id-arguments.ts';
import { GRAPHQL_ONLY } from '../../operation.ts';
import { AnnotationType } from '../annotation-type.ts';
import { type BriefFacts, briefText } from './brief-text.ts';

const FILE = 'name contentType url';

/** Facts of a brief, with the rights of the reader: fields that are denied are null. */
const FACTS = parse(`{
  annotation {
    id number content url link appLink status resolution priority dueOn createdAt
    project { name environments(first: 100) { nodes { id name } } }
    environment { name }
    author { id name }
    labels { name }
    assignee { name }
    claim { name until }
    duplicateOf { number }
    externalIssues { key url }
    anchor { state confidence wantedTexts }
    domFingerprint
    element
    lastSeen { imageUrl meant { __typename } }
    sentPicture { url isDrawn }
    diagnostics {
      browser { userAgent language viewport { width height } screen { width height } pixelRatio colorScheme online }
      console { level text }
      requests { url status }
      source { file line component }
    }
    attachments { ${FILE} }
    comments(first: 100) {
      nodes { author { id name } byVisitor byOtherVisitor visibility content attachments { ${FILE} } }
      pageInfo { hasNextPage }
    }
    snapshotPins(first: 50) {
      nodes { state styles cropUrl(margin: 40) snapshot { viewport { width } createdAt environment { id name } } }
    }
    trail { type text selector url }
    fixes { environmentId state since viewport { width } }
    verdicts(first: 5) { nodes { verdict effect reason createdAt evidence } }
    proof { verdict resolvedAt beforeUrl afterUrl }
  }
}`);

/** Schema whose only root field is the annotation that is its root value. */
const schemaOfAnnotation = oncePer((schema: GraphQLSchema) => {
  const type = schema.getType('Annotation');
  invariant(isObjectType(type), 'the schema has annotations');
  const query = new GraphQLObjectType({ name: 'BriefQuery', fields: { annotation: { type } } });
  return new GraphQLSchema({ query, assumeValid: true });
});

/**
 * Returns the brief of an annotation that the reader may see.
 *
 * @throws the errors of its fields, but for FORBIDDEN
 */
async function briefOf(
  ctx: Context,
  { schema, parentType, fieldName }: GraphQLResolveInfo,
  annotation: Annotation,
): Promise<string> {
  const document = innerDocumentOf(parentType.getFields()[fieldName] ?? {});
  invariant(document, 'the field states the document that it executes');
  const result = await execute({
    schema: schemaOfAnnotation(schema),
    document,
    rootValue: { annotation },
    contextValue: ctx,
  });
  for (const error of result.errors ?? []) {
    const cause = error.originalError ?? error;
    if (!(cause instanceof AppError && cause.code === 'FORBIDDEN')) throw cause;
  }
  // Values are as JSON has them.
  return briefText((JSON.parse(JSON.stringify(result.data)) as { annotation: BriefFacts }).annotation);
}

const CONTENT =
  'as Markdown, for coding agents: what was asked, the thread, the element with its places in the code and in captures, the ' +
  'browser, what is known of fixes, and how a fix is checked. Without what the reader may not see.';

builder.objectField(AnnotationType, 'brief', (t) =>
  t.string({
    nullable: true,
    description: `Everything that is known of the annotation ${CONTENT}`,
    extensions: { ...GRAPHQL_ONLY, ...executes(FACTS) },
    resolve: (annotation, _args, ctx, info) => briefOf(ctx, info, annotation),
  }),
);

const AnnotationBrief = builder.objectRef<Annotation>('AnnotationBrief').implement({
  description: 'An annotation as one text.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'UUID of the annotation.' }),
    markdown: t.string({
      description: 'The text, as Markdown. What people and pages wrote is in fenced blocks or in backticks.',
      extensions: executes(FACTS),
      resolve: (annotation, _args, ctx, info) => briefOf(ctx, info, annotation),
    }),
  }),
});

addQuery('annotationBrief', {
  type: AnnotationBrief,
  description: `Everything that is known of one annotation ${CONTENT}`,
  args: builder.args((t) => ({ id: t.id(resourceId('annotation')) })),
  rest: { method: 'GET', path: '/annotations/:id/brief', tag: 'Annotations' },
  needs: 'annotation.read',
  acceptsTokens: true,
  acceptsPanel: true,
  resolve: (ctx, { id }) => getAnnotation(ctx, id),
});
