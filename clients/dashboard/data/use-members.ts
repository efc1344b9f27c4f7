import { useQuery } from 'urql';
import type { MembersQuery } from '../graphql-types.generated.ts';
import { useOrganization } from './organization.ts';
import { MembersDocument } from './viewer.generated.ts';

type Members = NonNullable<MembersQuery['members']>['nodes'];

const NONE: Members = [];

/** Members of the current organization; none for users who may not list them. */
export function useMembers(): Members {
  const { organization, can } = useOrganization();
  const [{ data }] = useQuery({
    query: MembersDocument,
    variables: { organizationId: organization?.id ?? '' },
    pause: !organization || !can('member.read'),
  });
  return data?.members?.nodes ?? NONE;
}
