import { Outlet, useRouterState } from '@tanstack/react-router';
import { Copy } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import type { CombinedError } from 'urql';
import { useApp } from '../app-context.ts';
import { failureText } from '../data/failure-text.ts';
import { useToast } from '../data/use-toast.ts';
import { useSettingsTexts } from '../i18n/settings.ts';
import { Button } from './button.tsx';
import { FadingNav } from './fading-nav.tsx';
import classes from './settings.module.css';
import { Pending } from './states.tsx';

/** Properties of the links of a settings navigation. */
export const settingsLink = {
  className: classes.link,
  activeOptions: { exact: true, includeSearch: false },
  activeProps: { 'aria-current': 'page' as const },
};

/** Frame of settings: links at the side, above the content on narrow screens. */
export function SettingsFrame({ title, links }: { title: string; links: ReactNode }) {
  const path = useRouterState({ select: ({ location }) => location.pathname });
  return (
    <div className={classes.frame}>
      <div className={classes.side}>
        <h1 className={classes.title}>{title}</h1>
        <FadingNav label={title} current={path} className={classes.links}>
          {links}
        </FadingNav>
      </div>
      <div className={classes.content}>
        <Outlet />
      </div>
    </div>
  );
}

interface SectionProps {
  title: string;
  hint?: ReactNode;
  /** Button beside the title. */
  action?: ReactNode;
  /** Whether it names the screen. */
  isScreen?: boolean;
  isDanger?: boolean;
  /** Reason why the reader may not use it; shown instead of the content. */
  lockedBecause?: string | undefined;
  children?: ReactNode;
}

/** Part of a settings screen. */
export function Section({ title, hint, action, isScreen = false, isDanger = false, ...rest }: SectionProps) {
  const { messages } = useApp();
  const id = useId();
  return (
    <section className={classes.section} data-danger={isDanger || undefined} aria-labelledby={id}>
      {isScreen && <title>{`${title} · ${messages.appName}`}</title>}
      <header className={classes.head}>
        <h2 id={id} className={classes.heading} data-screen={isScreen || undefined}>
          {title}
        </h2>
        {rest.lockedBecause === undefined && action}
        {hint && <p className={classes.hint}>{hint}</p>}
      </header>
      {rest.lockedBecause === undefined ? rest.children : <p className={classes.empty}>{rest.lockedBecause}</p>}
    </section>
  );
}

/** Raised ground of a form. */
export const Card = ({ children }: { children: ReactNode }) => <div className={classes.card}>{children}</div>;

interface RowsProps {
  /** Says that it is empty, and what to do. */
  empty: string;
  /** Button below, such as one that removes filters. */
  emptyAction?: ReactNode;
  children: readonly ReactNode[];
}

/** List with lines. */
export function Rows({ empty, emptyAction, children }: RowsProps) {
  if (children.length === 0) {
    return (
      <div className={classes.empty}>
        <p>{empty}</p>
        {emptyAction}
      </div>
    );
  }
  return <ul className={classes.rows}>{children}</ul>;
}

interface RowProps {
  title: ReactNode;
  /** Short marks beside the title. */
  marks?: readonly (string | false | null | undefined)[];
  meta?: ReactNode;
  /** Buttons. */
  children?: ReactNode;
  /** Content below, over the whole width. */
  below?: ReactNode;
}

export function Row({ title, marks = [], meta, children, below }: RowProps) {
  return (
    <li className={classes.row}>
      <div className={classes.main}>
        <div className={classes.name}>
          {title}
          {marks.map(
            (mark) =>
              mark && (
                <span key={mark} className={classes.mark}>
                  {mark}
                </span>
              ),
          )}
        </div>
        {meta && <div className={classes.meta}>{meta}</div>}
      </div>
      {children && <div className={classes.actions}>{children}</div>}
      {below && <div className={classes.below}>{below}</div>}
    </li>
  );
}

/** Text to copy, such as a key. A secret is announced when it appears. */
export function CopyText({ text, hint, isSecret }: { text: string; hint?: string; isSecret?: boolean }) {
  const { messages } = useApp();
  const texts = useSettingsTexts();
  const toast = useToast();
  return (
    <div role={isSecret ? 'status' : undefined} className={classes.copy} data-secret={isSecret || undefined}>
      {hint && <p>{hint}</p>}
      <div className={classes.copyLine}>
        <code>{text}</code>
        <Button onClick={() => void navigator.clipboard.writeText(text).then(() => toast(messages.copied))}>
          <Copy size={14} aria-hidden="true" />
          {texts.copy}
        </Button>
      </div>
    </div>
  );
}

interface LoadedProps<Value> {
  value: Value | null | undefined;
  error: CombinedError | undefined;
  children(value: Value): ReactNode;
}

/** Shows loaded data; until then that it is loading, or the reason why it cannot be loaded. */
export function Loaded<Value>({ value, error, children }: LoadedProps<Value>) {
  const { messages } = useApp();
  if (value !== null && value !== undefined) return children(value);
  return error ? <p className={classes.empty}>{failureText(error, messages)}</p> : <Pending />;
}
