import type { ObjectRef } from '@pothos/core';
import { type RelatedScope, viewerActions, viewerRole } from '../resolvers/platform/policies/related-access.ts';
import { builder, type Types } from './builder.ts';
import { ofViewer } from './operation.ts';
import { RoleEnum } from './organizations/organization-type.ts';

/** Adds the rights of the authenticated user to a type, so that clients show what is permitted. */
export function addViewer<Parent>(
  type: ObjectRef<Types, Parent>,
  of: 'organization' | 'project',
  scope: (parent: Parent) => RelatedScope,
): void {
  builder.objectFields(type, (t) => ({
    viewerRole: t.field({
      type: RoleEnum,
      nullable: true,
      description: 'Role of the authenticated user in the organization.',
      extensions: ofViewer(),
      resolve: (row, _args, ctx) => viewerRole(ctx, scope(row as Parent).organizationId),
    }),
    viewerActions: t.stringList({
      nullable: true,
      description:
        `Actions that the authenticated user may perform in the ${of}, sorted: names of the policy table in ` +
        'docs/access-tokens.md and of actions that no access token has. For an access token, only those it has.',
      extensions: ofViewer(),
      resolve: (row, _args, ctx) => viewerActions(ctx, scope(row as Parent)),
    }),
  }));
}
