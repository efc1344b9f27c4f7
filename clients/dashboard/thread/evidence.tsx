import { useState } from 'react';
import { useQuery } from 'urql';
import { useApp } from '../app-context.ts';
import type { Messages } from '../i18n/main.ts';
import { deviceOf } from '../ui/device.ts';
import classes from './evidence.module.css';
import { sourcePlace } from './source-place.ts';
import { ThreadSourceDocument, ThreadTrailDocument } from './thread.generated.ts';
import type { Annotation } from './use-thread-actions.ts';

/** Values that are shown, with their names. */
type Names = readonly (readonly [value: string, name: keyof Messages])[];

const BROWSER = [
  ['userAgent', 'userAgent'],
  ['language', 'language'],
  ['viewport', 'viewport'],
  ['screen', 'screen'],
  ['pixelRatio', 'pixelRatio'],
  ['colorScheme', 'colorScheme'],
  ['online', 'online'],
] as const satisfies Names;

const ELEMENT = [
  ['selector', 'selector'],
  ['text', 'elementText'],
] as const satisfies Names;

/** Names of the steps that the script records itself; pages may record others. */
const STEPS = {
  page_view: 'step_page_view',
  click: 'step_click',
  hover: 'step_hover',
  input: 'step_input',
} as const satisfies Record<string, keyof Messages>;

const isKnown = (value: unknown): boolean => value !== undefined && value !== null && value !== '';

/** Technical details of a comment, folded. Texts of visitors are shown as text. */
export default function Evidence({ annotation }: { annotation: Annotation }) {
  const { messages } = useApp();
  const { domFingerprint, diagnostics } = annotation;
  const { browser, console: lines = [], requests = [] } = diagnostics ?? {};
  return (
    <section className={classes.evidence} aria-label={messages.evidence}>
      <h3>{messages.evidence}</h3>
      <SourceCode annotation={annotation} />
      {ELEMENT.some(([value]) => isKnown(domFingerprint[value])) && (
        <details>
          <summary>{messages.element}</summary>
          <Values of={domFingerprint} names={ELEMENT} />
        </details>
      )}
      {browser && BROWSER.some(([value]) => isKnown(browser[value])) && (
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

/** Less certain places are shown with their confidence. */
const CERTAIN = 0.8;

/** Places in the code: by the manifest of the commit, then the files that the page named. */
function SourceCode({ annotation: { id, diagnostics } }: { annotation: Annotation }) {
  const { messages } = useApp();
  const { elementId, source = [] } = diagnostics ?? {};
  const [{ data }] = useQuery({ query: ThreadSourceDocument, variables: { id }, pause: !elementId });
  const hints = source.map((hint) => ({ ...hint, url: null, confidence: 1 }));
  const places = data?.locate?.candidates ?? hints;
  const [nearest] = places;
  if (!nearest) return null;
  const certainty = ({ confidence }: { confidence: number }) =>
    confidence < CERTAIN && `${Math.round(confidence * 100)} %`;
  return (
    <details>
      <summary>
        {messages.sourceCode} · <code>{sourcePlace(nearest)}</code> {certainty(nearest)}
      </summary>
      <ol className={classes.lines}>
        {places.map((place) => (
          <li key={`${sourcePlace(place)} ${place.component}`}>
            {place.url ? (
              <a href={place.url} target="_blank" rel="noreferrer">
                {sourcePlace(place)}
              </a>
            ) : (
              sourcePlace(place)
            )}{' '}
            {place.component} {certainty(place)}
          </li>
        ))}
      </ol>
    </details>
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
            {stepName(type, messages)} {text ?? selector}
          </li>
        ))}
      </ol>
    </details>
  );
}

const stepName = (type: string, messages: Messages): string =>
  Object.hasOwn(STEPS, type) ? messages[STEPS[type as keyof typeof STEPS]] : type;

function Values({ of, names }: { of: Readonly<Record<string, unknown>>; names: Names }) {
  const { messages } = useApp();
  return (
    <dl className={classes.values}>
      {names.map(([member, name]) => {
        const value = of[member];
        if (!isKnown(value)) return null;
        return (
          <div key={member}>
            <dt>{messages[name]}</dt>
            <dd title={name === 'userAgent' ? String(value) : undefined}>{valueText(name, value, messages)}</dd>
          </div>
        );
      })}
    </dl>
  );
}

/** Words for a device, yes, no and the color scheme, a size, or the value itself. */
function valueText(name: keyof Messages, value: unknown, messages: Messages): string {
  if (typeof value === 'boolean') return value ? messages.yes : messages.no;
  if (name === 'userAgent') return deviceOf(String(value), messages.browserOn);
  if (name === 'colorScheme') return value === 'dark' ? messages.themeDark : messages.themeLight;
  const { width, height } = Object(value);
  return width === undefined ? String(value) : `${width} × ${height}`;
}
