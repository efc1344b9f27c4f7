import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useApp } from '../app-context.ts';
import { post } from '../data/session.ts';
import { Button } from '../ui/button.tsx';
import { Field } from '../ui/field.tsx';
import classes from './entry-page.module.css';
import { EntryForm, EntryPage } from './entry-page.tsx';

export function ForgotPassword() {
  const { messages } = useApp();
  const [isSent, setSent] = useState(false);
  return (
    <EntryPage title={messages.forgotTitle} footer={<Link to="/login">{messages.backToLogIn}</Link>}>
      {isSent ? (
        <p role="status">{messages.linkSent}</p>
      ) : (
        <>
          <p className={classes.note}>{messages.forgotHint}</p>
          <EntryForm
            onSubmit={async ({ email }) => {
              await post('/auth/password-reset', { email });
              setSent(true);
            }}
          >
            <Field label={messages.email} name="email" type="email" autoComplete="username" required autoFocus />
            <Button kind="primary" type="submit">
              {messages.sendLink}
            </Button>
          </EntryForm>
        </>
      )}
    </EntryPage>
  );
}
