import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useApp } from '../app-context.ts';
import { link } from '../data/link.ts';
import { post } from '../data/session.ts';
import { Button, buttonClass } from '../ui/button.tsx';
import { Redirect } from '../ui/redirect.tsx';
import { EntryForm, EntryPage } from './entry-page.tsx';
import { NewPassword } from './new-password.tsx';

/** Sets a new password with a mailed link; without one, leads to the form that mails it. */
export function ResetPassword() {
  const { messages } = useApp();
  const [isDone, setDone] = useState(false);
  if (!link.token) return <Redirect to={{ to: '/forgot-password' }} />;
  return (
    <EntryPage
      title={messages.forgotTitle}
      footer={!isDone && <Link to="/forgot-password">{messages.requestNewLink}</Link>}
    >
      {isDone ? (
        <>
          <p role="status">{messages.passwordSet}</p>
          <Link to="/login" className={buttonClass('primary')}>
            {messages.logIn}
          </Link>
        </>
      ) : (
        <EntryForm
          onSubmit={async ({ password }) => {
            await post('/auth/password-reset/confirm', { token: link.token, password });
            setDone(true);
          }}
        >
          <NewPassword label={messages.newPassword} name="password" autoFocus />
          <Button kind="primary" type="submit">
            {messages.setPassword}
          </Button>
        </EntryForm>
      )}
    </EntryPage>
  );
}
