import { useQuery } from 'urql';
import { useOrganization } from './organization.ts';
import { MembersDocument, type MembersQuery } from './viewer.generated.ts';

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
