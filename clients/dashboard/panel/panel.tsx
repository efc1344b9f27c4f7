import { type ReactNode, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import { Provider, useQuery } from 'urql';
import { createData, type Data } from '../data/client.ts';
import { LivePlaces } from '../data/places.ts';
import { ShellContext } from '../data/shell-context.ts';
import type { PanelTexts } from '../i18n/panel.ts';
import { KeyboardHelp } from '../keys/keyboard-help.tsx';
import { Button } from '../ui/button.tsx';
import { Notice } from '../ui/notice.tsx';
import { Failure, Pending } from '../ui/states.tsx';
import { Toasts } from '../ui/toasts.tsx';
import { guardChanges, watchCover } from './guard.ts';
import { PanelHeader } from './header.tsx';
import type { Host } from './host.ts';
import { PanelLogIn } from './log-in.tsx';
import { readPlaces } from './messages.ts';
import type { Navigation } from './navigation.ts';
import { PanelDocument } from './panel.generated.ts';
import classes from './panel.module.css';
import type { PanelSession } from './panel-session.ts';
import { PinBar } from './pin-bar.tsx';
import { usePagePins } from './use-page-pins.ts';

interface Props {
  host: Host;
  session: PanelSession;
  projectId: string;
  texts: PanelTexts;
  navigation: Navigation;
  /** List and thread. */
  children: ReactNode;
}

/** Frame of the list and the thread on a customer's page. */
export function Panel(props: Props) {
  const { host, session, texts } = props;
  const { store } = session;
  const user = useSyncExternalStore(store.subscribe, store.current)?.user;
  const [isKnown, setKnown] = useState(false);
  const [data, setData] = useState<Data>();
  const [name, setName] = useState<string>();
  const [isWhole, setWhole] = useState(false);
  const userId = user?.id;

  useEffect(() => {
    store
      .renew()
      .catch(() => null)
      .finally(() => setKnown(true));
  }, [store]);
  // A cache belongs to one user.
  useEffect(() => {
    if (!userId) {
      setData(undefined);
      return undefined;
    }
    const created = createData(store, guardChanges(watchCover(document.body), texts.covered));
    setData(created);
    return created.close;
  }, [userId, store, texts]);

  // The header stays the same element in all states: a click while it is replaced would be lost.
  return (
    <div className={classes.panel}>
      <PanelHeader
        host={host}
        texts={texts}
        {...(user && { name, scope: { isWhole, choose: setWhole }, onLogOut: () => void store.end() })}
      />
      {!isKnown && <Pending />}
      {isKnown && !user && <PanelLogIn {...props} />}
      {isKnown && user && data && (
        <Provider value={data.client}>
          <Frame {...props} data={data} user={user} isWhole={isWhole} onName={setName} />
        </Provider>
      )}
    </div>
  );
}

interface FrameProps extends Props {
  data: Data;
  user: { id: string; name: string; email: string };
  /** Whether the comments of all pages are listed. */
  isWhole: boolean;
  onName(name: string | undefined): void;
}

function Frame(props: FrameProps) {
  const { host, session, projectId, texts, navigation, children, data, user, isWhole, onName } = props;
  const [{ data: result, error }] = useQuery({ query: PanelDocument, variables: { projectId } });
  const project = result?.project;
  const organization = project?.organization;
  const [page, setPage] = useState(host.hello.url);
  const [places, setPlaces] = useState('');
  const livePlaces = useMemo(() => readPlaces(places), [places]);
  usePagePins(host, projectId, project ? page : undefined);

  const shell = useMemo(() => {
    if (!project || !organization) return undefined;
    // Rights in the project are those of its organization, within what the panel may do.
    const rights = { viewerActions: project.viewerActions, viewerRole: project.viewerRole };
    const memberships = [{ organization: { ...organization, ...rights } }];
    return { data, viewer: { ...user, isInstallationAdministrator: false, memberships }, isPanel: true as const };
  }, [data, user, project, organization]);

  useEffect(() => onName(project?.name), [project, onName]);
  useEffect(() => navigation.list(isWhole ? undefined : page), [navigation, isWhole, page]);
  useEffect(
    () =>
      host.listen((message) => {
        if (message.kind === 'page') setPage(message.url);
        if (message.kind === 'open') navigation.open(message.id);
        if (message.kind === 'places') setPlaces(message.places);
      }),
    [host, navigation],
  );
  // The page may send messages from now on.
  useEffect(() => {
    host.send({ kind: 'session', isActive: true });
    return () => host.send({ kind: 'session', isActive: false });
  }, [host]);

  const hovered = useRef('');
  /** Outlines a comment of the list on the page; by default the open one. */
  const hover = (row: string) => {
    const id = row || navigation.openId() || '';
    if (id !== hovered.current) host.send({ kind: 'hover', id });
    hovered.current = id;
  };

  if (!shell) {
    return (
      <>
        {error && !result?.project && error.networkError && <Failure because={error} />}
        {error && !error.networkError && (
          <Notice title={texts.noAccess}>
            <p>{texts.noAccessHint}</p>
            <Button onClick={() => void session.store.end()}>{texts.logOut}</Button>
          </Notice>
        )}
        {!error && <Pending />}
      </>
    );
  }
  return (
    <ShellContext value={shell}>
      <LivePlaces value={livePlaces}>
        <Toasts>
          <PinBar
            host={host}
            texts={texts}
            navigation={navigation}
            canMove={project?.viewerActions?.includes('annotation.change') ?? false}
          />
          <main
            className={classes.content}
            onPointerOver={({ target }) => hover(idOfRow(target))}
            onPointerLeave={() => hover('')}
          >
            {children}
          </main>
          <KeyboardHelp />
        </Toasts>
      </LivePlaces>
    </ShellContext>
  );
}

/** Id of the comment in whose row of the list the element is; empty outside of rows. */
const idOfRow = (element: EventTarget): string =>
  (element instanceof Element && element.closest('[data-id]')?.getAttribute('data-id')) || '';
