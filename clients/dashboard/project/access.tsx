import { Link } from '@tanstack/react-router';
import { useMutation, useQuery } from 'urql';
import { useApp } from '../app-context.ts';
import { ChangeMemberDocument, MemberSettingsDocument } from '../data/members.generated.ts';
import { roleName } from '../data/roles.ts';
import type { MemberSettingsQuery } from '../graphql-types.generated.ts';
import { fill } from '../i18n/languages.ts';
import { useSettingsTexts } from '../i18n/settings.ts';
import { Avatar } from '../ui/avatar.tsx';
import { Button, buttonClass } from '../ui/button.tsx';
import { InviteDialog } from '../ui/invite-dialog.tsx';
import { useReport } from '../ui/report.ts';
import { Loaded, Row, Rows, Section } from '../ui/settings.tsx';
import { useProjectSettings } from './project-context.ts';

type Member = NonNullable<MemberSettingsQuery['members']>['nodes'][number];

/** Members who have the project, and those who could be given it. */
export function Access() {
  const { messages } = useApp();
  const texts = useSettingsTexts();
  const report = useReport();
  const { projectId, organizationId, can } = useProjectSettings();
  const [{ data, error }] = useQuery({ query: MemberSettingsDocument, variables: { organizationId } });
  const [, change] = useMutation(ChangeMemberDocument);
  const canManage = can('member.manage');

  const line = (member: Member, has: boolean) => {
    const set = (projectIds: string[]) =>
      change({ organizationId, memberId: member.id, role: member.role, allProjects: false, projectIds }).then(report);
    return (
      <Row
        key={member.id}
        title={
          <>
            <Avatar name={member.name} />
            {member.name}
          </>
        }
        marks={[roleName(member.role, messages), member.allProjects && texts.allProjects]}
        meta={member.email}
      >
        {canManage && !member.allProjects && has && (
          <Button
            aria-label={fill(texts.removeAccessOf, { name: member.name })}
            onClick={() => void set(member.projectIds.filter((id) => id !== projectId))}
          >
            {texts.removeAccess}
          </Button>
        )}
        {canManage && !has && (
          <Button
            aria-label={fill(texts.giveAccessTo, { name: member.name })}
            onClick={() => void set([...member.projectIds, projectId])}
          >
            {texts.giveAccess}
          </Button>
        )}
      </Row>
    );
  };

  return (
    <Loaded value={data?.members} error={error}>
      {({ nodes }) => {
        const has = ({ allProjects, projectIds }: Member) => allProjects || projectIds.includes(projectId);
        const others = nodes.filter((member) => !has(member));
        return (
          <>
            <Section
              title={texts.access}
              hint={texts.accessHint}
              isScreen
              action={canManage && <InviteDialog organizationId={organizationId} projectId={projectId} />}
            >
              <Rows empty={texts.noMembers}>{nodes.filter(has).map((member) => line(member, true))}</Rows>
              <Link
                to="/organizations/$organizationId/settings/members"
                params={{ organizationId }}
                className={buttonClass('quiet')}
              >
                {texts.allMembers}
              </Link>
            </Section>
            {others.length > 0 && (
              <Section title={texts.withoutAccess}>
                <Rows empty="">{others.map((member) => line(member, false))}</Rows>
              </Section>
            )}
          </>
        );
      }}
    </Loaded>
  );
}
