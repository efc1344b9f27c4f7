import { expect, test } from 'vitest';
import { pollMember } from '../../../clients/overlay/member.ts';
import { readOptions } from '../../../clients/overlay/public-api/config.ts';
import { Role } from '../../../src/generated/prisma/client.ts';
import { type Action, can } from '../../../src/resolvers/platform/policies/roles.ts';

/** Actions that the overlay offers to members. Guests write there as visitors. */
const OFFERED: readonly Action[] = ['annotation.create', 'annotation.change', 'comment.create'];

test.each(Object.values(Role))(
  'a member with role %s is offered the actions if the policies permit all of them',
  async (role) => {
    const config = readOptions({ apiUrl: 'https://pinbound.example', projectId: 'p', accessToken: 'token' });
    if (typeof config === 'string') throw new Error(config);
    const responses: Readonly<Record<string, unknown>> = {
      '/auth/me': { memberships: [{ organization: { id: 'o' }, role }] },
      '/projects/p': { organizationId: 'o' },
    };
    const { signal } = new AbortController();
    const member = await pollMember(
      config,
      async (path) => responses[path],
      () => {},
      signal,
    )();
    expect(member !== null).toBe(OFFERED.every((action) => can(role, action)));
  },
);
