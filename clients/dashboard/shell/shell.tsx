import { Outlet, useNavigate, useRouterState } from '@tanstack/react-router';
import { Menu as MenuIcon, X } from 'lucide-react';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { Provider, useQuery } from 'urql';
import { useApp } from '../app-context.ts';
import { createData, type Data } from '../data/client.ts';
import { ShellContext } from '../data/shell-context.ts';
import { ShellDocument } from '../data/viewer.generated.ts';
import { KeyboardHelp } from '../keys/keyboard-help.tsx';
import { Failure, Pending } from '../ui/states.tsx';
import { Toasts } from '../ui/toasts.tsx';
import { CommandMenu } from './command-menu.tsx';
import classes from './shell.module.css';
import { Sidebar } from './sidebar.tsx';
import { Unverified } from './unverified.tsx';

/** Frame of all screens after the log-in. */
export function Shell() {
  const { session } = useApp();
  const navigate = useNavigate();
  const [data, setData] = useState<Data>();
  const user = useSyncExternalStore(session.subscribe, () => session.current()?.user.id);

  // A cache belongs to one user.
  useEffect(() => {
    if (!user) {
      void navigate({ to: '/login', search: { ended: true } });
      return undefined;
    }
    const created = createData(session);
    setData(created);
    return created.close;
  }, [user, session, navigate]);

  if (!data) return null;
  return (
    <Provider value={data.client}>
      <Frame data={data} />
    </Provider>
  );
}

function Frame({ data }: { data: Data }) {
  const { messages } = useApp();
  const [{ data: result, error }] = useQuery({ query: ShellDocument });
  const path = useRouterState({ select: ({ location }) => location.pathname });
  const isConnected = useSyncExternalStore(data.live.onChange, data.live.isConnected);
  const [openedAt, setOpenedAt] = useState<string>();
  const isOpen = openedAt === path;

  if (!result?.me) return error ? <Failure because={error} /> : <Pending />;
  return (
    <ShellContext value={{ data, viewer: result.me }}>
      <Toasts>
        <a href="#content" className={classes.skip}>
          {messages.skip}
        </a>
        <div className={classes.shell} data-menu={isOpen ? 'open' : 'closed'}>
          <button
            type="button"
            className={classes.menuButton}
            aria-expanded={isOpen}
            aria-label={isOpen ? messages.closeMenu : messages.menu}
            onClick={() => setOpenedAt(isOpen ? undefined : path)}
          >
            {isOpen ? <X size={18} aria-hidden="true" /> : <MenuIcon size={18} aria-hidden="true" />}
          </button>
          <Sidebar />
          <main id="content" className={classes.content} tabIndex={-1}>
            {isConnected === false && (
              <p role="status" className={classes.offline}>
                {messages.offline}
              </p>
            )}
            {!result.me.emailVerifiedAt && (
              <Unverified email={result.me.email} sendsMail={result.loginOptions?.sendsMail ?? true} />
            )}
            <Outlet />
          </main>
        </div>
        <KeyboardHelp />
        <CommandMenu />
      </Toasts>
    </ShellContext>
  );
}
