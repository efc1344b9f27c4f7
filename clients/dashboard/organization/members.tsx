import { useMutation, useQuery } from 'urql';
import { useApp } from '../app-context.ts';
import { ChangeMemberDocument, MemberSettingsDocument } from '../data/members.generated.ts';
import { ROLES, roleName } from '../data/roles.ts';
import { useShell } from '../data/shell-context.ts';
import { ProjectsDocument } from '../data/viewer.generated.ts';
import type { MemberSettingsQuery, Role } from '../graphql-types.generated.ts';
import { fill } from '../i18n/languages.ts';
import { useSettingsTexts } from '../i18n/settings.ts';
import { Avatar } from '../ui/avatar.tsx';
import { ConfirmDialog, FormDialog } from '../ui/dialogs.tsx';
import { CheckField, CheckList, SelectField } from '../ui/field.tsx';
import { listOf, textOf } from '../ui/form.tsx';
import { InviteDialog } from '../ui/invite-dialog.tsx';
import { Loaded, Row, Rows, Section } from '../ui/settings.tsx';
import { RemoveMemberDocument } from './organization.generated.ts';
import { useOrganizationSettings } from './use-organization-settings.ts';

type Member = NonNullable<MemberSettingsQuery['members']>['nodes'][number];

/** Members of an organization with their roles and projects. */
export function Members() {
  const { messages } = useApp();
  const texts = useSettingsTexts();
  const { viewer } = useShell();
  const { organizationId, can } = useOrganizationSettings();
  const [{ data, error }] = useQuery({ query: MemberSettingsDocument, variables: { organizationId } });
  const [, remove] = useMutation(RemoveMemberDocument);
  const canManage = ({ role }: Member) => can(role === 'owner' || role === 'admin' ? 'admin.manage' : 'member.manage');
  return (
    <Section
      title={texts.members}
      hint={texts.membersHint}
      isScreen
      action={
        can('member.manage') && <InviteDialog organizationId={organizationId} canInviteAdmins={can('admin.manage')} />
      }
    >
      <Loaded value={data?.members} error={error}>
        {({ nodes }) => (
          <Rows empty="">
            {nodes.map((member) => (
              <Row
                key={member.id}
                title={
                  <>
                    <Avatar name={member.name} />
                    {member.name}
                  </>
                }
                marks={[
                  roleName(member.role, messages),
                  member.userId === viewer.id && texts.you,
                  !member.allProjects && fill(texts.projectCount, { n: member.projectIds.length }),
                ]}
                meta={member.email}
              >
                {canManage(member) && (
                  <>
                    <MemberDialog member={member} />
                    {member.userId !== viewer.id && (
                      <ConfirmDialog
                        label={texts.remove}
                        name={fill(texts.removeNamed, { name: member.name })}
                        kind="danger"
                        title={fill(texts.removeNamed, { name: member.name })}
                        hint={texts.removeMemberHint}
                        action={texts.remove}
                        onConfirm={() => remove({ organizationId, memberId: member.id })}
                      />
                    )}
                  </>
                )}
              </Row>
            ))}
          </Rows>
        )}
      </Loaded>
    </Section>
  );
}

/** Button that changes role and projects. To make another member owner transfers ownership. */
function MemberDialog({ member }: { member: Member }) {
  const { messages } = useApp();
  const texts = useSettingsTexts();
  const { organizationId, can } = useOrganizationSettings();
  const [{ data }] = useQuery({ query: ProjectsDocument, variables: { organizationId } });
  const [, change] = useMutation(ChangeMemberDocument);
  const roles = ROLES.filter((role) => can('admin.manage') || (role !== 'owner' && role !== 'admin'));
  const projects = data?.projects?.nodes ?? [];
  return (
    <FormDialog
      label={texts.change}
      name={fill(texts.changeNamed, { name: member.name })}
      title={fill(texts.changeNamed, { name: member.name })}
      saveLabel={messages.save}
      onSave={(values) => {
        const role = textOf(values, 'role') as Role;
        const hasAll = values.has('allProjects') && role !== 'guest';
        const access = hasAll
          ? { allProjects: true }
          : { allProjects: false, projectIds: listOf(values, 'projectIds') };
        return change({
          organizationId,
          memberId: member.id,
          role,
          ...(role === 'owner' || role === 'admin' ? {} : access),
        });
      }}
    >
      <SelectField
        label={texts.role}
        name="role"
        hint={can('admin.manage') ? texts.ownershipHint : undefined}
        defaultValue={member.role}
        options={roles.map((role) => [role, roleName(role, messages)])}
      />
      <CheckField
        label={texts.allProjects}
        hint={texts.allProjectsHint}
        name="allProjects"
        defaultChecked={member.allProjects}
      />
      <CheckList
        legend={texts.onlyProjects}
        name="projectIds"
        chosen={member.projectIds}
        options={projects.map(({ id, name }) => [id, name])}
      />
    </FormDialog>
  );
}
