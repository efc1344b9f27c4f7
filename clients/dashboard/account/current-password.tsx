import { useSettingsTexts } from '../i18n/settings.ts';
import { Field } from '../ui/field.tsx';

/** Field for the password of the account, which confirms a change. */
export function CurrentPassword({ hint, autoFocus }: { hint?: string; autoFocus?: boolean }) {
  const texts = useSettingsTexts();
  return (
    <Field
      label={texts.currentPassword}
      hint={hint}
      name="currentPassword"
      type="password"
      autoComplete="current-password"
      required
      autoFocus={autoFocus}
    />
  );
}
