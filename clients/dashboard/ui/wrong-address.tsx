import { useEffect, useState } from 'react';
import { useApp } from '../app-context.ts';
import { loginOptions } from '../data/login-options.ts';
import { fill } from '../i18n/languages.ts';
import classes from './wrong-address.module.css';

/**
 * Says that the service is opened under another address than its own, where browsers keep no
 * session, with the link to the right one and the setting; nothing at the right address.
 */
export function WrongAddress() {
  const { messages } = useApp();
  const [baseUrl, setBaseUrl] = useState<string>();
  useEffect(() => void loginOptions().then((options) => setBaseUrl(options.baseUrl)), []);
  if (!baseUrl || new URL(baseUrl).origin === location.origin) return null;
  const there = new URL(location.pathname + location.search, baseUrl);
  const names = { here: location.origin, there: there.origin };
  return (
    <div role="alert" className={classes.note}>
      <p>{fill(messages.wrongAddress, names)}</p>
      <p>
        <a href={there.href}>{fill(messages.openThere, names)}</a>
      </p>
      <p>{fill(messages.wrongAddressHint, names)}</p>
    </div>
  );
}
