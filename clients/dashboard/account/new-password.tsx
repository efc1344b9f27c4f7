import { useApp } from '../app-context.ts';
import { fill } from '../i18n/languages.ts';
import { Field } from '../ui/field.tsx';

/** Shortest password that the service accepts, characters. */
const MIN_LENGTH = 8;

/** Field for a password that the account gets. */
export function NewPassword({ label, name, autoFocus }: { label: string; name: string; autoFocus?: boolean }) {
  const { messages } = useApp();
  return (
    <Field
      label={label}
      name={name}
      type="password"
      autoComplete="new-password"
      required
      minLength={MIN_LENGTH}
      maxLength={200}
      hint={fill(messages.passwordHint, { n: MIN_LENGTH })}
      autoFocus={autoFocus}
    />
  );
}
