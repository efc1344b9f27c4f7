import { use } from 'react';
import { useApp } from '../app-context.ts';
import { loginOptions } from '../data/login-options.ts';
import { fill } from '../i18n/languages.ts';
import { buttonClass } from '../ui/button.tsx';
import classes from './entry-page.module.css';

interface Props {
  /** Path of the dashboard to continue at. */
  next: string;
  /** Called before the browser leaves the page. */
  onLeave?(): void;
}

/** Paths that the service returns to after the provider's log-in. */
const RETURN_TO = /^\/(?![/\\])[\w\-./?=&%~]{0,512}$/;

/** Log-in with the provider that the operator has configured, if any. */
export function OtherLogin({ next, onLeave }: Props) {
  const { messages } = useApp();
  const { oidc } = use(loginOptions());
  if (!oidc) return null;
  const returnTo = RETURN_TO.test(`/app${next}`) ? `/app${next}` : '/app';
  return (
    <>
      <p className={classes.or}>{messages.or}</p>
      <a className={buttonClass('plain')} href={`${oidc.url}?${new URLSearchParams({ returnTo })}`} onClick={onLeave}>
        {fill(messages.logInWith, { name: oidc.name })}
      </a>
    </>
  );
}
