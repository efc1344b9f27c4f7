import { useMutation, useQuery } from 'urql';
import { useApp } from '../app-context.ts';
import type { EnvironmentKind, EnvironmentSettingsQuery } from '../graphql-types.generated.ts';
import { fill } from '../i18n/languages.ts';
import { useSettingsTexts } from '../i18n/settings.ts';
import { ConfirmDialog, FormDialog } from '../ui/dialogs.tsx';
import { Field, SelectField } from '../ui/field.tsx';
import { textOf } from '../ui/form.tsx';
import { Loaded, Row, Rows, Section } from '../ui/settings.tsx';
import { EnvironmentCredentials } from './environment-credentials.tsx';
import { useProjectSettings } from './project-context.ts';
import { ScriptsSeen } from './scripts-seen.tsx';
import {
  CreateEnvironmentDocument,
  DeleteEnvironmentDocument,
  EnvironmentSettingsDocument,
  UpdateEnvironmentDocument,
} from './settings.generated.ts';

type Environment = NonNullable<EnvironmentSettingsQuery['environments']>['nodes'][number];

/** Origins that serve the pages of a project, and where its scripts were seen. */
export function Environments() {
  const { messages } = useApp();
  const texts = useSettingsTexts();
  const { projectId, can } = useProjectSettings();
  const [{ data, error }] = useQuery({ query: EnvironmentSettingsDocument, variables: { projectId } });
  const [, create] = useMutation(CreateEnvironmentDocument);
  const [, update] = useMutation(UpdateEnvironmentDocument);
  const [, remove] = useMutation(DeleteEnvironmentDocument);
  const kinds = useKinds();
  const canManage = can('environment.manage');
  return (
    <>
      <Section
        title={texts.environments}
        hint={texts.environmentsHint}
        isScreen
        action={
          canManage && (
            <FormDialog
              label={texts.addEnvironment}
              kind="primary"
              title={texts.addEnvironment}
              saveLabel={messages.create}
              onSave={(values) => create({ projectId, ...valuesOf(values) })}
            >
              <EnvironmentFields />
            </FormDialog>
          )
        }
      >
        <Loaded value={data?.environments} error={error}>
          {({ nodes }) => (
            <Rows empty={texts.noEnvironments}>
              {nodes.map((environment) => (
                <Row
                  key={environment.id}
                  title={environment.name}
                  marks={[kinds[environment.kind]]}
                  meta={environment.url}
                >
                  {canManage && (
                    <>
                      <FormDialog
                        label={texts.edit}
                        name={fill(texts.editNamed, { name: environment.name })}
                        title={texts.edit}
                        saveLabel={messages.save}
                        onSave={(values) => update({ id: environment.id, ...valuesOf(values) })}
                      >
                        <EnvironmentFields environment={environment} />
                      </FormDialog>
                      <ConfirmDialog
                        label={texts.delete}
                        name={fill(texts.deleteNamed, { name: environment.name })}
                        kind="danger"
                        title={fill(texts.deleteNamed, { name: environment.name })}
                        hint={texts.deleteEnvironmentHint}
                        onConfirm={() => remove({ id: environment.id })}
                      />
                    </>
                  )}
                </Row>
              ))}
            </Rows>
          )}
        </Loaded>
      </Section>
      {can('captureCredentials.manage') && <EnvironmentCredentials environments={data?.environments?.nodes ?? []} />}
      <ScriptsSeen />
    </>
  );
}

function EnvironmentFields({ environment }: { environment?: Environment }) {
  const texts = useSettingsTexts();
  const kinds = useKinds();
  return (
    <>
      <Field label={texts.name} name="name" defaultValue={environment?.name} required maxLength={120} autoFocus />
      <Field
        label={texts.baseAddress}
        name="url"
        hint={texts.baseAddressHint}
        inputMode="url"
        placeholder="https://"
        defaultValue={environment?.url}
        required
      />
      <SelectField
        label={texts.kind}
        name="kind"
        defaultValue={environment?.kind ?? 'production'}
        options={Object.entries(kinds)}
      />
    </>
  );
}

const valuesOf = (values: FormData) => ({
  name: textOf(values, 'name'),
  url: textOf(values, 'url'),
  kind: textOf(values, 'kind') as EnvironmentKind,
});

function useKinds(): Record<EnvironmentKind, string> {
  const { messages } = useApp();
  const texts = useSettingsTexts();
  return { production: messages.production, staging: texts.staging, development: texts.development };
}
