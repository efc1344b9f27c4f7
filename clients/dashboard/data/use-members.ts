import { useMemo } from 'react';
import { useQuery } from 'urql';
import type { MembersQuery } from '../graphql-types.generated.ts';
import { useOrganization } from './organization.ts';
import { MembersDocument } from './viewer.generated.ts';

type Members = NonNullable<MembersQuery['members']>['nodes'];
type Assignee = Pick<Members[number], 'userId' | 'name'>;

const NONE: Members = [];

/** Members of the current organization; none for users who may not list them. */
export const useMembers = (): Members => useAccounts()?.members?.nodes ?? NONE;

/** Members and service accounts to whom comments of the current organization are assigned. */
export function useAssignees(): Assignee[] {
  const accounts = useAccounts();
  return useMemo(() => {
    const members = accounts?.members?.nodes.filter(({ role }) => role !== 'guest') ?? [];
    const serviceAccounts = accounts?.serviceAccounts?.nodes ?? [];
    return [...members, ...serviceAccounts.map(({ id, name }) => ({ userId: id, name }))];
  }, [accounts]);
}

function useAccounts(): MembersQuery | undefined {
  const { organization, can } = useOrganization();
  const [{ data }] = useQuery({
    query: MembersDocument,
    variables: { organizationId: organization?.id ?? '' },
    pause: !organization || !can('member.read'),
  });
  return data;
}
