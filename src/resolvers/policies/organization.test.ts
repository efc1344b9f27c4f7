import { expect, test } from 'vitest';
import { can } from './organization.ts';

test.each([
  ['viewer', 'annotation.read', true],
  ['viewer', 'project.read', true],
  ['viewer', 'annotation.create', false],
  ['viewer', 'comment.create', false],
  ['editor', 'annotation.create', true],
  ['editor', 'annotation.change', true],
  ['editor', 'project.create', false],
  ['admin', 'project.create', true],
  ['admin', 'project.delete', true],
  ['owner', 'project.change', true],
] as const)('%s and %s: %s', (role, action, allowed) => {
  expect(can(role, action)).toBe(allowed);
});
