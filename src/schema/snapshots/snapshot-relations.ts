import { comparisonsOf } from '../../resolvers/addons/comparisons/list-comparisons.ts';
import { builder } from '../builder.ts';
import { COMPARISONS, ComparisonSummary } from '../comparisons/comparison-type.ts';
import { resolveConnection } from '../connection.ts';
import { EnvironmentType } from '../environments/environments.ts';
import { GRAPHQL_ONLY } from '../operation.ts';
import { ProjectType } from '../projects/project-type.ts';
import { SnapshotType } from './snapshot-type.ts';

builder.objectField(SnapshotType, 'project', (t) =>
  t.prismaField({
    type: ProjectType,
    description: 'Project of the snapshot.',
    resolve: (query, { projectId }, _args, { services: { db } }) =>
      db.project.findUniqueOrThrow({ ...query, where: { id: projectId } }),
    extensions: GRAPHQL_ONLY,
  }),
);

builder.objectField(SnapshotType, 'environment', (t) =>
  t.prismaField({
    type: EnvironmentType,
    nullable: true,
    description: 'Environment whose URL matches; null if none matches.',
    resolve: (query, { environmentId }, _args, { services: { db } }) =>
      environmentId === null ? null : db.environment.findUnique({ ...query, where: { id: environmentId } }),
    extensions: GRAPHQL_ONLY,
  }),
);

builder.objectField(SnapshotType, 'comparisons', (t) =>
  t.connection(
    {
      type: ComparisonSummary,
      description: 'Stored comparisons in which the snapshot is the baseline or compared with it, newest first.',
      extensions: GRAPHQL_ONLY,
      resolve: ({ id }, args, ctx) => resolveConnection(args, (page) => comparisonsOf(ctx, id, page)) as never,
    },
    ...COMPARISONS,
  ),
);
