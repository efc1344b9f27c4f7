import { Link } from '@tanstack/react-router';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { useApp } from '../app-context.ts';
import { ask } from '../data/ask.ts';
import { link } from '../data/link.ts';
import { type Role, roleName } from '../data/roles.ts';
import { SessionError } from '../data/session.ts';
import type { InvitationByTokenQuery } from '../graphql-types.generated.ts';
import { fill } from '../i18n/languages.ts';
import { Button, buttonClass } from '../ui/button.tsx';
import { Pending } from '../ui/states.tsx';
import { EntryPage } from './entry-page.tsx';
import { InvitationByTokenDocument } from './invitation.generated.ts';
import { JoinForm } from './join-form.tsx';

type Invitation = NonNullable<InvitationByTokenQuery['invitationByToken']>;
type Ended = Exclude<Invitation['state'], 'pending'>;

/** Shows who invites to what, and makes the invited person a member: with or without an account. */
export function AcceptInvitation() {
  const { messages, session } = useApp();
  const [invitation, setInvitation] = useState<Invitation>();
  const [problem, setProblem] = useState<SessionError>();
  const [attempt, setAttempt] = useState(0);
  const user = useSyncExternalStore(session.subscribe, () => session.current()?.user);

  // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt reads again
  useEffect(() => {
    if (!link.token) return;
    Promise.all([
      ask(InvitationByTokenDocument, { token: link.token }),
      session.current() ?? session.renew().catch(() => null),
    ]).then(
      ([{ invitationByToken }]) => invitationByToken && setInvitation(invitationByToken),
      (error: unknown) => setProblem(error instanceof SessionError ? error : new SessionError(0, '')),
    );
  }, [session, attempt]);

  if (!link.token) return <Ending title={messages.incompleteLink} hint={messages.incompleteLinkHint} />;
  if (problem) {
    return (
      <EntryPage title={messages.invitation}>
        <p role="alert">{problem.message || messages.noResponse}</p>
        {problem.message ? (
          <Link to="/" className={buttonClass('plain')}>
            {messages.openDashboard}
          </Link>
        ) : (
          <Button
            onClick={() => {
              setProblem(undefined);
              setAttempt(attempt + 1);
            }}
          >
            {messages.retry}
          </Button>
        )}
      </EntryPage>
    );
  }
  if (!invitation) return <Pending />;
  if (invitation.state !== 'pending') {
    const endings: Record<Ended, [title: string, hint: string]> = {
      accepted: [messages.invitationAccepted, messages.invitationAcceptedHint],
      expired: [messages.invitationExpired, messages.invitationExpiredHint],
      revoked: [messages.invitationRevoked, messages.invitationRevokedHint],
      replaced: [messages.invitationReplaced, messages.invitationReplacedHint],
    };
    const [title, hint] = endings[invitation.state];
    return <Ending title={title} hint={hint} />;
  }

  const organization = invitation.organizationName ?? '';
  const inviter = invitation.inviterName ?? '';
  const from = invitation.inviterEmail ? `${inviter} (${invitation.inviterEmail})` : inviter;
  const email = invitation.email ?? link.email;
  return (
    <EntryPage title={fill(messages.joinTitle, { organization })}>
      <p>
        {inviter ? fill(messages.invitedBy, { name: from }) : messages.invited}{' '}
        {fill(messages.joinAs, { role: roleName((invitation.role ?? 'viewer') as Role, messages) })}
      </p>
      {user && user.email !== email ? (
        <>
          <p role="status">{fill(messages.invitationFor, { email, other: user.email })}</p>
          <Button kind="primary" onClick={() => void session.end()}>
            {messages.useOtherAccount}
          </Button>
        </>
      ) : (
        <JoinForm email={email} isLoggedIn={user !== undefined} />
      )}
    </EntryPage>
  );
}

function Ending({ title, hint }: { title: string; hint: string }) {
  const { messages } = useApp();
  return (
    <EntryPage title={title}>
      <p>{hint}</p>
      <Link to="/" className={buttonClass('plain')}>
        {messages.openDashboard}
      </Link>
    </EntryPage>
  );
}
