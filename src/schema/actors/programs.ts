import type { ObjectRef } from '@pothos/core';
import { programOf } from '../../resolvers/core/annotations/actors.ts';
import { HistoryEntry } from '../annotations/annotation-history.ts';
import { AnnotationClaimType, AnnotationType } from '../annotations/annotation-type.ts';
import { CommentType } from '../annotations/comment-type.ts';
import { AttachmentType } from '../attachments/attachment-type.ts';
import { AuditEntryType } from '../audit/audit-trail.ts';
import { builder, type Types } from '../builder.ts';
import { DeploymentReviewType } from '../deployments/deployment-parts.ts';
import { DeploymentSummary, DeploymentType } from '../deployments/deployment-type.ts';
import { IgnoreRuleType } from '../deployments/ignore-rules.ts';
import { GRAPHQL_ONLY } from '../operation.ts';
import { SnapshotType } from '../snapshots/snapshot-type.ts';
import { ProgramType } from './actor-types.ts';

/** Types with the field `via`. */
const WRITTEN = [
  AnnotationType,
  AnnotationClaimType,
  CommentType,
  AttachmentType,
  HistoryEntry,
  SnapshotType,
  DeploymentType,
  DeploymentSummary,
  DeploymentReviewType,
  IgnoreRuleType,
  AuditEntryType,
] as unknown as ObjectRef<Types, { via: string | null }>[];

for (const type of WRITTEN) {
  builder.objectField(type, 'program', (t) =>
    t.field({
      type: ProgramType,
      nullable: true,
      description:
        'Program of `via`; null if it was written without one, once the access token was removed, and for guests.',
      extensions: GRAPHQL_ONLY,
      resolve: (row, _args, ctx) => programOf(ctx, row) as never,
    }),
  );
}
