import { useState } from 'react';
import { useQuery } from 'urql';
import { useApp } from '../app-context.ts';
import classes from './evidence.module.css';
import { ThreadTrailDocument } from './thread.generated.ts';
import type { Annotation } from './use-thread-actions.ts';

const BROWSER = ['userAgent', 'language', 'viewport', 'screen', 'pixelRatio', 'colorScheme', 'online'] as const;

const ELEMENT = ['selector', 'text'] as const;

const isKnown = (value: unknown): boolean => value !== undefined && value !== null && value !== '';

/** Technical details of a comment, folded. Texts of visitors are shown as text. */
export function Evidence({ annotation }: { annotation: Annotation }) {
  const { messages } = useApp();
  const { domFingerprint, diagnostics } = annotation;
  const { browser, console: lines = [], requests = [] } = diagnostics ?? {};
  return (
    <section className={classes.evidence} aria-label={messages.evidence}>
      <h3>{messages.evidence}</h3>
      {ELEMENT.some((name) => isKnown(domFingerprint[name])) && (
        <details>
          <summary>{messages.element}</summary>
          <Values of={domFingerprint} names={ELEMENT} />
        </details>
      )}
      {browser && BROWSER.some((name) => isKnown(browser[name])) && (
        <details>
          <summary>{messages.browser}</summary>
          <Values of={browser} names={BROWSER} />
        </details>
      )}
      <Lines title={messages.consoleLines} lines={lines.map(({ level, text }) => `${level ?? 'log'}: ${text}`)} />
      <Lines title={messages.failedRequests} lines={requests.map(({ status, url }) => `${status ?? 0} ${url}`)} />
      <Trail id={annotation.id} />
    </section>
  );
}

/** Texts of the page that were recorded with the comment; nothing without any. */
function Lines({ title, lines }: { title: string; lines: readonly string[] }) {
  if (lines.length === 0) return null;
  return (
    <details>
      <summary>
        {title} · {lines.length}
      </summary>
      <ol className={classes.lines}>
        {lines.map((line, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the lines never change
          <li key={index}>{line}</li>
        ))}
      </ol>
    </details>
  );
}

/** Steps of the visitor before the comment, fetched when opened. */
function Trail({ id }: { id: string }) {
  const { messages } = useApp();
  const [isOpen, setOpen] = useState(false);
  const [{ data }] = useQuery({ query: ThreadTrailDocument, variables: { id }, pause: !isOpen });
  const steps = data?.annotationTrail;
  return (
    <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{messages.trail}</summary>
      {steps?.length === 0 && <p>{messages.noTrail}</p>}
      <ol className={classes.lines}>
        {steps?.map(({ type, at, text, selector }) => (
          <li key={`${at}${selector ?? ''}`}>
            {type} {text ?? selector}
          </li>
        ))}
      </ol>
    </details>
  );
}

function Values({ of, names }: { of: Readonly<Record<string, unknown>>; names: readonly string[] }) {
  return (
    <dl className={classes.values}>
      {names.map((name) => {
        const value = of[name];
        if (!isKnown(value)) return null;
        return (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{valueText(value)}</dd>
          </div>
        );
      })}
    </dl>
  );
}

/** A size, or the value itself. */
function valueText(value: unknown): string {
  const { width, height } = Object(value);
  return width === undefined ? String(value) : `${width} × ${height}`;
}
