import { Link, useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useSettingsTexts } from '../i18n/settings.ts';
import { Button, buttonClass } from '../ui/button.tsx';
import { ConfirmDialog } from '../ui/dialogs.tsx';
import type { Outcome } from '../ui/form.tsx';
import { useReport } from '../ui/report.ts';
import { Row, Rows, Section } from '../ui/settings.tsx';
import { useProjectSettings } from './project-context.ts';

interface Props {
  kind: 'webhook' | 'integration';
  title: string;
  connection: { enabled: boolean; disabledReason: string | null };
  /** Settings, below the title. */
  settings: ReactNode;
  onEnable(enabled: boolean): Promise<Outcome>;
  onDelete(): Promise<Outcome>;
  /** Sections between the settings and the danger zone. */
  children: ReactNode;
}

/** Screen of one webhook or integration, with its state and its deletion. */
export function ConnectionScreen({ kind, title, connection, settings, onEnable, onDelete, children }: Props) {
  const texts = useSettingsTexts();
  const report = useReport();
  const navigate = useNavigate();
  const { projectId } = useProjectSettings();
  const { enabled, disabledReason } = connection;
  const isWebhook = kind === 'webhook';
  const list = isWebhook ? '/projects/$projectId/settings/webhooks' : '/projects/$projectId/settings/integrations';
  const deleteTitle = isWebhook ? texts.deleteWebhook : texts.deleteIntegration;
  const deleteHint = isWebhook ? texts.deleteWebhookHint : texts.deleteIntegrationHint;
  return (
    <>
      <Section
        title={title}
        isScreen
        hint={
          <Link to={list} params={{ projectId }} className={buttonClass('quiet')}>
            {isWebhook ? texts.backToWebhooks : texts.backToIntegrations}
          </Link>
        }
      >
        {settings}
      </Section>
      {children}
      <Section title={texts.danger} isDanger>
        <Rows empty="">
          {[
            <Row
              key="enabled"
              title={enabled ? texts.enabled : texts.disabled}
              marks={[disabledReason && texts.disabledByService]}
              meta={isWebhook ? texts.disableWebhookHint : texts.disableIntegrationHint}
            >
              <Button onClick={() => void onEnable(!enabled).then((result) => report(result))}>
                {enabled ? texts.disable : texts.enable}
              </Button>
            </Row>,
            <Row key="delete" title={deleteTitle} meta={deleteHint}>
              <ConfirmDialog
                label={deleteTitle}
                kind="danger"
                title={deleteTitle}
                hint={deleteHint}
                onConfirm={async () => {
                  const result = await onDelete();
                  if (!result.error) await navigate({ to: list, params: { projectId } });
                  return result;
                }}
              />
            </Row>,
          ]}
        </Rows>
      </Section>
    </>
  );
}
