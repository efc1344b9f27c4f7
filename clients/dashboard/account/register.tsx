import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { use } from 'react';
import { useApp } from '../app-context.ts';
import { loginOptions } from '../data/login-options.ts';
import { register } from '../data/session.ts';
import { Button } from '../ui/button.tsx';
import { Field } from '../ui/field.tsx';
import classes from './entry-page.module.css';
import { EntryForm, EntryPage } from './entry-page.tsx';
import { NewPassword } from './new-password.tsx';
import { OtherLogin } from './other-login.tsx';

export function Register() {
  const { messages, session } = useApp();
  const { next } = useSearch({ from: '/entry/register' });
  const navigate = useNavigate();
  const { registration } = use(loginOptions());
  return (
    <EntryPage
      title={messages.registerTitle}
      footer={
        <>
          {messages.haveAccount}{' '}
          <Link to="/login" search={{ next }}>
            {messages.logIn}
          </Link>
        </>
      }
    >
      {registration === 'invited' && <p className={classes.note}>{messages.byInvitation}</p>}
      <EntryForm
        onSubmit={async ({ name = '', email = '', password = '' }) => {
          await register(session, { name, email, password });
          await navigate({ href: `/app${next ?? '/'}` });
        }}
      >
        <Field label={messages.name} name="name" autoComplete="name" required maxLength={120} autoFocus />
        <Field label={messages.email} name="email" type="email" autoComplete="username" required />
        <NewPassword label={messages.password} name="password" />
        <Button kind="primary" type="submit">
          {messages.createAccount}
        </Button>
        <OtherLogin next={next ?? '/'} />
      </EntryForm>
    </EntryPage>
  );
}
