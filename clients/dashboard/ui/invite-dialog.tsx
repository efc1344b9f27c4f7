import { useState } from 'react';
import { useMutation } from 'urql';
import { useApp } from '../app-context.ts';
import { CreateInvitationDocument } from '../data/members.generated.ts';
import { roleName } from '../data/roles.ts';
import type { Role } from '../graphql-types.generated.ts';
import { fill } from '../i18n/languages.ts';
import { useSettingsTexts } from '../i18n/settings.ts';
import { Button } from './button.tsx';
import { Dialog } from './dialogs.tsx';
import { Field, SelectField } from './field.tsx';
import { Form, textOf } from './form.tsx';
import { CopyText } from './settings.tsx';

interface Props {
  organizationId: string;
  /** The project that editors, viewers and guests are invited to. Default: all, and no guests. */
  projectId?: string;
  /** Whether the reader may invite admins and owners. */
  canInviteAdmins?: boolean;
}

/** Button that invites a person and shows the link, for those whom the mail does not reach. */
export function InviteDialog(props: Props) {
  const texts = useSettingsTexts();
  return (
    <Dialog label={texts.invite} kind="primary" title={texts.invite}>
      {(close) => <InviteForm {...props} onClose={close} />}
    </Dialog>
  );
}

export function InviteForm({ organizationId, projectId, canInviteAdmins, onClose }: Props & { onClose?(): void }) {
  const { messages } = useApp();
  const texts = useSettingsTexts();
  const [, invite] = useMutation(CreateInvitationDocument);
  const [invited, setInvited] = useState<{ email: string; link: string | null }>();
  const roles: Role[] = [
    ...(canInviteAdmins ? (['owner', 'admin'] as const) : []),
    'editor',
    'viewer',
    ...(projectId ? (['guest'] as const) : []),
  ];
  if (invited) {
    return (
      <>
        <p role="status">{fill(texts.invitedTo, { email: invited.email })}</p>
        {invited.link && <CopyText text={invited.link} hint={texts.invitationLinkHint} />}
        <p>
          <Button onClick={() => setInvited(undefined)}>{texts.inviteAnother}</Button>{' '}
          {onClose && <Button onClick={onClose}>{messages.close}</Button>}
        </p>
      </>
    );
  }
  return (
    <Form
      isNew
      saveLabel={texts.sendInvitation}
      {...(onClose && { onCancel: onClose })}
      onSave={async (values) => {
        const role = textOf(values, 'role') as Role;
        const hasAll = role === 'owner' || role === 'admin' || !projectId;
        const access = hasAll ? {} : { allProjects: false, projectIds: [projectId] };
        const result = await invite({ organizationId, email: textOf(values, 'email'), role, ...access });
        if (result.data) setInvited(result.data.createInvitation);
        return result;
      }}
    >
      <Field label={messages.email} name="email" type="email" required autoComplete="off" />
      <SelectField
        label={texts.role}
        name="role"
        hint={projectId ? texts.inviteProjectHint : texts.inviteHint}
        options={roles.map((role) => [role, roleName(role, messages)])}
      />
    </Form>
  );
}
