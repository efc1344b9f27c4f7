import { useState } from 'react';
import { useQuery } from 'urql';
import { useApp } from '../app-context.ts';
import classes from './evidence.module.css';
import { ThreadTrailDocument } from './thread.generated.ts';
import type { Annotation } from './use-thread-actions.ts';

/** Technical details of a comment, folded. Texts of visitors are shown as text. */
export function Evidence({ annotation }: { annotation: Annotation }) {
  const { messages } = useApp();
  const { metadata, domFingerprint } = annotation;
  const diagnostics = (metadata.diagnostics ?? {}) as { console?: unknown; browser?: unknown };
  const lines = Array.isArray(diagnostics.console) ? diagnostics.console : [];
  return (
    <section className={classes.evidence} aria-label={messages.evidence}>
      <h3>{messages.evidence}</h3>
      <details>
        <summary>{messages.element}</summary>
        <Values of={domFingerprint} names={['selector', 'text']} />
      </details>
      <details>
        <summary>{messages.browser}</summary>
        <Values of={metadata} names={['userAgent', 'language', 'viewport']} />
      </details>
      {lines.length > 0 && (
        <details>
          <summary>
            {messages.consoleLines} · {lines.length}
          </summary>
          <ol className={classes.lines}>
            {lines.map((line: { level?: unknown; text?: unknown }, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the lines never change
              <li key={index}>
                {String(line.level)}: {String(line.text)}
              </li>
            ))}
          </ol>
        </details>
      )}
      <Trail id={annotation.id} />
    </section>
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
        if (value === undefined || value === null || value === '') return null;
        return (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{typeof value === 'object' ? JSON.stringify(value) : String(value)}</dd>
          </div>
        );
      })}
    </dl>
  );
}
