import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { useMutation, useQuery } from 'urql';
import { useApp } from '../app-context.ts';
import { PRIORITIES } from '../data/list-search.ts';
import type { IntegrationDetailQuery, IntegrationFieldsFragment } from '../graphql-types.generated.ts';
import { useSettingsTexts } from '../i18n/settings.ts';
import { Button } from '../ui/button.tsx';
import { CheckField, CheckList, Field, TextArea } from '../ui/field.tsx';
import { Form, jsonOf, linesOf, listOf, optional, textOf } from '../ui/form.tsx';
import { useReport } from '../ui/report.ts';
import { Card, Loaded, Row, Rows } from '../ui/settings.tsx';
import { ConnectionScreen } from './connection-screen.tsx';
import {
  DeleteIntegrationDocument,
  IntegrationDetailDocument,
  TestIntegrationDocument,
  UpdateIntegrationDocument,
} from './integrations.generated.ts';
import { useProjectSettings } from './project-context.ts';
import { PROVIDERS, targetOf } from './providers.ts';
import { SendExisting } from './send-existing.tsx';

type Notice = IntegrationFieldsFragment['notify'][number];
type Filter = IntegrationFieldsFragment['filter'];
type Status = NonNullable<Filter['statuses']>[number];
type Priority = NonNullable<Filter['priorities']>[number];
type Labels = NonNullable<IntegrationDetailQuery['labels']>['nodes'];

/** One integration: what it receives, a test, and sending what exists. */
export function Integration() {
  const { integrationId: id } = useParams({
    from: '/shell/projects/$projectId/settings/integrations/$integrationId',
  });
  const { projectId } = useProjectSettings();
  const [{ data, error }, read] = useQuery({ query: IntegrationDetailDocument, variables: { id, projectId } });
  const [, update] = useMutation(UpdateIntegrationDocument);
  const [, remove] = useMutation(DeleteIntegrationDocument);
  return (
    <Loaded value={data?.integration} error={error}>
      {(integration) => (
        <ConnectionScreen
          kind="integration"
          title={integration.name}
          connection={integration}
          settings={
            <>
              <Connection integration={integration} />
              <Card>
                <IntegrationForm integration={integration} labels={data?.labels?.nodes ?? []} />
              </Card>
            </>
          }
          onEnable={(enabled) => update({ id, enabled })}
          onDelete={() => remove({ id })}
        >
          <SendExisting
            integrationId={id}
            sends={data?.annotationSends?.nodes ?? []}
            read={() => read({ requestPolicy: 'network-only' })}
          />
        </ConnectionScreen>
      )}
    </Loaded>
  );
}

/** Target of an integration, with a button that tries it. */
function Connection({ integration }: { integration: IntegrationFieldsFragment }) {
  const texts = useSettingsTexts();
  const report = useReport();
  const [{ fetching }, test] = useMutation(TestIntegrationDocument);
  const [result, setResult] = useState<{ ok: boolean; message: string }>();
  return (
    <Rows empty="">
      {[
        <Row
          key="connection"
          title={targetOf(integration)}
          marks={[PROVIDERS[integration.provider].name, integration.pendingCount > 0 && `${integration.pendingCount}`]}
          meta={
            result ? <span role="status">{`${result.ok ? '✓' : '✗'} ${result.message}`}</span> : integration.lastError
          }
        >
          <Button
            disabled={fetching}
            onClick={() =>
              void test({ id: integration.id }).then((answer) => {
                setResult(answer.data?.testIntegration);
                report(answer);
              })
            }
          >
            {texts.testConnection}
          </Button>
        </Row>,
      ]}
    </Rows>
  );
}

function IntegrationForm({ integration, labels }: { integration: IntegrationFieldsFragment; labels: Labels }) {
  const { messages } = useApp();
  const texts = useSettingsTexts();
  const [, update] = useMutation(UpdateIntegrationDocument);
  const { id, filter, provider, issueFields } = integration;
  const fieldsText = issueFields ? JSON.stringify(issueFields) : '';
  return (
    <Form
      onSave={(values) => {
        const statuses = listOf(values, 'statuses') as Status[];
        const pages = linesOf(values, 'pages');
        const labelIds = listOf(values, 'labelIds');
        const priorities = listOf(values, 'priorities') as Priority[];
        return update({
          id,
          name: textOf(values, 'name'),
          notify: listOf(values, 'notify') as Notice[],
          includeInternal: values.has('includeInternal'),
          filter: {
            ...(statuses.length > 0 && { statuses }),
            ...(pages.length > 0 && { pages }),
            ...(labelIds.length > 0 && { labelIds }),
            ...(priorities.length > 0 && { priorities }),
          },
          ...(textOf(values, 'issueFields') !== fieldsText && { issueFields: jsonOf(values, 'issueFields') ?? {} }),
          token: optional(values, 'token'),
        });
      }}
    >
      <Field label={texts.name} name="name" defaultValue={integration.name} required maxLength={120} />
      <CheckList
        legend={texts.notices}
        name="notify"
        chosen={integration.notify}
        options={[
          ['annotation', texts.noticeAnnotation],
          ['reply', texts.noticeReply],
          ['status', texts.noticeStatus],
        ]}
      />
      <CheckList
        legend={texts.onlyStatuses}
        hint={texts.onlyStatusesHint}
        name="statuses"
        chosen={filter.statuses ?? []}
        options={[
          ['open', messages.open],
          ['in_progress', messages.in_progress],
          ['resolved', messages.resolved],
        ]}
      />
      <CheckList
        legend={texts.onlyPriorities}
        name="priorities"
        chosen={filter.priorities ?? []}
        options={PRIORITIES.map((priority) => [priority, messages[priority]])}
      />
      {labels.length > 0 && (
        <CheckList
          legend={texts.onlyLabels}
          name="labelIds"
          chosen={filter.labelIds ?? []}
          options={labels.map(({ id: labelId, name }) => [labelId, name])}
        />
      )}
      <TextArea
        label={texts.onlyPages}
        hint={texts.onlyPagesHint}
        name="pages"
        defaultValue={filter.pages?.join('\n')}
        placeholder="/docs/*"
      />
      <CheckField
        label={texts.includeInternal}
        hint={texts.includeInternalHint}
        name="includeInternal"
        defaultChecked={integration.includeInternal}
      />
      {provider === 'jira' && (
        <Field label={texts.issueFields} hint={texts.issueFieldsHint} name="issueFields" defaultValue={fieldsText} />
      )}
      <Field
        label={texts.apiToken}
        hint={`${texts.keepToken} ${integration.credentialHint}`}
        name="token"
        type="password"
        autoComplete="off"
      />
    </Form>
  );
}
