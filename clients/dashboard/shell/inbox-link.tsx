import { Link } from '@tanstack/react-router';
import { Inbox } from 'lucide-react';
import { useApp } from '../app-context.ts';
import { useUnreadCount } from '../data/use-unread.ts';
import { fill } from '../i18n/languages.ts';
import classes from './sidebar.module.css';

/** Most unread notifications that the service counts. */
const MOST = 1_000;

/** Inbox with the number of unread notifications, which screen readers hear when it changes. */
export function InboxLink() {
  const { messages, language } = useApp();
  const count = useUnreadCount();
  const text = count >= MOST ? `${MOST.toLocaleString(language)}+` : count.toLocaleString(language);
  return (
    <>
      <Link to="/inbox" className={classes.project} activeProps={{ 'aria-current': 'page' }}>
        <Inbox size={16} aria-hidden="true" />
        <span className={classes.name}>{messages.inbox}</span>
        {count > 0 && (
          <span className={classes.badge} aria-hidden="true">
            {text}
          </span>
        )}
      </Link>
      <span role="status" className={classes.hidden}>
        {count > 0 && fill(messages.unreadCount, { n: text })}
      </span>
    </>
  );
}
