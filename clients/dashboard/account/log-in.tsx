import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { use } from 'react';
import { useApp } from '../app-context.ts';
import { loginOptions } from '../data/login-options.ts';
import { logIn } from '../data/session.ts';
import { Button } from '../ui/button.tsx';
import { Field } from '../ui/field.tsx';
import classes from './entry-page.module.css';
import { EntryForm, EntryPage } from './entry-page.tsx';
import { OtherLogin } from './other-login.tsx';

export function LogIn() {
  const { messages, session } = useApp();
  const { next, ended } = useSearch({ from: '/entry/login' });
  const navigate = useNavigate();
  const { registration } = use(loginOptions());
  return (
    <EntryPage
      title={messages.logInTitle}
      footer={
        registration === 'open' ? (
          <>
            {messages.noAccount}{' '}
            <Link to="/register" search={{ next }}>
              {messages.createAccount}
            </Link>
          </>
        ) : (
          messages.byInvitation
        )
      }
    >
      {ended && (
        <p role="status" className={classes.note}>
          {messages.sessionEnded}
        </p>
      )}
      <EntryForm
        onSubmit={async ({ email = '', password = '' }) => {
          await logIn(session, email, password);
          await navigate({ href: `/app${next ?? '/'}` });
        }}
      >
        <Field label={messages.email} name="email" type="email" autoComplete="username" required autoFocus />
        <Field label={messages.password} name="password" type="password" autoComplete="current-password" required />
        <Button kind="primary" type="submit">
          {messages.logIn}
        </Button>
        <OtherLogin next={next ?? '/'} />
        <Link to="/forgot-password">{messages.forgot}</Link>
      </EntryForm>
    </EntryPage>
  );
}
