import { type FormEvent, type ReactNode, useRef, useState } from 'react';
import type { CombinedError } from 'urql';
import { useApp } from '../app-context.ts';
import { type FieldProblem, failureText, problemsOf } from '../data/failure-text.ts';
import { useSettingsTexts } from '../i18n/settings.ts';
import { Button } from './button.tsx';
import { FieldErrors, FormError } from './field.tsx';
import classes from './form.module.css';

/** Result of a mutation, or of another request: its reason, and the problems of fields. */
export interface Outcome {
  error?: CombinedError | undefined;
  message?: string;
  fields?: readonly FieldProblem[];
}

interface Props {
  onSave(values: FormData): Promise<Outcome>;
  onSaved?(): void;
  /** Default: Save. */
  saveLabel?: string;
  /** Whether it creates something: there is nothing to change first. */
  isNew?: boolean;
  isDanger?: boolean;
  /** Reason why the reader may not change anything. */
  lockedBecause?: string | undefined;
  /** Whether the values are complete; the button waits for it. */
  isReady?: boolean;
  onCancel?(): void;
  /** Default: Cancel. */
  cancelLabel?: string;
  children: ReactNode;
}

type State = 'same' | 'changed' | 'saving' | 'saved';
interface Errors {
  fields: Readonly<Record<string, string>>;
  rest: string;
}
const NONE: Errors = { fields: {}, rest: '' };

/** Form with its save state. What was typed stays after an error, which is shown at its field. */
export function Form({ onSave, onSaved, isNew = false, isDanger, lockedBecause, isReady = true, ...props }: Props) {
  const { messages } = useApp();
  const texts = useSettingsTexts();
  const form = useRef<HTMLFormElement>(null);
  const [state, setState] = useState<State>('same');
  const [errors, setErrors] = useState<Errors>(NONE);

  async function submit(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    if (state === 'saving') return;
    setState('saving');
    setErrors(NONE);
    const { error, message, fields } = await onSave(new FormData(event.currentTarget));
    if (!error && !message) {
      setState('saved');
      onSaved?.();
      return;
    }
    const reason = message ?? (error ? failureText(error, messages) : '');
    const next = errorsOf(reason, fields ?? (error ? problemsOf(error) : []), form.current);
    setErrors(next);
    setState('changed');
    const [first] = Object.keys(next.fields);
    const field = first && form.current?.elements.namedItem(first);
    if (field instanceof HTMLElement) field.focus();
  }

  const canSave = isReady && state !== 'saving' && (isNew || state === 'changed');
  return (
    <form ref={form} className={classes.form} onSubmit={submit} onInput={() => setState('changed')}>
      <fieldset className={classes.fields} disabled={lockedBecause !== undefined}>
        <FieldErrors value={errors.fields}>{props.children}</FieldErrors>
      </fieldset>
      <FormError>{errors.rest}</FormError>
      {lockedBecause === undefined ? (
        <div className={classes.actions}>
          <span role="status" className={classes.state}>
            {state === 'saving' && texts.saving}
            {state === 'saved' && !isNew && texts.saved}
          </span>
          {props.onCancel && <Button onClick={props.onCancel}>{props.cancelLabel ?? messages.cancel}</Button>}
          <Button kind={isDanger ? 'danger' : 'primary'} type="submit" disabled={!canSave}>
            {props.saveLabel ?? messages.save}
          </Button>
        </div>
      ) : (
        <p className={classes.locked}>{lockedBecause}</p>
      )}
    </form>
  );
}

/** Messages of the fields that the form has, and the rest. */
function errorsOf(reason: string, problems: readonly FieldProblem[], form: HTMLFormElement | null): Errors {
  if (problems.length === 0) return { fields: {}, rest: reason };
  const fields: Record<string, string> = {};
  const rest: string[] = [];
  for (const { path, message } of problems) {
    const name = fieldOf(path, form);
    if (name) fields[name] = capitalized(message);
    else rest.push(`${path}: ${message}`);
  }
  return { fields, rest: rest.join('; ') };
}

/** Name of the field that a path is in: `pipeline.refs` for `pipeline.refs.0`. */
function fieldOf(path: string, form: HTMLFormElement | null): string | undefined {
  const steps = path.split('.');
  const names = steps.map((_, index) => steps.slice(0, steps.length - index).join('.'));
  return names.find((name) => form?.elements.namedItem(name));
}

const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** Text of a field, without spaces at its ends. */
export const textOf = (values: FormData, name: string): string => String(values.get(name) ?? '').trim();

/** Text of a field; undefined if it is empty. */
export const optional = (values: FormData, name: string): string | undefined => textOf(values, name) || undefined;

/** JSON object of a field; undefined if it is empty. The service rejects other JSON. */
export function jsonOf(values: FormData, name: string): Record<string, unknown> | undefined {
  const text = optional(values, name);
  if (text === undefined) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return JSON.parse(JSON.stringify(text));
  }
}

/** Values of the ticked boxes with a name. */
export const listOf = (values: FormData, name: string): string[] => values.getAll(name).map(String);

/** Lines of a field that are not empty. */
export const linesOf = (values: FormData, name: string): string[] =>
  textOf(values, name)
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);
