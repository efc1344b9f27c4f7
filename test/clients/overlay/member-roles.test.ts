import { expect, test } from 'vitest';
import { findMember } from '../../../clients/overlay/member.ts';
import { readOptions } from '../../../clients/overlay/public-api/config.ts';
import { Role } from '../../../src/generated/prisma/client.ts';
import { type Action, can } from '../../../src/resolvers/platform/policies/roles.ts';

/** What the overlay offers members. */
const OFFERED: readonly Action[] = ['annotation.create', 'annotation.change', 'comment.create'];

test.each(Object.values(Role))('to %s it offers what the policies let them do', async (role) => {
  const config = readOptions({ apiUrl: 'https://pinbound.example', projectId: 'p', accessToken: 'token' });
  if (typeof config === 'string') throw new Error(config);
  const answers: Readonly<Record<string, unknown>> = {
    '/auth/me': { memberships: [{ organization: { id: 'o' }, role }] },
    '/projects/p': { organizationId: 'o' },
  };
  const member = await findMember(config, async (path) => answers[path]);
  for (const action of OFFERED) expect(can(role, action)).toBe(member !== null);
});
