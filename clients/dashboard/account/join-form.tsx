import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useApp } from '../app-context.ts';
import { keepLink, link } from '../data/link.ts';
import { chooseOrganization } from '../data/organization.ts';
import { logIn, post, register } from '../data/session.ts';
import { Button } from '../ui/button.tsx';
import { Choices } from '../ui/choices.tsx';
import { Field } from '../ui/field.tsx';
import { EntryForm } from './entry-page.tsx';
import { NewPassword } from './new-password.tsx';
import { OtherLogin } from './other-login.tsx';

type Account = 'new' | 'known';

/** Accepts the invitation of the link, after a log-in or a registration if there is no session. */
export function JoinForm({ email, isLoggedIn }: { email: string; isLoggedIn: boolean }) {
  const { messages, session } = useApp();
  const navigate = useNavigate();
  const [account, setAccount] = useState<Account>('new');
  const isNew = account === 'new';
  const withoutSession = isNew ? messages.joinNew : messages.joinKnown;

  async function join() {
    const token = (await session.token()) ?? undefined;
    const { id } = await post<{ id: string }>('/invitations/accept', { token: link.token }, token);
    chooseOrganization(id);
    await navigate({ to: '/' });
  }
  async function openSession({ name = '', password = '' }: Record<string, string>) {
    if (isNew) await register(session, { name, email, password, invitationToken: link.token });
    else await logIn(session, email, password);
  }

  // One form before and after the log-in, so that it keeps its error.
  return (
    <>
      {!isLoggedIn && (
        <Choices<Account>
          legend={messages.account}
          value={account}
          options={{ new: messages.iAmNew, known: messages.iHaveAccount }}
          onChange={setAccount}
        />
      )}
      <EntryForm
        onSubmit={async (values) => {
          if (!isLoggedIn) await openSession(values);
          await join();
        }}
      >
        {!isLoggedIn && <AccountFields email={email} isNew={isNew} />}
        <Button kind="primary" type="submit">
          {isLoggedIn ? messages.join : withoutSession}
        </Button>
        {!isLoggedIn && <OtherLogin next="/accept-invitation" onLeave={keepLink} />}
      </EntryForm>
    </>
  );
}

function AccountFields({ email, isNew }: { email: string; isNew: boolean }) {
  const { messages } = useApp();
  return (
    <>
      <Field label={messages.email} name="email" type="email" autoComplete="username" value={email} readOnly />
      {isNew && <Field label={messages.name} name="name" autoComplete="name" required maxLength={120} autoFocus />}
      {isNew ? (
        <NewPassword label={messages.password} name="password" />
      ) : (
        <Field
          label={messages.password}
          name="password"
          type="password"
          autoComplete="current-password"
          required
          hint={<Link to="/forgot-password">{messages.forgot}</Link>}
        />
      )}
    </>
  );
}
