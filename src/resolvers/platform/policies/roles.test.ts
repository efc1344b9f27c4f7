import { expect, test } from 'vitest';
import { can, managing } from './roles.ts';

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
] as const)('%s and %s: %s', (role, action, allowed) => {
  expect(can(role, action)).toBe(allowed);
});

test.each([
  ['viewer', 'member.manage'],
  ['editor', 'member.manage'],
  ['admin', 'admin.manage'],
  ['owner', 'admin.manage'],
] as const)('to give or take the role %s needs %s', (role, action) => {
  expect(managing(role)).toBe(action);
});
