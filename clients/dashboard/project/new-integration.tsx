import { useRef } from 'react';
import { useMutation } from 'urql';
import { useApp } from '../app-context.ts';
import { failureText } from '../data/failure-text.ts';
import type { CreateIntegrationMutation, IntegrationProvider } from '../graphql-types.generated.ts';
import { useSettingsTexts } from '../i18n/settings.ts';
import { Button } from '../ui/button.tsx';
import { Field, FormError, SelectField } from '../ui/field.tsx';
import { Form, jsonOf, optional } from '../ui/form.tsx';
import { CreateIntegrationDocument, FindTargetsDocument } from './integrations.generated.ts';
import { useProjectSettings } from './project-context.ts';
import { PROVIDERS, type ProviderField } from './providers.ts';

export type Connected = CreateIntegrationMutation['createIntegration'];

interface Props {
  provider: IntegrationProvider;
  onConnected(integration: Connected): void;
  onCancel(): void;
}

/** Form that connects the project; the service lists the targets that the token can write to. */
export function NewIntegration({ provider, onConnected, onCancel }: Props) {
  const { messages } = useApp();
  const texts = useSettingsTexts();
  const { projectId } = useProjectSettings();
  const fields = useRef<HTMLDivElement>(null);
  const [, create] = useMutation(CreateIntegrationDocument);
  const [found, find] = useMutation(FindTargetsDocument);
  const { target, example, ...settings } = PROVIDERS[provider];
  const targets = found.data?.findIntegrationTargets.targets ?? [];
  const labels: Record<ProviderField, string> = {
    baseUrl: texts.baseUrl,
    email: messages.email,
    webhookUrl: texts.incomingWebhook,
    token: texts.apiToken,
    issueType: texts.issueType,
    issueFields: texts.issueFields,
    inboundSecret: texts.inboundSecret,
  };
  const hints: Partial<Record<ProviderField, string>> = {
    webhookUrl: texts.incomingWebhookHint,
    baseUrl: provider === 'jira' ? 'https://example.atlassian.net' : texts.baseUrlHint,
    issueFields: texts.issueFieldsHint,
    ...(provider === 'jira' && { email: texts.jiraEmailHint }),
  };

  function search(): void {
    const form = fields.current?.closest('form');
    if (!form) return;
    const values = new FormData(form);
    const [baseUrl, email, token] = ['baseUrl', 'email', 'token'].map((name) => optional(values, name));
    void find({ projectId, provider, baseUrl, email, token });
  }

  return (
    <Form
      isNew
      saveLabel={texts.connect}
      onCancel={onCancel}
      onSave={async (values) => {
        const names = ['name', target, ...settings.fields];
        const given = Object.fromEntries(names.map((name) => [name, optional(values, name)]));
        const issueFields = jsonOf(values, 'issueFields');
        const result = await create({
          projectId,
          provider,
          ...given,
          ...(issueFields !== undefined && { issueFields }),
        });
        if (result.data) onConnected(result.data.createIntegration);
        return result;
      }}
    >
      {settings.fields.map((name) => (
        <Field
          key={name}
          label={labels[name]}
          name={name}
          hint={hints[name]}
          type={name === 'token' || name === 'webhookUrl' ? 'password' : 'text'}
          autoComplete="off"
          required={settings.required.includes(name)}
        />
      ))}
      <div ref={fields}>
        {targets.length > 0 ? (
          <SelectField
            label={texts[target]}
            name={target}
            options={targets.map(({ value, name, group }) => [value, group ? `${group} / ${name}` : name])}
          />
        ) : (
          <Field label={texts[target]} name={target} placeholder={example} />
        )}
      </div>
      <div>
        <Button disabled={found.fetching} onClick={search}>
          {found.fetching ? messages.loading : texts.listTargets}
        </Button>
      </div>
      <FormError>{found.error && failureText(found.error, messages)}</FormError>
    </Form>
  );
}
