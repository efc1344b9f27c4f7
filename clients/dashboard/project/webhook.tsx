import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { useMutation, useQuery } from 'urql';
import { useSettingsTexts } from '../i18n/settings.ts';
import { Button, buttonClass } from '../ui/button.tsx';
import { ConfirmDialog } from '../ui/dialogs.tsx';
import { Form } from '../ui/form.tsx';
import { useReport } from '../ui/report.ts';
import { Card, Loaded, Row, Rows, Section } from '../ui/settings.tsx';
import { DeliveryLog } from './delivery-log.tsx';
import { useProjectSettings } from './project-context.ts';
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
  const navigate = useNavigate();
  const { projectId } = useProjectSettings();
  const { webhookId: id } = useParams({ from: '/shell/projects/$projectId/settings/webhooks/$webhookId' });
  const [{ data, error }] = useQuery({ query: WebhookDetailDocument, variables: { id } });
  const [, update] = useMutation(UpdateWebhookDocument);
  const [, remove] = useMutation(DeleteWebhookDocument);
  const [{ fetching }, test] = useMutation(TestWebhookDocument);
  return (
    <Loaded value={data?.webhook} error={error}>
      {(webhook) => (
        <>
          <Section
            title={webhook.url}
            isScreen
            hint={
              <Link to="/projects/$projectId/settings/webhooks" params={{ projectId }} className={buttonClass('quiet')}>
                {texts.backToWebhooks}
              </Link>
            }
          >
            <Card>
              <Form onSave={(values) => update({ id, ...valuesOf(values) })}>
                <WebhookFields webhook={webhook} />
              </Form>
            </Card>
          </Section>
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
          <Section title={texts.danger} isDanger>
            <Rows empty="">
              {[
                <Row
                  key="enabled"
                  title={webhook.enabled ? texts.enabled : texts.disabled}
                  marks={[webhook.disabledReason && texts.disabledByService]}
                  meta={texts.disableWebhookHint}
                >
                  <Button onClick={() => void update({ id, enabled: !webhook.enabled }).then(report)}>
                    {webhook.enabled ? texts.disable : texts.enable}
                  </Button>
                </Row>,
                <Row key="delete" title={texts.deleteWebhook} meta={texts.deleteWebhookHint}>
                  <ConfirmDialog
                    label={texts.deleteWebhook}
                    kind="danger"
                    title={texts.deleteWebhook}
                    hint={texts.deleteWebhookHint}
                    onConfirm={async () => {
                      const result = await remove({ id });
                      if (!result.error) {
                        await navigate({ to: '/projects/$projectId/settings/webhooks', params: { projectId } });
                      }
                      return result;
                    }}
                  />
                </Row>,
              ]}
            </Rows>
          </Section>
        </>
      )}
    </Loaded>
  );
}
