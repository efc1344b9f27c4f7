import { useMutation, useQuery } from 'urql';
import { MemberSettingsDocument } from '../data/members.generated.ts';
import { useShell } from '../data/shell-context.ts';
import { fill } from '../i18n/languages.ts';
import { useSettingsTexts } from '../i18n/settings.ts';
import { ConfirmDialog } from '../ui/dialogs.tsx';
import { Field } from '../ui/field.tsx';
import { Form, textOf } from '../ui/form.tsx';
import { Card, Loaded, Row, Rows, Section } from '../ui/settings.tsx';
import {
  DeleteOrganizationDocument,
  OrganizationDetailDocument,
  RemoveMemberDocument,
  UpdateOrganizationDocument,
} from './organization.generated.ts';
import { useOrganizationSettings } from './use-organization-settings.ts';

/** Name of an organization, and its end. */
export function OrganizationGeneral() {
  const texts = useSettingsTexts();
  const { organizationId, can, lockedBecause } = useOrganizationSettings();
  const [{ data, error }] = useQuery({ query: OrganizationDetailDocument, variables: { id: organizationId } });
  const [, update] = useMutation(UpdateOrganizationDocument);
  return (
    <Loaded value={data?.organization} error={error}>
      {(organization) => (
        <>
          <Section title={texts.general} isScreen>
            <Card>
              <Form
                lockedBecause={lockedBecause('organization.change')}
                onSave={(values) =>
                  update({ id: organization.id, name: textOf(values, 'name'), slug: textOf(values, 'slug') })
                }
              >
                <Field label={texts.name} name="name" defaultValue={organization.name} required maxLength={120} />
                <Field
                  label={texts.slug}
                  name="slug"
                  hint={texts.slugHint}
                  defaultValue={organization.slug}
                  required
                  maxLength={64}
                />
              </Form>
            </Card>
          </Section>
          <Section title={texts.danger} isDanger>
            <Rows empty="">
              {[
                can('member.read') && <Leave key="leave" />,
                can('organization.delete') && <Delete key="delete" name={organization.name} />,
              ].filter((row) => row !== false)}
            </Rows>
          </Section>
        </>
      )}
    </Loaded>
  );
}

function Leave() {
  const texts = useSettingsTexts();
  const { viewer } = useShell();
  const { organizationId } = useOrganizationSettings();
  const [{ data }] = useQuery({ query: MemberSettingsDocument, variables: { organizationId } });
  const [, remove] = useMutation(RemoveMemberDocument);
  const memberId = data?.members?.nodes.find(({ userId }) => userId === viewer.id)?.id;
  return (
    <Row title={texts.leave} meta={texts.leaveHint}>
      <ConfirmDialog
        label={texts.leave}
        kind="danger"
        title={texts.leave}
        hint={texts.leaveHint}
        disabled={!memberId}
        onConfirm={async () => {
          const result = await remove({ organizationId, memberId: memberId ?? '' });
          // The rights of the session are others from now on.
          if (!result.error) location.assign('/app');
          return result;
        }}
      />
    </Row>
  );
}

function Delete({ name }: { name: string }) {
  const texts = useSettingsTexts();
  const { organizationId } = useOrganizationSettings();
  const [, remove] = useMutation(DeleteOrganizationDocument);
  return (
    <Row title={texts.deleteOrganization} meta={texts.deleteOrganizationHint}>
      <ConfirmDialog
        label={texts.deleteOrganization}
        kind="danger"
        title={fill(texts.deleteNamed, { name })}
        hint={texts.deleteOrganizationHint}
        action={texts.deleteOrganization}
        typed={name}
        onConfirm={async () => {
          const result = await remove({ id: organizationId });
          if (!result.error) location.assign('/app');
          return result;
        }}
      />
    </Row>
  );
}
