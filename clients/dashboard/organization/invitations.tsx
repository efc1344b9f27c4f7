import { useMutation, useQuery } from 'urql';
import { useApp } from '../app-context.ts';
import { roleName } from '../data/roles.ts';
import { useToast } from '../data/use-toast.ts';
import { fill } from '../i18n/languages.ts';
import { useSettingsTexts } from '../i18n/settings.ts';
import { Button } from '../ui/button.tsx';
import { ConfirmDialog } from '../ui/dialogs.tsx';
import { InviteDialog } from '../ui/invite-dialog.tsx';
import { useReport } from '../ui/report.ts';
import { Loaded, Row, Rows, Section } from '../ui/settings.tsx';
import { Time } from '../ui/time.tsx';
import { InvitationsDocument, ResendInvitationDocument, RevokeInvitationDocument } from './organization.generated.ts';
import { useOrganizationSettings } from './use-organization-settings.ts';

/** Invitations that nobody has accepted yet. */
export function Invitations() {
  const { messages, language } = useApp();
  const texts = useSettingsTexts();
  const toast = useToast();
  const report = useReport();
  const { organizationId, can, lockedBecause } = useOrganizationSettings();
  const [{ data, error }] = useQuery({ query: InvitationsDocument, variables: { organizationId } });
  const [, resend] = useMutation(ResendInvitationDocument);
  const [, revoke] = useMutation(RevokeInvitationDocument);
  return (
    <Section
      title={texts.invitations}
      hint={texts.invitationsHint}
      isScreen
      lockedBecause={lockedBecause('member.manage')}
      action={<InviteDialog organizationId={organizationId} canInviteAdmins={can('admin.manage')} />}
    >
      <Loaded value={data?.invitations} error={error}>
        {({ nodes }) => (
          <Rows empty={texts.noInvitations}>
            {nodes.map(({ id, email, role, expiresAt, mailedAt, link }) => (
              <Row
                key={id}
                title={email}
                marks={[roleName(role, messages), Date.parse(expiresAt) <= Date.now() && texts.expired]}
                meta={
                  <>
                    {mailedAt ? (
                      <>
                        {texts.mailed} <Time at={mailedAt} language={language} />
                      </>
                    ) : (
                      texts.notMailed
                    )}
                    {' · '}
                    {texts.expires} <Time at={expiresAt} language={language} />
                  </>
                }
              >
                {link && (
                  <Button
                    aria-label={fill(texts.copyLinkOf, { name: email })}
                    onClick={() => void navigator.clipboard.writeText(link).then(() => toast(messages.copied))}
                  >
                    {messages.copyLink}
                  </Button>
                )}
                <Button
                  aria-label={fill(texts.resendTo, { name: email })}
                  onClick={() =>
                    void resend({ organizationId, invitationId: id }).then((result) => report(result, texts.resent))
                  }
                >
                  {texts.resend}
                </Button>
                <ConfirmDialog
                  label={texts.revoke}
                  name={fill(texts.revokeNamed, { name: email })}
                  kind="danger"
                  title={fill(texts.revokeNamed, { name: email })}
                  hint={texts.revokeInvitationHint}
                  action={texts.revoke}
                  onConfirm={() => revoke({ organizationId, invitationId: id })}
                />
              </Row>
            ))}
          </Rows>
        )}
      </Loaded>
    </Section>
  );
}
