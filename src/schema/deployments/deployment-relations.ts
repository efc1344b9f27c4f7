import {
  capturesOf,
  changesOf,
  reviewsOf,
  verdictsOf,
  verdictsOfAnnotation,
} from '../../resolvers/addons/deployments/deployment-parts.ts';
import { deploymentsOf } from '../../resolvers/addons/deployments/list-deployments.ts';
import { audienceOf } from '../../resolvers/core/annotations/visibility.ts';
import { annotationById, scopeOfProject } from '../../resolvers/core/snapshot-pins/rows-by-id.ts';
import { AnnotationType } from '../annotations/annotation-type.ts';
import { builder } from '../builder.ts';
import { resolveConnection } from '../connection.ts';
import { EnvironmentType } from '../environments/environments.ts';
import { GRAPHQL_ONLY } from '../operation.ts';
import { ProjectType } from '../projects/project-type.ts';
import { connectionOf, relatedListOf } from '../related.ts';
import { DeploymentCaptureType, DeploymentChangeType, DeploymentReviewType } from './deployment-parts.ts';
import { DEPLOYMENTS, DeploymentSummary, DeploymentType } from './deployment-type.ts';
import { DeploymentVerdictType } from './verdict-type.ts';

const CAPTURES = connectionOf(DeploymentCaptureType, 'DeploymentCapture', 'captures', 'A capture');
const CHANGES = connectionOf(DeploymentChangeType, 'DeploymentChange', 'changes', 'A change');
const VERDICTS = connectionOf(DeploymentVerdictType, 'DeploymentVerdict', 'verdicts', 'A verdict');
const REVIEWS = connectionOf(DeploymentReviewType, 'DeploymentReview', 'reviews', 'A review');

builder.objectField(DeploymentType, 'project', (t) =>
  t.prismaField({
    type: ProjectType,
    description: 'Project of the deployment.',
    resolve: (query, { projectId }, _args, { services: { db } }) =>
      db.project.findUniqueOrThrow({ ...query, where: { id: projectId } }),
    extensions: GRAPHQL_ONLY,
  }),
);

builder.objectField(DeploymentType, 'environment', (t) =>
  t.prismaField({
    type: EnvironmentType,
    description: 'Environment that the commit reached.',
    resolve: (query, { environmentId }, _args, { services: { db } }) =>
      db.environment.findUniqueOrThrow({ ...query, where: { id: environmentId } }),
    extensions: GRAPHQL_ONLY,
  }),
);

relatedListOf(DeploymentType, 'captures', {
  type: DeploymentCaptureType,
  connection: CAPTURES,
  description: 'Captured pages, in the order of work.',
  needs: 'snapshot.read',
  scope: ({ projectId }, ctx) => scopeOfProject(ctx, projectId),
  list: (ctx, { id }, { page }) => capturesOf(ctx, id, page),
});

builder.objectField(DeploymentType, 'reviews', (t) =>
  t.connection(
    {
      type: DeploymentReviewType,
      description: 'Reviews of the deployment, newest first, also those that were undone.',
      extensions: GRAPHQL_ONLY,
      resolve: ({ id }, args, ctx) => resolveConnection(args, (page) => reviewsOf(ctx, id, page)) as never,
    },
    ...REVIEWS,
  ),
);

builder.objectField(DeploymentCaptureType, 'changes', (t) =>
  t.connection(
    {
      type: DeploymentChangeType,
      description: 'Changed elements of the page, from the top.',
      extensions: GRAPHQL_ONLY,
      resolve: ({ id }, args, ctx) =>
        resolveConnection(args, (page) => changesOf(ctx, { of: 'capture', id }, page)) as never,
    },
    ...CHANGES,
  ),
);

builder.objectField(DeploymentCaptureType, 'verdicts', (t) =>
  t.connection(
    {
      type: DeploymentVerdictType,
      description: 'Verdicts on the annotations of the page. Guests get those on public annotations.',
      extensions: GRAPHQL_ONLY,
      resolve: ({ id }, args, ctx) =>
        resolveConnection(args, (page) =>
          verdictsOf(ctx, { of: 'capture', id, audience: audienceOf(ctx) }, page),
        ) as never,
    },
    ...VERDICTS,
  ),
);

builder.objectField(DeploymentVerdictType, 'annotation', (t) =>
  t.field({
    type: AnnotationType,
    nullable: true,
    description: 'The annotation; null if it was deleted meanwhile.',
    resolve: ({ annotationId }, _args, ctx) => annotationById(ctx, annotationId) as never,
    extensions: GRAPHQL_ONLY,
  }),
);

relatedListOf(ProjectType, 'deployments', {
  type: DeploymentSummary,
  connection: DEPLOYMENTS,
  description: 'Deployments of the project, newest first.',
  needs: 'project.read',
  scope: ({ id, organizationId }) => ({ organizationId, projectId: id }),
  list: (ctx, { id }, { page }) => deploymentsOf(ctx, id, page),
});

relatedListOf(AnnotationType, 'verdicts', {
  type: DeploymentVerdictType,
  connection: VERDICTS,
  description: 'Effects of deployments on the annotation, newest first, one for each viewport.',
  needs: 'annotation.read',
  scope: ({ projectId }, ctx) => scopeOfProject(ctx, projectId),
  list: (ctx, { id }, { page }) => verdictsOfAnnotation(ctx, id, page),
});
