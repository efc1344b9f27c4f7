import { useMutation } from 'urql';
import { RetireGuardDocument } from '../data/guards.generated.ts';
import { useDeploymentTexts } from '../i18n/deployments.ts';
import { fill } from '../i18n/languages.ts';
import { FormDialog } from './dialogs.tsx';
import { Field } from './field.tsx';
import { textOf } from './form.tsx';

interface Props {
  id: string;
  /** Number of the comment and place, which tell the button from others. */
  number: number;
  place: string;
}

/** Button that ends a guard, with a reason. */
export function RetireGuard({ id, number, place }: Props) {
  const texts = useDeploymentTexts();
  const [, retire] = useMutation(RetireGuardDocument);
  return (
    <FormDialog
      label={texts.retire}
      name={fill(texts.retireNamed, { n: `#${number}`, name: place })}
      title={texts.retireTitle}
      saveLabel={texts.retire}
      onSave={(values) => retire({ id, reason: textOf(values, 'reason') })}
    >
      <p>{texts.retireHint}</p>
      <Field label={texts.retireReason} name="reason" required maxLength={255} autoFocus />
    </FormDialog>
  );
}
