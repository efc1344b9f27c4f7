import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useMutation, useQuery } from 'urql';
import { useApp } from '../app-context.ts';
import type { WebhookFieldsFragment } from '../graphql-types.generated.ts';
import { useSettingsTexts } from '../i18n/settings.ts';
import { FormDialog } from '../ui/dialogs.tsx';
import { CheckField, CheckList, Field, SelectField } from '../ui/field.tsx';
import { listOf, textOf } from '../ui/form.tsx';
import { CopyText, Loaded, Row, Rows, Section } from '../ui/settings.tsx';
import { Time } from '../ui/time.tsx';
import { useProjectSettings } from './project-context.ts';
import { CreateWebhookDocument, WebhookSettingsDocument } from './webhooks.generated.ts';

const EVENTS = [
  'comment.created',
  'comment.resolved',
  'comment.updated',
  'comment.deleted',
  'annotation.created',
  'annotation.updated',
  'annotation.reopened',
  'annotation.deleted',
  'annotation.orphaned',
  'annotation.found',
  'snapshot.completed',
  'deployment.completed',
  'project.created',
  'member.invited',
];

/** Webhooks of a project, and those of all projects. */
export function Webhooks() {
  const { messages, language } = useApp();
  const texts = useSettingsTexts();
  const { projectId, organizationId, lockedBecause } = useProjectSettings();
  const [{ data, error }] = useQuery({ query: WebhookSettingsDocument, variables: { organizationId } });
  const [, create] = useMutation(CreateWebhookDocument);
  const [secret, setSecret] = useState<string>();
  return (
    <Section
      title={texts.webhooks}
      hint={texts.webhooksHint}
      isScreen
      lockedBecause={lockedBecause('webhook.manage')}
      action={
        <FormDialog
          label={texts.addWebhook}
          kind="primary"
          title={texts.addWebhook}
          saveLabel={messages.create}
          onSave={async (values) => {
            const scope = textOf(values, 'scope') === 'all' ? {} : { projectId };
            const result = await create({ organizationId, ...scope, ...valuesOf(values) });
            setSecret(result.data?.createWebhook.secret ?? undefined);
            return result;
          }}
        >
          <WebhookFields />
          <SelectField
            label={texts.scope}
            name="scope"
            options={[
              ['project', texts.thisProject],
              ['all', texts.allProjects],
            ]}
          />
        </FormDialog>
      }
    >
      {secret && <CopyText text={secret} hint={texts.secretOnce} isSecret />}
      <Loaded value={data?.webhooks} error={error}>
        {(webhooks) => (
          <Rows empty={texts.noWebhooks}>
            {webhooks.data
              .filter((webhook) => !webhook.projectId || webhook.projectId === projectId)
              .map(({ id, url, events, enabled, lastDelivery, ...webhook }) => (
                <Row
                  key={id}
                  title={
                    <Link to="/projects/$projectId/settings/webhooks/$webhookId" params={{ projectId, webhookId: id }}>
                      {url}
                    </Link>
                  }
                  marks={[!webhook.projectId && texts.allProjects, !enabled && texts.disabled]}
                  meta={
                    <>
                      {events.join(', ')}
                      {lastDelivery && (
                        <>
                          {' · '}
                          {texts[lastDelivery.state]} <Time at={lastDelivery.createdAt} language={language} />
                        </>
                      )}
                    </>
                  }
                />
              ))}
          </Rows>
        )}
      </Loaded>
    </Section>
  );
}

/** Fields of a new and of a present webhook. */
export function WebhookFields({ webhook }: { webhook?: WebhookFieldsFragment }) {
  const texts = useSettingsTexts();
  return (
    <>
      <Field
        label={texts.webhookUrl}
        name="url"
        type="url"
        placeholder="https://"
        defaultValue={webhook?.url}
        required
        maxLength={2_048}
      />
      <CheckList
        legend={texts.events}
        name="events"
        chosen={webhook?.events ?? ['comment.created', 'comment.resolved']}
        options={EVENTS.map((event) => [event, event])}
      />
      <CheckField
        label={texts.includeInternal}
        hint={texts.includeInternalHint}
        name="includeInternal"
        defaultChecked={webhook?.includeInternal}
      />
    </>
  );
}

export const valuesOf = (values: FormData) => ({
  url: textOf(values, 'url'),
  events: listOf(values, 'events'),
  includeInternal: values.has('includeInternal'),
});
