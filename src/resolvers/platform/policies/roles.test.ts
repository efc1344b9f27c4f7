import { expect, test } from 'vitest';
import { can, describeRoles, leastRole, managing, needsMoreThanMembership } from './roles.ts';

test.each([
  ['viewer', 'annotation.read', true],
  ['viewer', 'project.read', true],
  ['viewer', 'annotation.create', false],
  ['viewer', 'comment.create', false],
  ['editor', 'comment.change', true],
  ['editor', 'comment.moderate', false],
  ['admin', 'comment.moderate', true],
  ['editor', 'annotation.create', true],
  ['editor', 'annotation.change', true],
  ['editor', 'annotation.publish', true],
  ['viewer', 'annotation.publish', false],
  ['editor', 'annotation.delete', true],
  ['viewer', 'annotation.delete', false],
  ['editor', 'project.create', false],
  ['admin', 'project.create', true],
  ['admin', 'project.delete', true],
  ['owner', 'project.change', true],
  ['editor', 'member.read', true],
  ['editor', 'member.manage', false],
  ['admin', 'member.manage', true],
  ['admin', 'admin.manage', false],
  ['admin', 'organization.delete', false],
  ['owner', 'organization.delete', true],
  ['editor', 'usage.read', false],
  ['admin', 'usage.read', true],
  ['admin', 'billing.manage', false],
  ['owner', 'billing.manage', true],
  ['guest', 'annotation.read', true],
  ['guest', 'annotation.create', true],
  ['guest', 'comment.create', true],
  ['guest', 'annotation.change', false],
  ['guest', 'annotation.import', false],
  ['guest', 'member.read', false],
  ['guest', 'diagnostics.read', false],
  ['guest', 'activity.read', false],
  ['guest', 'snapshot.read', false],
  ['viewer', 'diagnostics.read', true],
] as const)('%s and %s: %s', (role, action, allowed) => {
  expect(can(role, action)).toBe(allowed);
});

test.each([
  ['organization.read', 'viewer', 'viewer or guest', false],
  ['comment.create', 'editor', 'editor or guest', true],
  ['member.read', 'viewer', 'viewer', true],
  ['billing.manage', 'owner', 'owner', true],
] as const)('%s is described by its roles', (action, least, described, needsMore) => {
  expect([leastRole(action), describeRoles(action), needsMoreThanMembership(action)]).toEqual([
    least,
    described,
    needsMore,
  ]);
});

test.each([
  ['guest', 'member.manage'],
  ['viewer', 'member.manage'],
  ['editor', 'member.manage'],
  ['admin', 'admin.manage'],
  ['owner', 'admin.manage'],
] as const)('to give or take the role %s needs %s', (role, action) => {
  expect(managing(role)).toBe(action);
});
