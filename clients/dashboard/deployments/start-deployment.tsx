import { useNavigate } from '@tanstack/react-router';
import { Rocket } from 'lucide-react';
import { useMutation } from 'urql';
import { useApp } from '../app-context.ts';
import { VIEWPORTS } from '../data/viewports.ts';
import { useDeploymentTexts } from '../i18n/deployments.ts';
import { FormDialog } from '../ui/dialogs.tsx';
import { CheckField, CheckList, Field, SelectField, TextArea } from '../ui/field.tsx';
import { linesOf, listOf, optional, textOf } from '../ui/form.tsx';
import { StartDeploymentDocument } from './deployments.generated.ts';
import { Recipe } from './recipe.tsx';

interface Props {
  projectId: string;
  environments: readonly { id: string; name: string }[];
  /** Id of the environment that is suggested. */
  chosen?: string | undefined;
}

/** Button with the form that starts a deployment, which is opened then. */
export function StartDeployment({ projectId, environments, chosen }: Props) {
  const { messages } = useApp();
  const texts = useDeploymentTexts();
  const navigate = useNavigate();
  const [, start] = useMutation(StartDeploymentDocument);
  async function save(values: FormData) {
    const pages = linesOf(values, 'pages');
    const widths = listOf(values, 'viewports');
    const result = await start({
      projectId,
      environmentId: textOf(values, 'environmentId'),
      commit: textOf(values, 'commit'),
      branch: optional(values, 'branch'),
      url: optional(values, 'url'),
      ...(pages.length > 0 && { pages }),
      ...(widths.length > 0 && { viewports: VIEWPORTS.filter(({ width }) => widths.includes(String(width))) }),
      force: values.has('force'),
    });
    const id = result.data?.createDeployment.id;
    if (id) {
      const params = { projectId, deploymentId: String(id) };
      void navigate({ to: '/projects/$projectId/deployments/$deploymentId', params });
    }
    return result;
  }
  return (
    <FormDialog
      label={
        <>
          <Rocket size={16} aria-hidden="true" />
          {texts.start}
        </>
      }
      kind="primary"
      title={texts.start}
      onSave={save}
    >
      <SelectField
        label={messages.environment}
        name="environmentId"
        defaultValue={chosen}
        options={environments.map(({ id, name }) => [String(id), name])}
      />
      <Field label={texts.commit} name="commit" required maxLength={255} autoComplete="off" autoFocus />
      <Field label={texts.branch} name="branch" maxLength={255} autoComplete="off" />
      <Field label={texts.link} name="url" type="url" placeholder="https://" maxLength={2_048} />
      <TextArea label={texts.pagesToCapture} hint={texts.pagesHint} name="pages" placeholder={'/\n/cart'} />
      <CheckList
        legend={texts.widths}
        hint={texts.widthsHint}
        name="viewports"
        chosen={[]}
        options={VIEWPORTS.map(({ width }) => [String(width), `${width} px`])}
      />
      <CheckField label={texts.force} name="force" />
      <details>
        <summary>{texts.fromPipeline}</summary>
        <Recipe projectId={projectId} environmentId={chosen ?? environments[0]?.id ?? ''} />
      </details>
    </FormDialog>
  );
}
