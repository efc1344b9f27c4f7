import { useMutation, useQuery } from 'urql';
import { useApp } from '../app-context.ts';
import type { CaptureCredentialsQuery } from '../graphql-types.generated.ts';
import { fill } from '../i18n/languages.ts';
import { useSettingsTexts } from '../i18n/settings.ts';
import { ConfirmDialog, FormDialog } from '../ui/dialogs.tsx';
import { CheckField, Field, TextArea } from '../ui/field.tsx';
import { linesOf, textOf } from '../ui/form.tsx';
import { Row, Rows, Section } from '../ui/settings.tsx';
import {
  CaptureCredentialsDocument,
  DeleteCaptureCredentialsDocument,
  SetCaptureCredentialsDocument,
} from './settings.generated.ts';

interface Environment {
  id: string;
  name: string;
}

/** Credentials that captures of each environment send. They can be replaced, but not read. */
export function EnvironmentCredentials({ environments }: { environments: readonly Environment[] }) {
  const texts = useSettingsTexts();
  if (environments.length === 0) return null;
  return (
    <Section title={texts.credentials} hint={texts.credentialsHint}>
      <Rows empty={texts.noEnvironments}>
        {environments.map((environment) => (
          <CredentialsRow key={environment.id} environment={environment} />
        ))}
      </Rows>
    </Section>
  );
}

function CredentialsRow({ environment: { id, name } }: { environment: Environment }) {
  const { messages } = useApp();
  const texts = useSettingsTexts();
  const [{ data }] = useQuery({ query: CaptureCredentialsDocument, variables: { id } });
  const [, set] = useMutation(SetCaptureCredentialsDocument);
  const [, remove] = useMutation(DeleteCaptureCredentialsDocument);
  const stored = data?.captureCredentials;
  const title = fill(texts.credentialsOf, { name });
  const label = stored?.isSet ? texts.replaceCredentials : texts.setCredentials;
  return (
    <Row title={name} marks={[stored?.isSet && texts.credentialsSet]} meta={stored?.isSet && <Kinds stored={stored} />}>
      {stored && (
        <FormDialog
          label={label}
          name={`${label}: ${title}`}
          title={title}
          saveLabel={label}
          onSave={(values) => set({ id, ...valuesOf(values) })}
        >
          <Field label={texts.basicUser} name="basic" autoComplete="off" autoFocus />
          <Field label={messages.password} name="password" type="password" autoComplete="new-password" />
          <TextArea label={texts.credentialHeaders} name="headers" hint={texts.credentialHeadersHint} />
          <TextArea label={texts.credentialCookies} name="cookies" hint={texts.credentialCookiesHint} />
          <TextArea label={texts.credentialPaths} name="paths" hint={texts.credentialPathsHint} />
          <CheckField label={texts.credentialsShared} name="isShared" />
        </FormDialog>
      )}
      {stored?.isSet && (
        <ConfirmDialog
          label={texts.removeCredentials}
          name={`${texts.removeCredentials}: ${title}`}
          kind="danger"
          title={texts.removeCredentials}
          hint={texts.removeCredentialsHint}
          onConfirm={() => remove({ id })}
        />
      )}
    </Row>
  );
}

/** Names of what is sent, and the paths. */
function Kinds({ stored }: { stored: NonNullable<CaptureCredentialsQuery['captureCredentials']> }) {
  const { hasBasicAuth, headerNames, cookieNames, paths } = stored;
  const names = [...(hasBasicAuth ? ['Authorization: Basic'] : []), ...headerNames, ...cookieNames];
  return `${names.join(', ')} · ${paths.join(', ')}`;
}

function valuesOf(values: FormData) {
  const username = textOf(values, 'basic');
  const paths = linesOf(values, 'paths');
  return {
    basic: username ? { username, password: String(values.get('password') ?? '') } : null,
    headers: pairsOf(values, 'headers', ':'),
    cookies: pairsOf(values, 'cookies', '='),
    paths: paths.length > 0 ? paths : null,
    isShared: values.has('isShared'),
  };
}

/** Names and values of the lines of a field. */
const pairsOf = (values: FormData, field: string, separator: string) =>
  linesOf(values, field).map((line) => {
    const [name = '', ...rest] = line.split(separator);
    return { name: name.trim(), value: rest.join(separator).trim() };
  });
