import { useParams } from '@tanstack/react-router';
import { useMutation, useQuery } from 'urql';
import { useSettingsTexts } from '../i18n/settings.ts';
import { Button } from '../ui/button.tsx';
import { Form } from '../ui/form.tsx';
import { useReport } from '../ui/report.ts';
import { Card, Loaded } from '../ui/settings.tsx';
import { ConnectionScreen } from './connection-screen.tsx';
import { DeliveryLog } from './delivery-log.tsx';
import {
  DeleteWebhookDocument,
  TestWebhookDocument,
  UpdateWebhookDocument,
  WebhookDetailDocument,
} from './webhooks.generated.ts';
import { valuesOf, WebhookFields } from './webhooks.tsx';

/** One webhook with its deliveries. */
export function Webhook() {
  const texts = useSettingsTexts();
  const report = useReport();
  const { webhookId: id } = useParams({ from: '/shell/projects/$projectId/settings/webhooks/$webhookId' });
  const [{ data, error }] = useQuery({ query: WebhookDetailDocument, variables: { id } });
  const [, update] = useMutation(UpdateWebhookDocument);
  const [, remove] = useMutation(DeleteWebhookDocument);
  const [{ fetching }, test] = useMutation(TestWebhookDocument);
  return (
    <Loaded value={data?.webhook} error={error}>
      {(webhook) => (
        <ConnectionScreen
          kind="webhook"
          title={webhook.url}
          connection={webhook}
          settings={
            <Card>
              <Form onSave={(values) => update({ id, ...valuesOf(values) })}>
                <WebhookFields webhook={webhook} />
              </Form>
            </Card>
          }
          onEnable={(enabled) => update({ id, enabled })}
          onDelete={() => remove({ id })}
        >
          <DeliveryLog
            webhookId={id}
            action={
              <Button
                disabled={!webhook.enabled || fetching}
                title={webhook.enabled ? undefined : texts.enableFirst}
                onClick={() => void test({ id }).then((result) => report(result, texts.testSent))}
              >
                {texts.sendTest}
              </Button>
            }
          />
        </ConnectionScreen>
      )}
    </Loaded>
  );
}
